// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image, for results whose windows stick out of it.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/rounding.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// Each thread makes RowsPerThread results, one below the other. Source rows are taken in batches, BatchRowsPerThread
// for each thread of a column; their windows in cells of taps, so that the pixels under them fit into shared memory.
struct InsideBlock
{
    static constexpr int Threads = 128, ThreadsX = Threads, ThreadsY = 1; // see InsideThreads
    static constexpr int Blocks = 4;                                      // of a multiprocessor
    static constexpr int RowsPerThread = 4, BatchRowsPerThread = 8;
    static constexpr int ZeroRows = RowsPerThread - 1; // rows of taps 0 above and below the others
    static constexpr int Pixels = 3 * Threads * BatchRowsPerThread, MostTaps = 16;
};

// How the threads of a block lie: 1 << shift in a row, of 4 to 128 scalars, as the part of the results is high or wide.
struct InsideThreads
{
    int shift, x, y;

    __device__ explicit InsideThreads(int shift_)
        : shift(shift_), x(static_cast<int>(threadIdx.x) & ((1 << shift_) - 1)),
          y(static_cast<int>(threadIdx.x) >> shift_)
    {}
    CUDATILED_HOST_DEVICE static constexpr int across(int shift) { return 1 << shift; }
    CUDATILED_HOST_DEVICE static constexpr int down(int shift) { return InsideBlock::Threads >> shift; }

    __device__ int across() const { return across(shift); }
    __device__ int down() const { return down(shift); }
    __device__ int batchRows() const { return down() * InsideBlock::BatchRowsPerThread; }
    // Taps of a cell: all pixels under it are batchRows() rows of across() + (taps - 1) * channels.
    __device__ int cellTaps(int channels) const
    {
        const int taps = 2 * across() / channels + 1;
        return taps < InsideBlock::MostTaps ? taps : InsideBlock::MostTaps;
    }
};

// A rectangle of results, and the threads of its blocks.
struct ResultPart
{
    int x, y, width, height;
    int shift;
};

// The windows of a thread's results: that of the first one begins at `top` of the source, the block's first at
// blockTop. Of the `width` taps in a row, `first` to last - 1 lie on pixels.
struct InsideWindow
{
    int top, blockTop, width, height, first, last;
};

// Pixels in shared memory, relative to those of the block's first window.
struct InsideBatch
{
    int firstRow, rows, firstTap, taps;
    int pitch; // scalars from one row of pixels to the next

    // Those rows that the results of this thread need.
    __device__ int begin(const InsideWindow& w) const
    {
        const int from = w.top - w.blockTop - firstRow;
        return from > 0 ? from : 0;
    }
    __device__ int end(const InsideWindow& w) const
    {
        const int to = w.top - w.blockTop - firstRow + w.height + InsideBlock::ZeroRows;
        return to < rows ? to : rows;
    }
    // The row of the thread's first window that row r of the batch is.
    __device__ int windowRow(const InsideWindow& w, int r) const { return firstRow + r - (w.top - w.blockTop); }
};

// The sums of products and of taps of a thread's results.
struct InsideSums
{
    double sum[InsideBlock::RowsPerThread], weight[InsideBlock::RowsPerThread];

    __device__ double mean(int n) const { return sum[n] / weight[n]; }
};

// Adds a cell of the taps, which lie row by row between rows of 0s.
__device__ inline void addCell(const double* taps, const InsideThreads& threads, const InsideWindow& w,
                               const InsideBatch& batch, const double* pixels, int channels, InsideSums& sums)
{
    const int begin = w.first > batch.firstTap ? w.first - batch.firstTap : 0;
    const int end = w.last - batch.firstTap < batch.taps ? w.last - batch.firstTap : batch.taps;
#pragma unroll 1
    for (int r = batch.begin(w); r < batch.end(w); ++r)
    {
        const double* const row = taps +
                                  static_cast<std::ptrdiff_t>(batch.windowRow(w, r) + InsideBlock::ZeroRows) * w.width +
                                  batch.firstTap;
#pragma unroll 2
        for (int i = begin; i < end; ++i)
        {
            const double pixel = pixels[r * batch.pitch + threads.x + i * channels];
#pragma unroll
            for (int n = 0; n < InsideBlock::RowsPerThread; ++n)
            {
                const double tap = row[i - static_cast<std::ptrdiff_t>(n) * w.width];
                sums.sum[n] = fma(tap, pixel, sums.sum[n]);
                sums.weight[n] += tap;
            }
        }
    }
}

template <class S, class D> struct InsideArguments
{
    ListSource<S> source;
    ListTarget<D> target;
    const double* taps;
    int width, height, anchorX, anchorY; // of the window
    double delta;
    ResultPart above, below, left, right; // of the results whose windows lie inside
};

// Loads the pixels under a cell of the windows of a batch of rows, the first one row `firstRow` of the source;
// `firstScalar` is the block's first scalar under the cell, counted from the left end of the image.
template <class S>
__device__ void loadInside(const InsideThreads& threads, const InsideBatch& batch, double* pixels,
                           const ListSource<S>& ofBatch, int firstRow, std::int64_t firstScalar)
{
    constexpr int N = InsideBlock::BatchRowsPerThread;
    const std::int64_t right = static_cast<std::int64_t>(ofBatch.cols) * ofBatch.channels - firstScalar;
    const int begin = firstScalar < 0 ? static_cast<int>(-firstScalar) : 0,
              end = right < batch.pitch ? static_cast<int>(right) : batch.pitch;
    const std::ptrdiff_t step = threads.down() * ofBatch.step;
    const char* const from = reinterpret_cast<const char*>(ofBatch.row(firstRow + threads.y) + firstScalar);
    double* to = pixels + threads.y * batch.pitch + threads.x;
#pragma unroll 1
    for (int s = threads.x; s < batch.pitch; s += threads.across(), to += threads.across())
    {
        const bool inside = s >= begin && s < end;
        S loaded[N];
#pragma unroll
        for (int j = 0; j < N; ++j)
            loaded[j] = inside && threads.y + j * threads.down() < batch.rows
                            ? reinterpret_cast<const S*>(from + j * step)[s]
                            : S();
#pragma unroll
        for (int j = 0; j < N; ++j)
            to[j * threads.down() * batch.pitch] = static_cast<double>(loaded[j]);
    }
}

// All sums of a thread's results, from batches of the rows that lie in the image.
template <class S, class D>
__device__ InsideSums insideSums(const InsideThreads& threads, const InsideArguments<S, D>& a, const InsideWindow& w,
                                 std::int64_t blockScalar, double* pixels)
{
    const int channels = a.source.channels, batchRows = threads.batchRows(), cellTaps = threads.cellTaps(channels);
    const int reach = w.height + threads.down() * InsideBlock::RowsPerThread - 1;
    const int end = a.source.rows - w.blockTop < reach ? a.source.rows - w.blockTop : reach;
    InsideSums sums{};
#pragma unroll 1
    for (int k = w.blockTop < 0 ? -w.blockTop : 0; k < end; k += batchRows)
    {
        InsideBatch batch{k, end - k < batchRows ? end - k : batchRows, 0, 0, 0};
#pragma unroll 1
        for (; batch.firstTap < w.width; batch.firstTap += cellTaps)
        {
            const int left = w.width - batch.firstTap;
            batch.taps = left < cellTaps ? left : cellTaps;
            batch.pitch = threads.across() + (batch.taps - 1) * channels;
            __syncthreads();
            loadInside(threads, batch, pixels, a.source, w.blockTop + k,
                       blockScalar + static_cast<std::int64_t>(batch.firstTap) * channels);
            __syncthreads();
            addCell(a.taps, threads, w, batch, pixels, channels, sums);
        }
    }
    return sums;
}

// Which results a block makes, of one of the four parts around the windows inside. Positions in a row have 64 bits.
struct InsidePlace
{
    ResultPart part;
    std::int64_t scalars, scalar; // of a row of the part; the block's first one
    int row;                      // the block's first one of the part

    __device__ bool hasResults() const { return scalars > 0 && row < part.height; }
};

// The second dimension of the grid numbers the parts.
template <class Arguments> __device__ InsidePlace placeInside(const Arguments& a)
{
    const int number = static_cast<int>(blockIdx.y);
    InsidePlace place{};
    place.part = number == 0 ? a.above : number == 1 ? a.below : number == 2 ? a.left : a.right;
    place.scalars = static_cast<std::int64_t>(place.part.width) * a.target.channels;
    const int width = InsideThreads::across(place.part.shift);
    const int tilesX = static_cast<int>((place.scalars + width - 1) / width);
    const int tileY = tilesX > 0 ? static_cast<int>(blockIdx.x) / tilesX : 0;
    place.scalar = static_cast<std::int64_t>(static_cast<int>(blockIdx.x) - tileY * tilesX) * width;
    place.row = tileY * InsideThreads::down(place.part.shift) * InsideBlock::RowsPerThread;
    return place;
}

template <class S, class D>
__device__ InsideSums sumsAt(const InsideThreads& threads, const InsideArguments<S, D>& a, const InsidePlace& place,
                             double* pixels)
{
    const int left = a.source.x0 - a.anchorX + place.part.x;
    const int top = a.source.y0 - a.anchorY + place.part.y + place.row;
    const int x = left + static_cast<int>((place.scalar + threads.x) / a.source.channels);
    const int toRight = a.source.cols - x;
    const InsideWindow window{top + threads.y * InsideBlock::RowsPerThread, top, a.width, a.height, x < 0 ? -x : 0,
                              toRight < a.width ? toRight : a.width};
    return insideSums(threads, a, window, place.scalar + static_cast<std::int64_t>(left) * a.source.channels, pixels);
}

template <class S, class D>
__device__ void storeMeans(const InsideThreads& threads, const InsideArguments<S, D>& a, const InsidePlace& place,
                           const InsideSums& sums)
{
    const std::int64_t scalar = place.scalar + threads.x;
    const int row = place.row + threads.y * InsideBlock::RowsPerThread;
    if (scalar >= place.scalars)
        return;
#pragma unroll
    for (int n = 0; n < InsideBlock::RowsPerThread; ++n)
        if (row + n < place.part.height)
            a.target.row(place.part.y + row + n)[scalar + static_cast<std::int64_t>(place.part.x) * a.target.channels] =
                saturateRound<D>(sums.mean(n) + a.delta);
}

template <class S, class D>
__global__ void __launch_bounds__(InsideBlock::Threads, InsideBlock::Blocks) insideKernel(const InsideArguments<S, D> a)
{
    __shared__ double pixels[InsideBlock::Pixels];          // rows of InsideBatch::pitch; 0 where there are none
    const bool isBehindFilter = a.target.siblings.before(); // that has written the results of windows with a border
    if (!isBehindFilter)
        awaitEarlierWork();
    const InsidePlace place = placeInside(a);
    if (!place.hasResults())
    {
        if (isBehindFilter)
            awaitEarlierWork();
        return;
    }
    const InsideThreads threads(place.part.shift);
    const InsideSums sums = sumsAt(threads, a, place, pixels);
    if (isBehindFilter)
        awaitEarlierWork();
    storeMeans(threads, a, place, sums);
}

}} // namespace cv::cudatiled
