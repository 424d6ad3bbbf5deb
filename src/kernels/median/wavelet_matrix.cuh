// SPDX-License-Identifier: Apache-2.0
// Divides sequences by digits of their elements, stably, in such a way that it is known afterwards where each position
// has gone: a level of a wavelet matrix (F. Claude, G. Navarro and A. Ordonez, The Wavelet Matrix, Information Systems
// 47, 2015), of one bit or two at a time.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// 32 elements of a sequence that is divided by digits.
struct DigitWords
{
    struct alignas(8) Bits // of their digits
    {
        std::uint32_t low, high;
    } bits;
    struct alignas(8) Before
    {
        std::uint32_t lower; // elements with lower digits before these, up to a constant that cancels in differences
        std::uint32_t place; // where the next one with the digit goes
    } before[4];
};

// Elements of a sequence that a block divides by digits: a warp has Each times 32 of them, one after the other.
template <int Threads_, int Each_> struct PartitionTile
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_, Warps = Threads_ / 32;
    static constexpr int Each = Each_, Elements = Threads_ * Each_;
    static_assert(Threads % 32 == 0 && Each <= 32, "a lane keeps the bits of 32 elements");
};

// Of elements with digits 1, 2 and 3.
struct DigitCounts
{
    std::uint32_t of[3];

    __device__ void add(const DigitCounts& other)
    {
#pragma unroll
        for (int d = 0; d < 3; ++d)
            of[d] += other.of[d];
    }
    __device__ std::uint32_t sum() const
    {
        return of[0] + of[1] + of[2];
    }
};

template <class From, class To> struct PartitionArguments
{
    const From* from;
    To* to; // null: nobody asks for the elements
    int bit;
    std::uint32_t digitMask; // 1 or 3
    std::uint32_t length;
    const std::uint32_t* part; // null, or how many elements there are instead: none if that is all of them
    DigitCounts* tileCounts;
    DigitWords* words;    // length / 32 + 1
    std::uint32_t* zeros; // null, or how many elements have digit 0

    __device__ std::uint32_t elements() const
    {
        if (part == nullptr)
            return length;
        return *part < length ? *part : 0;
    }
    __device__ std::uint32_t digitOf(From element) const
    {
        return static_cast<std::uint32_t>(element >> bit) & digitMask;
    }
};

// The sums of a block, for all its threads.
template <class Tile> struct BlockSums
{
    DigitCounts ofWarps[Tile::Warps];

    __device__ DigitCounts operator()(DigitCounts counts)
    {
#pragma unroll
        for (int d = 0; d < 3; ++d)
#pragma unroll
            for (int delta = 16; delta > 0; delta /= 2)
                counts.of[d] += __shfl_xor_sync(0xffffffffu, counts.of[d], delta);
        __syncthreads(); // the sums before are read
        if (threadIdx.x % 32 == 0)
            ofWarps[threadIdx.x / 32] = counts;
        __syncthreads();
        DigitCounts sum{};
#pragma unroll
        for (int i = 0; i < Tile::Warps; ++i)
            sum.add(ofWarps[i]);
        return sum;
    }
};

template <class Tile, class From, class To>
__global__ void __launch_bounds__(Tile::Threads) countDigitsKernel(const PartitionArguments<From, To> a)
{
    awaitEarlierWork();
    __shared__ BlockSums<Tile> sums;
    const std::uint32_t elements = a.elements(), first = blockIdx.x * Tile::Elements;
    if (first >= elements)
        return;
    DigitCounts counts{};
#pragma unroll
    for (int i = 0; i < Tile::Each; ++i)
    {
        const std::uint32_t index = first + i * Tile::Threads + threadIdx.x;
        const std::uint32_t digit = index < elements ? a.digitOf(a.from[index]) : 0;
#pragma unroll
        for (int d = 0; d < 3; ++d)
            counts.of[d] += digit == d + 1u;
    }
    counts = sums(counts);
    if (threadIdx.x == 0)
        a.tileCounts[blockIdx.x] = counts;
}

// The elements of a warp. A lane has the bits of 32 of them, those with its number.
template <class Tile, class From> struct WarpElements
{
    From element[Tile::Each];
    std::uint32_t low = 0, high = 0;

    template <class To>
    __device__ void load(const PartitionArguments<From, To>& a, std::uint32_t first, std::uint32_t elements)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            const std::uint32_t index = first + i * 32 + lane;
            element[i] = index < elements ? a.from[index] : From(0);
        }
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            const std::uint32_t digit = a.digitOf(element[i]);
            const std::uint32_t lows = __ballot_sync(0xffffffffu, static_cast<int>(digit & 1u)),
                                highs = __ballot_sync(0xffffffffu, static_cast<int>(digit & 2u));
            low = lane == i ? lows : low;
            high = lane == i ? highs : high;
        }
    }

    // How many elements lower lanes have bits of. Stores how many the warp has.
    __device__ DigitCounts beforeLane(DigitCounts& all) const
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        DigitCounts before;
#pragma unroll
        for (int d = 0; d < 3; ++d)
        {
            const int digit = d + 1;
            const std::uint32_t count = countBits((digit & 1 ? low : ~low) & (digit & 2 ? high : ~high));
            std::uint32_t upTo = count;
#pragma unroll
            for (int delta = 1; delta < 32; delta *= 2)
            {
                const std::uint32_t left = __shfl_up_sync(0xffffffffu, upTo, delta);
                upTo += lane >= delta ? left : 0;
            }
            before.of[d] = upTo - count;
            if (lane == 31)
                all.of[d] = upTo;
        }
        return before;
    }

    // Of a lane's elements, of which the first ones of each digit go to `place`.
    __device__ DigitWords words(const std::uint32_t (&place)[4]) const
    {
        const std::uint32_t two = place[0] + place[1];
        return {{low, high}, {{0, place[0]}, {place[0], place[1]}, {two, place[2]}, {two + place[2], place[3]}}};
    }

    template <class To>
    __device__ void store(const PartitionArguments<From, To>& a, const std::uint32_t (&place)[4], std::uint32_t first,
                          std::uint32_t elements) const
    {
        const unsigned lane = threadIdx.x % 32;
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            const std::uint32_t digit = a.digitOf(element[i]);
            std::uint32_t to = 0;
#pragma unroll
            for (unsigned d = 0; d < 4; ++d)
            {
                const std::uint32_t next = __shfl_sync(0xffffffffu, place[d], i),
                                    same = __ballot_sync(0xffffffffu, static_cast<int>(digit == d));
                to = digit == d ? next + countBits(same & ~(~0u << lane)) : to;
            }
            if (first + i * 32 + lane < elements)
                a.to[to] = static_cast<To>(element[i]);
        }
    }
};

// Where the elements of a block go.
template <class Tile> struct DigitPlaces
{
    std::uint32_t start[4]; // where each digit's elements begin
    DigitCounts before;     // how many elements with each digit the block finds before its own ones

    __device__ DigitPlaces(BlockSums<Tile>& sums, const DigitCounts* tileCounts, std::uint32_t elements)
    {
        const std::uint32_t tiles = (elements + Tile::Elements - 1) / Tile::Elements;
        DigitCounts earlier{}, all{};
        for (std::uint32_t i = threadIdx.x; i < tiles; i += Tile::Threads)
        {
            const DigitCounts counts = tileCounts[i];
            all.add(counts);
            if (i < blockIdx.x)
                earlier.add(counts);
        }
        before = sums(earlier);
        all = sums(all);
        start[0] = 0;
        start[1] = elements - all.sum();
        start[2] = start[1] + all.of[0];
        start[3] = start[2] + all.of[1];
    }
};

// Elements with digit 0 to the front, the others behind them.
template <class Tile, class From, class To>
__global__ void __launch_bounds__(Tile::Threads) partitionKernel(const PartitionArguments<From, To> a)
{
    awaitEarlierWork();
    __shared__ BlockSums<Tile> sums;
    __shared__ DigitCounts ofWarps[Tile::Warps];
    const std::uint32_t elements = a.elements();
    if (blockIdx.x * Tile::Elements > elements) // the position behind the last one has words, too
        return;
    DigitPlaces<Tile> places(sums, a.tileCounts, elements);
    if (a.zeros != nullptr && blockIdx.x == 0 && threadIdx.x == 0)
        *a.zeros = places.start[1];

    const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    const std::uint32_t first = (blockIdx.x * Tile::Warps + warp) * (Tile::Each * 32), word = first / 32 + lane;
    WarpElements<Tile, From> own;
    own.load(a, first, elements);
    DigitCounts before = own.beforeLane(ofWarps[warp]);
    __syncthreads();
    before.add(places.before);
    for (int i = 0; i < warp; ++i)
        before.add(ofWarps[i]);
    const std::uint32_t place[4] = {word * 32 - before.sum(), places.start[1] + before.of[0],
                                    places.start[2] + before.of[1], places.start[3] + before.of[2]};
    if (lane < Tile::Each && word <= elements / 32)
        a.words[word] = own.words(place);
    if (a.to != nullptr)
        own.store(a, place, first, elements);
}

// From a position in a sequence to where elements from there on with a digit go. Adds how many with lower digits come
// before it to `lower`, but for a number that is the same for all positions.
__device__ __forceinline__ std::uint32_t follow(const DigitWords* words, std::uint32_t position, std::uint32_t digit,
                                                std::uint32_t& lower)
{
    const DigitWords::Bits bits = words[position / 32].bits;
    const DigitWords::Before before = words[position / 32].before[digit & 3u];
    const std::uint32_t low = digit & 1u ? ~0u : 0u, high = digit & 2u ? ~0u : 0u, first = ~(~0u << position % 32);
    const std::uint32_t sameHigh = ~(bits.high ^ high), same = sameHigh & ~(bits.low ^ low),
                        less = (high & ~bits.high) | (sameHigh & low & ~bits.low);
    lower += before.lower + countBits(less & first);
    return before.place + countBits(same & first);
}

}} // namespace cv::cudatiled
