// SPDX-License-Identifier: Apache-2.0
// Puts the pixels of a tile, halo included, in the order of their values. Medians of 16 bits and floats are looked up
// in this order. BucketRanks pixels that follow one another share a bucket, and the number of a bucket is a byte.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/block.cuh"
#include "../load/dynamic_shared.cuh"
#include "values.cuh"

namespace cv { namespace cudatiled {

// A tile's pixels: 31 for each of 512 threads. An odd number, so that the first ones of all threads of a warp lie in
// different banks of shared memory.
struct OrderTile
{
    static constexpr int ThreadsX = 512, ThreadsY = 1, Threads = 512;
    static constexpr int Width = 128, Rows = 124, Count = Width * Rows, Each = Count / Threads;
    static constexpr int BucketRanks = 64, Buckets = Count / BucketRanks;
    static constexpr int Digits = 16, Counters = Digits * Threads / 2; // words of two counters
    template <class K>
    static constexpr int SharedBytes = 4 * (Count + Counters + Digits + (sizeof(K) == 4 ? Count / 2 : 0));
    static_assert(Each % 2 == 1 && Count % Threads == 0 && Count % BucketRanks == 0 && Buckets <= 256, "");
    static_assert(Width <= 128 && Rows <= 128, "coordinates leave the highest bit of a byte free: see BucketWindow");
};

// One tile in scratch memory.
struct TileOrder
{
    std::uint8_t buckets[OrderTile::Count]; // of the pixel at (x, y), at Width y + x
    // Of 8 pixels each: bytes of x of four, bytes of y of the same, likewise of the next four. Eights of a bucket are
    // turned, so that those with the same number in their buckets lie in different banks of the cache.
    Words<4> ranks[OrderTile::Count / 8];

    // Where eight number i lies, in a bucket or in all of them.
    CUDATILED_HOST_DEVICE static int place(int i, int bucket) { return i ^ (bucket % 8); }
};

template <class K> struct MedianOrdersArguments
{
    ListSource<K> source;
    ListTarget<K> target;
    int size;                  // of the window
    std::uint32_t flip;        // makes unsigned numbers of signed ones; 0 for floats
    TileOrder* orders;         // of the tiles of this launch, those of an image of a batch after the other
    int firstTile, tiles;      // of an image; channels of a tile side by side, tiles of a row side by side
    int tilesX, width, height; // tiles of a row of one channel; results of a tile
    int rows;                  // of results of a block
};

// Where a tile of one channel lies among the results.
struct OrderedTilePlace
{
    int x, y, channel;

    template <class K> __device__ OrderedTilePlace(const MedianOrdersArguments<K>& a, int tile)
    {
        const int channels = a.source.channels, pixel = (a.firstTile + tile) / channels, row = pixel / a.tilesX;
        channel = a.firstTile + tile - pixel * channels;
        x = (pixel - row * a.tilesX) * a.width;
        y = row * a.height;
    }
};

template <class K> __device__ TileOrder& orderOf(const MedianOrdersArguments<K>& a, int tile)
{
    return a.orders[static_cast<std::ptrdiff_t>(imageOfBlock()) * a.tiles + tile];
}

// A column of a tile's pixels, of the tile's channel; beyond an edge of the image, the nearest pixels.
template <class K> struct OrderedTilePixels
{
    const K* column; // of the image, at x
    std::ptrdiff_t step;
    int firstY, lastY; // rows of the image: the tile's first one and the last one of all

    template <class Source>
    __device__ OrderedTilePixels(const Source& source, const OrderedTilePlace& place, int size, int x)
        : column(source.pixels() +
                 static_cast<std::ptrdiff_t>(
                     borderIndex(source.x0 + place.x + x - size / 2, source.cols, Border::Replicate)) *
                     source.channels +
                 place.channel),
          step(source.step), firstY(source.y0 + place.y - size / 2), lastY(source.rows - 1)
    {}
    __device__ __forceinline__ K at(int y) const
    {
        // Unsigned: the product takes fewer instructions.
        const auto row = static_cast<std::uint32_t>(min(max(firstY + y, 0), lastY));
        return *reinterpret_cast<const K*>(reinterpret_cast<const char*>(column) +
                                           static_cast<std::ptrdiff_t>(row) * step);
    }
};

// Sorts elements, whose keys are their upper halves, by one digit after the other from the lowest; those with equal
// digits stay as they are. A thread has Each elements that follow one another. `elements`, `counters`, `totals` are
// shared memory: a word for each element, for each digit two counters in a word, of a thread of an even and the same
// lane of the next warp; for each digit how many elements have it.
struct ElementSort
{
    using Tile = OrderTile;
    static constexpr int Warps = Tile::Threads / 32;
    static_assert(Warps == Tile::Digits, "a warp adds up the counters of a digit");

    std::uint32_t* elements;
    Words<4>* counters;
    std::uint32_t* totals;

    // The counter of the thread for the digit of an element from bit `shift` on.
    __device__ std::uint16_t& counter(std::uint32_t element, int shift) const
    {
        constexpr int kDigitBytes = 1024;
        static_assert(kDigitBytes == 2 * Tile::Threads, "");
        const std::uint32_t warp = threadIdx.x / 32, own = warp / 2 * 128 + threadIdx.x % 32 * 4 + warp % 2 * 2;
        const std::uint32_t digit = element >> (shift - 10) & (Tile::Digits - 1) * kDigitBytes;
        return *reinterpret_cast<std::uint16_t*>(reinterpret_cast<char*>(counters) + (digit | own));
    }

    // Counters become the numbers of elements that come before a thread's first one with a digit.
    __device__ void scan() const
    {
        const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
        Words<4>* const own = counters + (warp * Tile::Threads / 8 + lane * 2);
        Words<4> pairs[2] = {own[0], own[1]};
        std::uint32_t sum = 0; // halves: of even warps and of odd ones
        for (const Words<4>& four : pairs)
            for (const std::uint32_t pair : four.word)
                sum += pair;
        // Four lanes have the counters of two warps.
        std::uint32_t before = __shfl_up_sync(0xffffffffu, sum, 1);
        before = lane % 4 >= 1 ? before : 0u;
        const std::uint32_t more = __shfl_up_sync(0xffffffffu, sum + before, 2);
        before += lane % 4 >= 2 ? more : 0u;
        const std::uint32_t ofWarps = __shfl_sync(0xffffffffu, before + sum, static_cast<int>(lane | 3u));
        std::uint32_t upTo = (ofWarps & 0xffffu) + (ofWarps >> 16);
        const std::uint32_t both = upTo;
#pragma unroll
        for (unsigned delta = 4; delta < 32; delta *= 2)
        {
            const std::uint32_t other = __shfl_up_sync(0xffffffffu, upTo, delta);
            upTo += lane >= delta ? other : 0u;
        }
        if (lane == 31)
            totals[warp] = upTo;
        __syncthreads();
        std::uint32_t lower = lane < warp ? totals[lane] : 0u;
#pragma unroll
        for (int delta = 1; delta < 32; delta *= 2)
            lower += __shfl_xor_sync(0xffffffffu, lower, delta);
        before += (lower + upTo - both) * 0x10001u + (ofWarps << 16);
        for (Words<4>& four : pairs)
            for (std::uint32_t& pair : four.word)
            {
                const std::uint32_t count = pair;
                pair = before;
                before += count;
            }
        own[0] = pairs[0];
        own[1] = pairs[1];
    }

    // In the end shared memory has the elements in their order, too.
    __device__ void byDigit(std::uint32_t (&element)[Tile::Each], int shift) const
    {
        for (int i = static_cast<int>(threadIdx.x); i < Tile::Counters / 4; i += Tile::Threads)
            counters[i] = {};
        __syncthreads();
        std::uint32_t equal[(Tile::Each + 3) / 4] = {}; // bytes: elements of the thread before with the same digit
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            std::uint16_t& count = counter(element[i], shift);
            const std::uint32_t here = count;
            equal[i / 4] = kept(equal[i / 4] | here << (8 * (i % 4)));
            count = static_cast<std::uint16_t>(here + 1);
        }
        __syncthreads();
        scan();
        __syncthreads();
        // The compiler must not know that this is the same: it would keep the addresses from above, and spill.
        const int sameShift = shift + (kept(shift) >> 8);
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
            elements[counter(element[i], sameShift) + (equal[i / 4] >> (8 * (i % 4)) & 0xffu)] = element[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
            element[i] = elements[threadIdx.x * Tile::Each + i];
    }
    __device__ void byUpperHalves(std::uint32_t (&element)[Tile::Each]) const
    {
#pragma unroll 1
        for (int shift = 16; shift < 32; shift += 4)
            byDigit(element, shift);
    }
};

// The index in TileOrder::buckets of an element's pixel. The lower half of an element has its coordinates, y << 8 | x.
__device__ inline int pixelOfElement(std::uint32_t element)
{
    return static_cast<int>((element >> 1 & 0x7f80u) + (element & 0x7fu));
}

// Stores the coordinates of sorted elements, which are in shared memory.
__device__ inline void storeRanks(TileOrder& order, const std::uint32_t* elements)
{
    using Tile = OrderTile;
    static_assert(Tile::BucketRanks == 64, "a bucket has eight eights");
    const auto* const fours = reinterpret_cast<const Words<4>*>(elements);
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < Tile::Count / 8; i += Tile::Threads)
    {
        Words<4> ranks;
#pragma unroll
        for (int half = 0; half < 2; ++half)
        {
            const Words<4> four = fours[2 * i + half];
            const std::uint32_t first = permuteBytes(four.word[0], four.word[1], 0x5140),
                                second = permuteBytes(four.word[2], four.word[3], 0x5140);
            ranks.word[2 * half] = permuteBytes(first, second, 0x5410);
            ranks.word[2 * half + 1] = permuteBytes(first, second, 0x7632);
        }
        order.ranks[TileOrder::place(i, i / (Tile::BucketRanks / 8))] = ranks;
    }
}

// Stores the bucket of each pixel, by way of shared memory: a thread's elements are pixels that lie anywhere.
__device__ inline void storeBuckets(std::uint8_t* to, const std::uint32_t (&element)[OrderTile::Each],
                                    std::uint32_t* shared)
{
    auto* const buckets = reinterpret_cast<std::uint8_t*>(shared);
#pragma unroll
    for (int i = 0; i < OrderTile::Each; ++i)
        buckets[pixelOfElement(element[i])] =
            static_cast<std::uint8_t>((threadIdx.x * OrderTile::Each + i) / OrderTile::BucketRanks);
    __syncthreads();
    const auto* const from = reinterpret_cast<const Words<4>*>(shared);
    for (int i = static_cast<int>(threadIdx.x); i < OrderTile::Count / 16; i += OrderTile::Threads)
        reinterpret_cast<Words<4>*>(to)[i] = from[i];
}

// One block sorts the pixels of a tile. Those of 32 bits are sorted by their lower halves, then by their upper ones,
// which wait in shared memory.
template <class K>
__global__ void __launch_bounds__(OrderTile::Threads, 2) medianTileOrderKernel(const MedianOrdersArguments<K> a)
{
    using Tile = OrderTile;
    awaitEarlierWork();
    auto* const words = reinterpret_cast<std::uint32_t*>(dynamicShared<Words<4>, Tile::SharedBytes<K> / 16>());
    const ElementSort sort{words, reinterpret_cast<Words<4>*>(words + Tile::Count),
                           words + Tile::Count + Tile::Counters};
    [[maybe_unused]] auto* const upper = reinterpret_cast<std::uint16_t*>(sort.totals + Tile::Digits);

    const int tile = static_cast<int>(blockIdx.x), thread = static_cast<int>(threadIdx.x);
    const OrderedTilePlace place(a, tile);
    const int x = thread % Tile::Width;
    const OrderedTilePixels<K> pixels(a.source.ofBlock(), place, a.size, x);
    std::uint32_t element[Tile::Each];
#pragma unroll
    for (int i = 0; i < Tile::Each; ++i)
    {
        const int y = thread / Tile::Width + i * (Tile::Threads / Tile::Width);
        const std::uint32_t key = OrderedKey<K>::of(pixels.at(y)) ^ a.flip;
        element[i] = key << 16 | static_cast<std::uint32_t>(y << 8 | x);
        if constexpr (sizeof(K) == 4)
            upper[y * Tile::Width + x] = static_cast<std::uint16_t>(key >> 16);
    }
    if constexpr (sizeof(K) == 4)
    {
        sort.byUpperHalves(element);
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
            element[i] = (element[i] & 0xffffu) | static_cast<std::uint32_t>(upper[pixelOfElement(element[i])]) << 16;
    }
    sort.byUpperHalves(element);
    TileOrder& order = orderOf(a, tile);
    storeRanks(order, sort.elements);
    __syncthreads();
    storeBuckets(order.buckets, element, sort.elements);
}

}} // namespace cv::cudatiled
