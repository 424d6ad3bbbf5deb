// SPDX-License-Identifier: Apache-2.0
// Medians of bytes: a histogram of every column moves down with the window, and tensor cores add up the columns of a
// window: products of the counts and a band of ones. The time hardly depends on the size of the window.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/matrix_product.cuh"
#include "../load/block.cuh"
#include "../load/dynamic_shared.cuh"

namespace cv { namespace cudatiled {

constexpr int kBins = 16; // coarse ones, of 16 values each; fine ones in each of these

// Shape of the work of one block: a column of the histogram for each thread, and as many results side by side as have
// their windows in these columns. The windows of 16 results lie in `Matrices` matrices of 16 columns. Row b of the
// histogram has the counts of coarse bin b, row 16 + v those of value v.
template <int Threads_, int Matrices_, int MinBlocks_> struct MedianColumnsTile
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_, MinBlocks = MinBlocks_;
    static constexpr int Matrices = Matrices_;
    static constexpr int LargestSize = 16 * Matrices - 15 < 255 ? 16 * Matrices - 15 : 255; // counts are bytes
    static constexpr int SmallestSize = 16 * Matrices - 45;                // smaller ones need two matrices fewer
    static constexpr int Results = (Threads_ - LargestSize + 1) / 32 * 32; // a warp has 32
    // Of a row of the histogram: an odd multiple of 16 bytes, so that eight rows below each other lie in different
    // banks.
    static constexpr int Pitch = Threads_ + 16;
    static constexpr int SharedBytes = (kBins + 256) * Pitch;
    static_assert(Matrices % 2 == 1 && Matrices >= 3, "matrices of 32 results come in pairs");
    static_assert(Results > 0 && Results + 16 * Matrices - 16 <= Threads, "all columns of a matrix have counts");

    // Where a row of the histogram has a column. A matrix takes two rows of every four. Its last four rows exchange
    // columns that lie 32 apart, so that all eight lie in different banks.
    __device__ static int place(int row, int column) { return row * Pitch + (column ^ (4 * row & 32)); }
    static_assert(Pitch / 16 % 2 == 1 && Threads % 64 == 0, "");
};

struct MedianColumnsArguments
{
    BatchSource<std::uint8_t> source;
    BatchTarget<std::uint8_t> target;
    int size;           // of the window
    int rows;           // of results of a block
    std::uint32_t flip; // makes unsigned numbers of signed ones
};

// Goes down a column of the source; rows outside are the nearest ones.
struct MedianColumnReader
{
    const std::uint8_t* next;

    __device__ MedianColumnReader(const BatchSource<std::uint8_t>& source, int x, int y, int channel)
        : next(source.row(borderIndex(y, source.rows, Border::Replicate)) +
               borderIndex(x, source.cols, Border::Replicate) * source.channels + channel)
    {}
    // The pixel of row `y`, the next one.
    __device__ __forceinline__ std::uint32_t read(const BatchSource<std::uint8_t>& source, int y)
    {
        const std::uint32_t value = *next;
        if (static_cast<unsigned>(y) < static_cast<unsigned>(source.rows - 1))
            next += source.step;
        return value;
    }
};

constexpr int kRowsTogether = 8; // that a thread reads at once, before its first result

// The counts of all columns, in shared memory.
template <class Tile> __device__ std::uint8_t* clearedHistogram()
{
    auto* const words = dynamicShared<Words<4>, Tile::SharedBytes / 16>();
    for (int i = static_cast<int>(threadIdx.x); i < Tile::SharedBytes / 16; i += Tile::Threads)
        words[i] = {};
    __syncthreads();
    return reinterpret_cast<std::uint8_t*>(words);
}

// A thread's column of the histogram.
template <class Tile> struct MedianColumn
{
    std::uint8_t* counts; // of all columns
    int column;

    __device__ std::uint8_t& bin(std::uint32_t value) const
    {
        return counts[Tile::place(static_cast<int>(value / kBins), column)];
    }
    __device__ std::uint8_t& of(std::uint32_t value) const
    {
        return counts[Tile::place(static_cast<int>(kBins + value), column)];
    }
    __device__ static void exchange(std::uint8_t& one, std::uint8_t& other)
    {
        const int more = one + 1, less = other - 1;
        one = static_cast<std::uint8_t>(more);
        other = static_cast<std::uint8_t>(less);
    }

    // Adds the pixels of rows, at most kRowsTogether.
    template <class Read> __device__ __forceinline__ void addRows(int rows, Read read) const
    {
        std::uint32_t value[kRowsTogether]; // all are read first
#pragma unroll
        for (int i = 0; i < kRowsTogether; ++i)
            if (i < rows)
                value[i] = read(i);
#pragma unroll
        for (int i = 0; i < kRowsTogether; ++i)
            if (i < rows)
            {
                ++bin(value[i]);
                ++of(value[i]);
            }
    }
    // Adds the pixels of the first window: read(i) is that of row i.
    template <class Read> __device__ __forceinline__ void begin(int size, Read read) const
    {
        int row = 0;
        const auto readFrom = [&](int i) {
            return read(row + i);
        };
        for (; row + kRowsTogether <= size; row += kRowsTogether)
            addRows(kRowsTogether, readFrom);
        addRows(size - row, readFrom);
    }
    __device__ __forceinline__ void replace(std::uint32_t leaving, std::uint32_t entering) const
    {
        if (leaving == entering)
            return;
        exchange(of(entering), of(leaving));
        if (leaving / kBins != entering / kBins)
            exchange(bin(entering), bin(leaving));
    }
};

// A lane's part of how many pixels of the windows lie in 16 bins: lane 4 g + t has the bins 4 t … 4 t + 3, of result g
// in the lower and of result g + 8 in the upper halves of words.
struct WindowCounts
{
    std::uint32_t upTo[4]; // in the lane's first bins, up to each
    std::uint32_t before;  // in the bins of the lanes before

    // From sums (see multiplyAdd) of the bins 4 t and 4 t + 1, and of 4 t + 2 and 4 t + 3.
    __device__ __forceinline__ WindowCounts(const std::uint32_t (&low)[4], const std::uint32_t (&high)[4])
        : upTo{halves(low, 0), halves(low, 1), halves(high, 0), halves(high, 1)}
    {
#pragma unroll
        for (int i = 1; i < 4; ++i)
            upTo[i] += upTo[i - 1];
        const unsigned t = threadIdx.x % 4;
        const std::uint32_t one = __shfl_up_sync(0xffffffffu, upTo[3], 1);
        before = t >= 1 ? one : 0u;
        const std::uint32_t two = __shfl_up_sync(0xffffffffu, upTo[3] + before, 2);
        before += t >= 2 ? two : 0u;
    }
    __device__ static std::uint32_t halves(const std::uint32_t (&sum)[4], int i)
    {
        return sum[i] + (sum[i + 2] << 16);
    }

    // How many of the lane's bins have no more pixels up to them than a rank: see rankAddend.
    __device__ __forceinline__ std::uint32_t binsWithin(std::uint32_t addend) const
    {
        const auto within = [&](int i) {
            return minOfSumS16x2Relu(upTo[i], before + addend, 0x00010001u);
        };
        return within(0) + within(1) + within(2) + within(3);
    }
    // The addend plus the most pixels up to one of the lane's bins that are no more than the rank.
    __device__ __forceinline__ std::uint32_t mostWithin(std::uint32_t addend) const
    {
        std::uint32_t most = addend;
#pragma unroll
        for (const std::uint32_t count : upTo)
            most = maxOfSumS16x2(count, before + addend, most);
        return most;
    }
};

// The sum of a count and this addend is negative, as a signed half, if and only if the count is above the rank. The
// rank is that of a median, below 2^15: a count is at most 2 * rank + 1.
__device__ inline std::uint32_t rankAddend(std::uint32_t rank)
{
    return (0x7fffu - rank) * 0x10001u;
}
// The addend in the halves whose bin is `bin`; in the others 0x8000, with which all sums are negative, because a bin
// without the median has at most half of the window's pixels.
__device__ inline std::uint32_t rankWhere(std::uint32_t bins, std::uint32_t bin, std::uint32_t addend)
{
    return minOfSumS16x2(minU16x2(bins ^ bin * 0x10001u, 0x00010001u), 0x7fff7fffu, addend);
}

// The bits that are 1 in the word of any lane of the warp.
__device__ inline std::uint32_t orOfWarp(std::uint32_t word)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_or_sync(0xffffffffu, word);
#else
    for (int delta = 1; delta < 32; delta *= 2)
        word |= __shfl_xor_sync(0xffffffffu, word, delta);
    return word;
#endif
}

// The sum over four lanes.
__device__ inline std::uint32_t sumOfQuad(std::uint32_t number)
{
    number += __shfl_xor_sync(0xffffffffu, number, 1);
    return number + __shfl_xor_sync(0xffffffffu, number, 2);
}
__device__ inline std::uint32_t maxOfQuadS16x2(std::uint32_t halves)
{
    halves = maxS16x2(halves, __shfl_xor_sync(0xffffffffu, halves, 1));
    return maxS16x2(halves, __shfl_xor_sync(0xffffffffu, halves, 2));
}

struct WindowMedian
{
    std::uint32_t value;
    std::uint32_t rest; // how many pixels of the window with this value come before the median
};

// Finds the medians of 32 results side by side, by a warp.
template <class Tile> class WindowMedians
{
public:
    // The first window begins in a column of the histogram.
    __device__ WindowMedians(const std::uint8_t* counts, int firstColumn, int size)
        : counts_(counts), rank_(kept(rankAddend(static_cast<std::uint32_t>(size * size / 2))))
    {
        const int lane = static_cast<int>(threadIdx.x % 32), g = lane / 4, column = lane % 4 * 4;
        // The compiler must not know that these sizes are equal: it would copy words that several arrays have.
        const int sameSize = size + (size >> 16), sameSizeAgain = size + (size >> 17);
#pragma unroll
        for (int i = 0; i < Tile::Matrices - 1; ++i)
        {
            evenBand_[i / 2][i % 2 * 2] = bandWord(g, 16 * i + column, size);
            evenBand_[i / 2][i % 2 * 2 + 1] = bandWord(g + 8, 16 * i + column, size);
            oddBand_[i / 2][i % 2 * 2] = bandWord(g, 16 * (i + 1) + column, sameSize);
            oddBand_[i / 2][i % 2 * 2 + 1] = bandWord(g + 8, 16 * (i + 1) + column, sameSize);
        }
        lastBand_[0] = bandWord(g, 16 * (Tile::Matrices - 1) + column, sameSizeAgain);
        lastBand_[1] = bandWord(g + 8, 16 * (Tile::Matrices - 1) + column, sameSizeAgain);
        const int bin = lane % 8 / 2 * 4 + lane / 16 * 2 + lane % 2;
#pragma unroll
        for (int i = 0; i < 2; ++i)
            place_[i] = kept(Tile::place(bin, firstColumn + lane / 8 % 2 * 16 + 32 * i));
    }

    // The median of result 8 (t / 2) + 16 (t % 2) + g for lane 4 g + t. Its `rest` is set if WithRest.
    template <bool WithRest> __device__ WindowMedian find() const
    {
        const unsigned byte = threadIdx.x % 4 * 8; // the first bit of the lane's result in four bytes
        std::uint32_t ranks[2], counts[2];
        eachCounts(0, [&](int m, const WindowCounts& bins) {
            counts[m] = bins.binsWithin(rank_);
            ranks[m] = maxOfQuadS16x2(bins.mostWithin(rank_));
        });
        const std::uint32_t bins = sumOfQuad(counts[0] + (counts[1] << 8)), // bytes: of g, g + 16, g + 8, g + 24
            bin = bins >> byte & 0xffu;
        counts[0] = counts[1] = 0;
        [[maybe_unused]] std::uint32_t most[2] = {0x80008000u, 0x80008000u};
#pragma unroll 1
        for (std::uint32_t left = orOfWarp(1u << bin); left != 0; left &= left - 1u)
        {
            const auto now = static_cast<std::uint32_t>(lowestBit(left));
            eachCounts(static_cast<int>(kBins + kBins * now) * Tile::Pitch, [&](int m, const WindowCounts& fine) {
                const std::uint32_t addend = rankWhere(bins >> (8 * m) & 0x00ff00ffu, now, ranks[m]);
                counts[m] += fine.binsWithin(addend);
                if constexpr (WithRest)
                    most[m] = maxS16x2(most[m], fine.mostWithin(addend));
            });
        }
        const std::uint32_t fineBins = sumOfQuad(counts[0] + (counts[1] << 8));
        WindowMedian median{bin * kBins + (fineBins >> byte & 0xffu), 0};
        if constexpr (WithRest)
        {
            most[0] = maxOfQuadS16x2(most[0]);
            most[1] = maxOfQuadS16x2(most[1]);
            const std::uint32_t two = byte % 16 == 0 ? most[0] : most[1];
            median.rest = 0x7fffu - (two >> byte / 16 * 16 & 0xffffu);
        }
        return median;
    }

private:
    static constexpr int kPairs = (Tile::Matrices - 1) / 2;

    // Four bytes of the band, from a column on: 1 where the window of a result lies.
    __device__ static std::uint32_t bandWord(int result, int column, int size)
    {
        std::uint32_t word = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (column + i >= result && column + i < result + size)
                word |= 1u << (8 * i);
        return kept(word);
    }
    // Whether all results have parts i and i + 1 of the band.
    __device__ static constexpr bool isFull(int i)
    {
        return i > 0 && 16 * i + 31 < Tile::SmallestSize;
    }

    // Calls f(m, counts) with the counts of 16 bins, so many bytes from the first ones, for results from 16 m on.
    template <class F> __device__ __forceinline__ void eachCounts(int bytes, F f) const
    {
        std::uint32_t sum[2][2][4] = {}; // of results from 16 m on; of the bins 4 t and 4 t + 1, 4 t + 2 and 4 t + 3
#pragma unroll
        for (int pair = 0; pair <= kPairs; ++pair)
        {
            std::uint32_t matrix[4];
            loadMatrices(matrix, counts_ + (place_[pair % 2] + bytes) + pair / 2 * 64);
#pragma unroll
            for (int half = 0; half < 2; ++half)
            {
                const std::uint32_t first = matrix[2 * half], second = matrix[2 * half + 1];
                if (pair < kPairs)
                    multiplyAdd(sum[0][half], isFull(2 * pair) ? full_ : evenBand_[pair], first, second);
                else
                    multiplyAdd(sum[0][half], lastBand_, first);
                if (pair > 0)
                    multiplyAdd(sum[1][half], isFull(2 * pair - 1) ? full_ : oddBand_[pair - 1], first, second);
                else
                    multiplyAdd(sum[1][half], {evenBand_[0][0], evenBand_[0][1]}, second);
            }
        }
#pragma unroll
        for (int m = 0; m < 2; ++m)
            f(m, WindowCounts(sum[m][0], sum[m][1]));
    }

    // Parts of 16 columns of the band: 2 k and 2 k + 1; 2 k + 1 and 2 k + 2; the last one; any two that are full.
    std::uint32_t evenBand_[kPairs][4], oddBand_[kPairs][4], lastBand_[2];
    const std::uint32_t full_[4] = {0x01010101u, 0x01010101u, 0x01010101u, 0x01010101u};
    const std::uint8_t* const counts_;
    int place_[2];             // of the lane's row of the first bins, for the first and the second pair of matrices
    const std::uint32_t rank_; // of the median
};

// One block goes down as many columns as it has threads.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) mmaMedianU8Kernel(const MedianColumnsArguments a)
{
    awaitEarlierWork();
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, channels = a.source.channels;
    const int tileX = static_cast<int>(blockIdx.x) / channels,
              channel = static_cast<int>(blockIdx.x) - tileX * channels;
    const int firstX = tileX * Tile::Results, firstY = rowOfBlock(a.target) * a.rows;
    if (firstY >= a.target.rows)
        return;
    auto* const counts = clearedHistogram<Tile>();
    const MedianColumn<Tile> column{counts, thread};
    int y = a.source.y0 + firstY - a.size / 2; // the first row of the window
    MedianColumnReader enters(a.source, a.source.x0 + firstX + thread - a.size / 2, y, channel), leaves = enters;
    column.begin(a.size, [&](int i) { return enters.read(a.source, y + i) ^ a.flip; });

    const int warpX = thread / 32 * 32, resultX = firstX + warpX + lane % 2 * 16 + lane / 2 % 2 * 8 + lane / 4;
    const bool searches = warpX < Tile::Results && firstX + warpX < a.target.cols;
    const bool stores = resultX < a.target.cols;
    const WindowMedians<Tile> medians(counts, warpX, a.size);
    std::uint8_t* to = a.target.row(firstY) + static_cast<std::ptrdiff_t>(resultX) * channels + channel;
    const int below = a.target.rows - firstY;
    int left = a.rows < below ? a.rows : below;
    while (true)
    {
        const std::uint32_t leaving = leaves.read(a.source, y) ^ a.flip,
                            entering = enters.read(a.source, y + a.size) ^ a.flip;
        __syncthreads();
        if (searches)
        {
            const std::uint32_t median = medians.template find<false>().value ^ a.flip;
            if (stores)
                *to = static_cast<std::uint8_t>(median);
            to += a.target.step;
        }
        ++y;
        if (--left == 0)
            return;
        __syncthreads();
        column.replace(leaving, entering);
    }
}

}} // namespace cv::cudatiled
