// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image by a row and a column of taps, where windows reach beyond it.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/intrinsics.cuh"
#include "../../core/rounding.hpp"
#include "../../core/thread_divisor.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// A column is one of a channel of the source. A block sums up columns under the windows of its rows of results; then it
// makes the results from the sums of the columns under each window.
//
// A thread sums up a column for Rows results, one below the other, from batches of pixels. A block has at most a
// quarter of the registers of a multiprocessor, so that it finds a place beside blocks of the filter's kernel.
struct InsideColumns
{
    static constexpr int Threads = 256, ThreadsX = Threads, ThreadsY = 1, Blocks = 4;
    static constexpr int Rows = 4;
    static constexpr int Batch = 8; // pixels
};

static_assert(InsideColumns::Threads <= ThreadDivisor::most, "ThreadDivisor is exact for these");

// A part of the results, and how the tiles lie in it.
struct InsidePart
{
    int x, y, width, height;
    ThreadDivisor columns; // that a block sums up at once
    ThreadDivisor results; // scalars in a row of a tile: whole pixels
    int groups;            // threads of a block that have one column
    int shares;            // threads that share the results of a column
    int tilesX, tiles;     // side by side, and in all
};

// The sum of the taps of a window that lie on pixels, and what 1 is divided by it.
struct alignas(16) InsideWeight
{
    double sum, inverse;
};

// A table: taps between zeros, then the weights of the first i taps, and of those from i on.
struct InsideTaps
{
    static constexpr int Zeros = 2 * InsideColumns::Batch; // before the first tap, and behind the last one
    CUDATILED_HOST_DEVICE static constexpr int upTo(int size) { return (size + 2 * Zeros + 1) / 2 * 2; }
    CUDATILED_HOST_DEVICE static constexpr int from(int size) { return upTo(size) + 2 * (size + 1); }
    CUDATILED_HOST_DEVICE static constexpr int doubles(int size) { return from(size) + 2 * (size + 1); }
};

template <class S, class D> struct InsideSeparableArguments
{
    ListSource<S> source;
    ListTarget<D> target;
    const double* taps;                  // of the row, then of the column: see InsideTaps
    int width, height, anchorX, anchorY; // of the window
    double delta;
    ThreadDivisor channels;
    InsidePart above, below, left, right; // of the results whose windows stick out
};

__device__ inline int smaller(int a, int b)
{
    return a < b ? a : b;
}
__device__ inline int larger(int a, int b)
{
    return a > b ? a : b;
}

// One direction of the windows of a tile.
struct InsideAxis
{
    const double* table; // see InsideTaps
    int size;            // taps
    int begin;           // position in the image of the first tap of the tile's first window
    int image;           // pixels of the image

    __device__ const double* taps() const { return table + InsideTaps::Zeros; }
    // Of the window that begins `offset` behind the first one.
    __device__ InsideWeight weight(int offset) const
    {
        const int first = larger(0, -(begin + offset)), last = smaller(size, image - (begin + offset));
        if (first > 0 && last < size)
            return narrow(first, last);
        const double* const sums = table + (first > 0 ? InsideTaps::from(size) : InsideTaps::upTo(size));
        return reinterpret_cast<const InsideWeight*>(sums)[first > 0 ? first : last];
    }

private:
    __device__ InsideWeight narrow(int first, int last) const
    {
        double sum = 0;
#pragma unroll 1
        for (int i = first; i < last; ++i)
            sum += taps()[i];
        return {sum, 1 / sum};
    }
};

// `rows` rows of `scalars` scalars.
struct InsideTile
{
    InsidePart part;
    int firstPixel, firstRow; // in the part
    int rows, scalars;

    template <class Arguments> __device__ explicit InsideTile(const Arguments& a) : part(a.above)
    {
        int number = static_cast<int>(blockIdx.x);
        for (const InsidePart* next : {&a.below, &a.left, &a.right})
            if (number >= part.tiles)
            {
                number -= part.tiles;
                part = *next;
            }
        const int tileY = number / part.tilesX, pixels = a.channels.quotient(part.results.divisor),
                  most = part.groups * InsideColumns::Rows;
        firstPixel = (number - tileY * part.tilesX) * pixels;
        firstRow = tileY * most;
        rows = smaller(most, part.height - firstRow);
        scalars = smaller(pixels, part.width - firstPixel) * a.channels.divisor;
    }
};

// The results of a thread: `count` of them, one below the other.
struct InsideResults
{
    int scalar, group, firstOfGroup, count;
    int x, channel; // in the tile

    __device__ InsideResults(const InsideTile& tile, const ThreadDivisor& channels)
    {
        constexpr int half = InsideColumns::Threads / 2, Rows = InsideColumns::Rows;
        const bool shared = tile.part.shares > 1;
        const int thread = static_cast<int>(threadIdx.x), share = shared && thread >= half ? 1 : 0,
                  most = shared ? Rows / 2 : Rows;
        group = tile.part.results.quotient(thread - share * half);
        scalar = thread - share * half - group * tile.part.results.divisor;
        firstOfGroup = share * most;
        count = group < tile.part.groups && scalar < tile.scalars ? smaller(most, tile.rows - row()) : 0;
        x = channels.quotient(scalar);
        channel = scalar - x * channels.divisor;
    }
    __device__ int row() const { return group * InsideColumns::Rows + firstOfGroup; } // of the tile
};

// Of the results of a thread.
using InsideThreadSums = double[InsideColumns::Rows];

// Sums of a column under the windows of results one below the other; that of the first begins at row `begin`.
template <class S>
__device__ void sumColumn(const InsideAxis& y, int begin, const char* column, std::ptrdiff_t step,
                          InsideThreadSums& sum)
{
    constexpr int R = InsideColumns::Rows, Batch = InsideColumns::Batch;
    const int first = larger(0, begin), last = smaller(y.image, begin + y.size + R - 1);
    // A tap is used for R pixels: taps[m % R] lies on pixel m of the window of result 0, on m + n of that of result n.
    const double* tap = y.taps() + (first - begin);
    double taps[R];
#pragma unroll
    for (int n = 1; n < R; ++n)
        taps[R - n] = tap[-n];
    column += first * step;
#pragma unroll 1
    for (int i = first; i < last; i += Batch, tap += Batch)
    {
        S pixel[Batch];
#pragma unroll
        for (int u = 0; u < Batch; ++u, column += step)
            pixel[u] = i + u < last ? *reinterpret_cast<const S*>(column) : S();
#pragma unroll
        for (int u = 0; u < Batch; ++u)
        {
            taps[u % R] = tap[u];
#pragma unroll
            for (int n = 0; n < R; ++n)
                sum[n] = fma(taps[(u - n + R) % R], static_cast<double>(pixel[u]), sum[n]);
        }
    }
}

// The sums of each thread's column. Those of neighbouring columns lie side by side.
struct InsideColumnSums
{
    double ofRow[InsideColumns::Rows][InsideColumns::Threads];
};

// Adds sums of `columns` columns, times their taps, for Count results. Column `first` lies under their first tap; some
// of them may lie before these columns or behind them, unless `areAll`.
template <int Count>
__device__ void addColumns(const InsideAxis& x, const InsideColumnSums& columnSums, int columns, bool areAll, int first,
                           const ThreadDivisor& channels, const InsideResults& results, InsideThreadSums& sum)
{
    constexpr int Threads = InsideColumns::Threads;
    const int step = channels.divisor, position = x.begin + results.x;
    int begin = larger(0, -position), end = smaller(x.size, x.image - position);
    if (!areAll)
    {
        begin = larger(begin, first < 0 ? (step - 1 - first) / step : 0);
        end = smaller(end, (columns - first + step - 1) / step);
    }
    const double* under = columnSums.ofRow[results.firstOfGroup] + results.group * columns + first + begin * step;
#pragma unroll 2
    for (int i = begin; i < end; ++i, under += step)
    {
        const double tap = x.taps()[i];
#pragma unroll
        for (int n = 0; n < Count; ++n)
            sum[n] = fma(tap, under[n * Threads], sum[n]);
    }
}

// The sums of products for the results of a thread.
template <class S>
__device__ void sumTile(const ListSource<S>& source, const InsideTile& tile, const InsideAxis& x, const InsideAxis& y,
                        const ThreadDivisor& channels, const InsideResults& results, InsideThreadSums& sum)
{
    constexpr int R = InsideColumns::Rows;
    __shared__ InsideColumnSums columnSums;
    const int columns = tile.part.columns.divisor, thread = static_cast<int>(threadIdx.x),
              group = tile.part.columns.quotient(thread), ofGroup = thread - group * columns;
    const bool hasColumn = group < tile.part.groups && group * R < tile.rows;
    const std::int64_t window = static_cast<std::int64_t>(x.begin) * channels.divisor,
                       inRow = static_cast<std::int64_t>(x.image) * channels.divisor,
                       behind = window + tile.scalars + (x.size - 1) * channels.divisor,
                       begin = window > 0 ? window : 0, end = behind < inRow ? behind : inRow;
    const bool areAll = end - begin <= columns;
#pragma unroll 1
    for (std::int64_t first = begin; first < end; first += columns)
    {
        InsideThreadSums ofColumn = {};
        if (hasColumn && first + ofGroup < end)
            sumColumn<S>(y, y.begin + group * R, reinterpret_cast<const char*>(source.pixels() + first + ofGroup),
                         source.step, ofColumn);
        __syncthreads();
#pragma unroll
        for (int n = 0; n < R; ++n)
            columnSums.ofRow[n][thread] = ofColumn[n];
        __syncthreads();
        if (results.count <= 0)
            continue;
        const int under = static_cast<int>(window - first) + results.scalar;
        if (tile.part.shares > 1)
            addColumns<R / 2>(x, columnSums, columns, areAll, under, channels, results, sum);
        else
            addColumns<R>(x, columnSums, columns, areAll, under, channels, results, sum);
    }
}

// sum / (x.sum * y.sum), as Markstein divides: at most a unit in the last place apart, and exact if it is a double.
__device__ inline double weightedMean(double sum, const InsideWeight& x, const InsideWeight& y)
{
    const double inverse = x.inverse * y.inverse, near = sum * inverse, rest = fma(-near, x.sum * y.sum, sum);
    return rest == rest ? fma(rest, inverse, near) : near; // infinite, or NaN
}

template <class S, class D>
__global__ void __launch_bounds__(InsideColumns::Threads, InsideColumns::Blocks)
    insideSeparableKernel(const InsideSeparableArguments<S, D> a)
{
    constexpr int R = InsideColumns::Rows, kLineBytes = 128; // of a cache
    const int xTable = InsideTaps::doubles(a.width), tables = xTable + InsideTaps::doubles(a.height);
    if (static_cast<int>(threadIdx.x) * kLineBytes < tables * static_cast<int>(sizeof(double)))
        prefetchToL2(reinterpret_cast<const char*>(a.taps) + threadIdx.x * kLineBytes);
    const bool isBehindFilter = a.target.siblings.before(); // that has written the results of windows with a border
    if (!isBehindFilter)
        awaitEarlierWork();
    const InsideTile tile(a);
    const InsideAxis x{a.taps, a.width, a.source.x0 - a.anchorX + tile.part.x + tile.firstPixel, a.source.cols};
    const InsideAxis y{a.taps + xTable, a.height, a.source.y0 - a.anchorY + tile.part.y + tile.firstRow, a.source.rows};
    const InsideResults results(tile, a.channels);
    InsideThreadSums sum = {};
    sumTile(a.source, tile, x, y, a.channels, results, sum);

    D mean[R];
    if (results.count > 0)
    {
        const InsideWeight weightX = x.weight(results.x);
#pragma unroll
        for (int n = 0; n < R; ++n)
            if (n < results.count)
                mean[n] = saturateRound<D>(weightedMean(sum[n], weightX, y.weight(results.row() + n)) + a.delta);
    }
    if (isBehindFilter)
        awaitEarlierWork();
    char* to = reinterpret_cast<char*>(
        a.target.row(tile.part.y + tile.firstRow + results.row()) +
        static_cast<std::ptrdiff_t>(tile.part.x + tile.firstPixel + results.x) * a.channels.divisor + results.channel);
#pragma unroll
    for (int n = 0; n < R; ++n, to += a.target.step)
        if (n < results.count)
            *reinterpret_cast<D*>(to) = mean[n];
}

}} // namespace cv::cudatiled
