// SPDX-License-Identifier: Apache-2.0
// Medians in windows of any size, in a number of steps that depends neither on the window nor on the pixels: all
// results of a part of the image are found at once, bit by bit from the highest one, as in a wavelet matrix of values
// with a wavelet matrix of columns for each of its levels (T. Moroto and N. Umetani, Constant Time Median Filter Using
// 2D Wavelet Matrix, ACM Transactions on Graphics 41, 2022), of which one level exists at a time.
//
// The pixels of the part, in the order of rows, are a sequence. At each bit it is divided: zeros to the front, ones
// behind them, otherwise as they were. Pixels whose upper bits are those of a median so far lie side by side, in the
// order of rows, so that those in the rows of a window lie between two positions. How many zeros among them are in the
// window's columns says what the median's bit is.
#pragma once

#include "../../core/image_view.hpp"
#include "values.cuh"
#include "wavelet_matrix.cuh"

namespace cv { namespace cudatiled {

// A pixel's key above its column.
template <class K> using BitElement = std::conditional_t<sizeof(K) <= 2, std::uint32_t, std::uint64_t>;
constexpr int kColumnBits = 16;

struct MedianArea
{
    int x, y, width, height; // in the image
};

// A rectangle of results of one channel.
struct MedianPart
{
    MedianArea results, pixels; // pixels: what their windows have of the image
    int size, channel;
    std::uint32_t flip; // makes unsigned numbers of signed ones; 0 for floats
    bool cutsWindows;   // at the edges of the image; else the nearest pixel counts outside

    CUDATILED_HOST_DEVICE std::uint32_t pixelCount() const
    {
        return static_cast<std::uint32_t>(pixels.width) * pixels.height;
    }
};

template <class K> struct GatherArguments
{
    SourceView<K> source;
    MedianPart part;
    BitElement<K>* elements;
};

struct GatherTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Threads = 256, Width = 128, Height = 8;
};

template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads) gatherKeysKernel(const GatherArguments<K> a)
{
    awaitEarlierWork();
    const MedianArea& pixels = a.part.pixels;
    const int y = static_cast<int>(blockIdx.y * Tile::Height + threadIdx.y);
    if (y >= pixels.height)
        return;
    const K* const row = a.source.row(pixels.y + y) + a.part.channel;
    BitElement<K>* const elements = a.elements + static_cast<std::ptrdiff_t>(y) * pixels.width;
    for (int i = 0; i < Tile::Width; i += Tile::ThreadsX)
    {
        const int x = static_cast<int>(blockIdx.x * Tile::Width + threadIdx.x) + i;
        if (x >= pixels.width)
            break;
        const K value = row[static_cast<std::ptrdiff_t>(pixels.x + x) * a.source.channels];
        const BitElement<K> key = OrderedKey<K>::of(value) ^ a.part.flip;
        elements[x] = key << kColumnBits | static_cast<BitElement<K>>(x);
    }
}

// One side of a window as a weighted sum of four prefix counts: weights -1 and +1 at its two ends, clamped to the
// image; where it sticks out, two more weights count the first or last row once per row outside, which is
// BORDER_REPLICATE. Modulo 2^32.
struct WindowEnds
{
    int begin, size, length;

    __device__ bool reachesFirst() const { return begin <= 0; }
    __device__ bool reachesLast() const { return begin + size >= length; }
    __device__ int pairs() const { return begin < 0 || begin + size > length ? 2 : 1; }

    __device__ std::uint32_t end(int i) const
    {
        const int inside = i == 0 ? (reachesFirst() ? 0 : begin) : reachesLast() ? length : begin + size;
        return static_cast<std::uint32_t>(i < 2 ? inside : i == 2 ? 1 : length - 1);
    }
    __device__ std::uint32_t factor(int i) const
    {
        const int before = reachesFirst() ? -begin : 0, behind = reachesLast() ? begin + size - length : 0;
        return static_cast<std::uint32_t>(i == 0 ? -1 - before : i == 1 ? 1 + behind : i == 2 ? before : -behind);
    }
};

// The columns or rows of a window that are inside.
__device__ inline WindowEnds cutWindow(int begin, int size, int length)
{
    const int first = begin < 0 ? 0 : begin, behind = begin + size > length ? length : begin + size;
    return {first, behind - first, length};
}

// The numbers known of the medians of a part: a plane for each number.
struct MedianStates
{
    static constexpr int Planes = 6;

    std::uint32_t* planes;
    std::uint32_t count; // of a plane

    __device__ std::uint32_t& position(int end, std::uint32_t i) const { return planes[end * count + i]; }
    __device__ std::uint32_t& rank(std::uint32_t i) const { return planes[4 * count + i]; }
    __device__ std::uint32_t& key(std::uint32_t i) const { return planes[5 * count + i]; }
};

template <class K> struct MedianWaveletArguments
{
    TargetView<K> target;
    MedianPart part;
    int bit;
    const DigitWords *values, *columns; // of the bit; of the zeros' columns, from their highest digit on
    int columnDigits;
    std::uint32_t columnWords;  // from one digit to the next
    const std::uint32_t* zeros; // how many
    MedianStates states;
};

// A thread has a result, a warp some side by side.
struct MedianWaveletTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Threads = 256, Width = 32, Height = 8;
};

// Counts zeros of a bit in the columns of a window.
struct ZeroCounter
{
    const DigitWords* columns;
    std::uint32_t words;  // from one digit to the next
    int highest;          // bit of the highest digit
    std::uint32_t end[2]; // of columns, none behind the last one: that might have more digits
    std::uint32_t factor[2], all;

    __device__ ZeroCounter(const DigitWords* columns_, std::uint32_t words_, int digits, const WindowEnds& ends)
        : columns(columns_), words(words_), highest(2 * (digits - 1))
    {
        const int first = ends.reachesFirst() ? 2 : 0, last = ends.reachesLast() ? 3 : 1;
        end[0] = ends.end(first);
        factor[0] = ends.factor(first);
        end[1] = ends.end(last);
        factor[1] = ends.factor(last);
        all = ends.reachesLast() ? ends.factor(1) : 0;
    }

    // Those before two positions of the sequence of zeros, times factors whose sum, with those of other calls, is 0.
    __device__ std::uint32_t count(std::uint32_t first, std::uint32_t second, std::uint32_t timesFirst,
                                   std::uint32_t timesSecond) const
    {
        std::uint32_t at[2][2] = {{first, second}, {first, second}}, left[2][2] = {};
        const DigitWords* digitWords = columns;
#pragma unroll 1
        for (int shift = highest; shift >= 0; shift -= 2)
        {
#pragma unroll
            for (int e = 0; e < 2; ++e)
            {
                const std::uint32_t digit = end[e] >> shift;
#pragma unroll
                for (int p = 0; p < 2; ++p)
                    at[e][p] = follow(digitWords, at[e][p], digit, left[e][p]);
            }
            digitWords += words;
        }
        return timesFirst * (all * first + factor[0] * left[0][0] + factor[1] * left[1][0]) +
               timesSecond * (all * second + factor[0] * left[0][1] + factor[1] * left[1][1]);
    }
};

// A result whose median is looked for.
template <class K> struct MedianSearch
{
    const MedianWaveletArguments<K>& a;
    WindowEnds rows, columns;
    std::uint32_t i; // its number
    bool first;      // of the bits

    __device__ std::uint32_t position(int end) const
    {
        return first ? rows.end(end) * a.part.pixels.width : a.states.position(end, i);
    }
    // Where the ones from a position on go.
    __device__ std::uint32_t onesFrom(std::uint32_t position_) const
    {
        std::uint32_t lower = 0;
        return follow(a.values, position_, 1, lower);
    }

    // Pixels of the window with the median's upper bits and a zero behind them.
    __device__ std::uint32_t zeros(std::uint32_t all) const
    {
        const ZeroCounter counter(a.columns, a.columnWords, a.columnDigits, columns);
        std::uint32_t count = 0;
#pragma unroll 1
        for (int e = 0; e < 2 * rows.pairs(); e += 2)
        {
            const std::uint32_t begin = position(e), end = position(e + 1);
            count += counter.count(begin + all - onesFrom(begin), end + all - onesFrom(end), rows.factor(e),
                                   rows.factor(e + 1));
        }
        return count;
    }

    __device__ void divide(std::uint32_t all, bool one) const
    {
#pragma unroll 1
        for (int e = 0; e < 2 * rows.pairs(); ++e)
        {
            const std::uint32_t from = position(e), ones = onesFrom(from);
            a.states.position(e, i) = one ? ones : from + all - ones;
        }
    }
};

// Threads that a multiprocessor is to have at once; 7.5 has 1024 at most.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
constexpr int kMedianBitThreads = 1024;
#else
constexpr int kMedianBitThreads = 1280;
#endif

// Finds a bit of each median, and stores the medians with the last one.
template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads, kMedianBitThreads / Tile::Threads)
    medianWaveletKernel(const MedianWaveletArguments<K> a)
{
    awaitEarlierWork();
    const MedianArea &results = a.part.results, &pixels = a.part.pixels;
    const int x = static_cast<int>(blockIdx.x * Tile::Width + threadIdx.x),
              y = static_cast<int>(blockIdx.y * Tile::Height + threadIdx.y), size = a.part.size;
    if (x >= results.width || y >= results.height)
        return;
    const bool first = a.bit == OrderedKey<K>::kBits - 1;
    const std::uint32_t zeros = *a.zeros;
    const bool differ = zeros != 0 && zeros != a.part.pixelCount();
    WindowEnds rows{results.y + y - size / 2 - pixels.y, size, pixels.height},
        columns{results.x + x - size / 2 - pixels.x, size, pixels.width};
    if (a.part.cutsWindows)
    {
        rows = cutWindow(rows.begin, size, pixels.height);
        columns = cutWindow(columns.begin, size, pixels.width);
    }
    const MedianSearch<K> search{a, rows, columns, static_cast<std::uint32_t>(y) * results.width + x, first};
    const std::uint32_t below = differ ? search.zeros(zeros) : 0;
    std::uint32_t key = first ? 0 : a.states.key(search.i);
    std::uint32_t rank = first ? static_cast<std::uint32_t>(rows.size) * columns.size / 2 : a.states.rank(search.i);
    const bool one = differ ? below <= rank : zeros == 0;
    key |= static_cast<std::uint32_t>(one) << a.bit;
    if (a.bit == 0)
    {
        K* const row = a.target.row(results.y + y) + a.part.channel;
        row[static_cast<std::ptrdiff_t>(results.x + x) * a.target.channels] = OrderedKey<K>::valueOf(key ^ a.part.flip);
        return;
    }
    a.states.key(search.i) = key;
    a.states.rank(search.i) = rank - (one ? below : 0);
    search.divide(zeros, one);
}

}} // namespace cv::cudatiled
