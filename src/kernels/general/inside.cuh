// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image, for results whose windows stick out of it.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/rounding.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// A block makes Width x Height results; each thread makes RowsPerThread of them, one below the other. Widths count
// scalars. Source rows are taken in batches of BatchRows, their windows in cells of CellWidth taps, so that the pixels
// of up to 4 channels fit into shared memory.
struct InsideBlock
{
    static constexpr int ThreadsX = 32, ThreadsY = 4, RowsPerThread = 4;
    static constexpr int Width = ThreadsX, Height = ThreadsY * RowsPerThread;
    static constexpr int BatchRows = 24, BatchRowsPerThread = BatchRows / ThreadsY;
    static constexpr int CellWidth = 16, SharedWidth = Width + (CellWidth - 1) * 4;
    static constexpr int ZeroRows = RowsPerThread - 1; // rows of taps 0 above and below the others
};

struct InsideShared
{
    double pixels[InsideBlock::BatchRows][InsideBlock::SharedWidth]; // 0 where there are none
    double rowSums[InsideBlock::BatchRows][InsideBlock::Width];
};

// A rectangle of results.
struct ResultPart
{
    int x, y, width, height;
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

// A row of taps, then a column, with 0s above and below.
struct InsideProduct
{
    const double* value;

    struct Partial
    {
        double along[InsideBlock::BatchRowsPerThread];
    };

    __device__ void addCell(const InsideWindow&, const InsideBatch& batch, const InsideShared& shared, int channels,
                            Partial& partial, InsideSums&) const
    {
        for (int i = 0; i < batch.taps; ++i)
        {
            const double tap = value[batch.firstTap + i];
            const int x = static_cast<int>(threadIdx.x) + i * channels;
#pragma unroll
            for (int j = 0; j < InsideBlock::BatchRowsPerThread; ++j)
                partial.along[j] =
                    fma(tap, shared.pixels[threadIdx.y + j * InsideBlock::ThreadsY][x], partial.along[j]);
        }
    }

    __device__ void addBatch(const InsideWindow& w, const InsideBatch& batch, InsideShared& shared,
                             const Partial& partial, InsideSums& sums) const
    {
#pragma unroll
        for (int j = 0; j < InsideBlock::BatchRowsPerThread; ++j)
            shared.rowSums[threadIdx.y + j * InsideBlock::ThreadsY][threadIdx.x] = partial.along[j];
        __syncthreads();
        const double* const column = value + w.width + InsideBlock::ZeroRows;
        for (int r = batch.begin(w); r < batch.end(w); ++r)
        {
            const double ofRow = shared.rowSums[r][threadIdx.x];
#pragma unroll
            for (int n = 0; n < InsideBlock::RowsPerThread; ++n)
            {
                const double tap = column[batch.windowRow(w, r) - n];
                sums.sum[n] = fma(tap, ofRow, sums.sum[n]);
                sums.weight[n] += tap;
            }
        }
    }

    // The taps of the column have been added up.
    __device__ void weigh(const InsideWindow& w, InsideSums& sums) const
    {
        double ofRow = 0;
        for (int i = w.first; i < w.last; ++i)
            ofRow += value[i];
#pragma unroll
        for (int n = 0; n < InsideBlock::RowsPerThread; ++n)
            sums.weight[n] *= ofRow;
    }
};

// All taps, row by row, with rows of 0s above and below.
struct InsideKernel
{
    const double* value;

    struct Partial
    {};

    __device__ void addCell(const InsideWindow& w, const InsideBatch& batch, const InsideShared& shared, int channels,
                            Partial&, InsideSums& sums) const
    {
        const int begin = w.first > batch.firstTap ? w.first - batch.firstTap : 0;
        const int end = w.last - batch.firstTap < batch.taps ? w.last - batch.firstTap : batch.taps;
        for (int r = batch.begin(w); r < batch.end(w); ++r)
        {
            const double* const row =
                value + static_cast<std::ptrdiff_t>(batch.windowRow(w, r) + InsideBlock::ZeroRows) * w.width +
                batch.firstTap;
            for (int i = begin; i < end; ++i)
            {
                const double pixel = shared.pixels[r][static_cast<int>(threadIdx.x) + i * channels];
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

    __device__ void addBatch(const InsideWindow&, const InsideBatch&, InsideShared&, const Partial&, InsideSums&) const
    {}
    __device__ void weigh(const InsideWindow&, InsideSums&) const
    {}
};

template <class S, class D, class Taps> struct InsideArguments
{
    BatchSource<S> source;
    BatchTarget<D> target;
    Taps taps;
    int width, height, anchorX, anchorY; // of the window
    double delta;
    ResultPart above, below, left, right; // of the results whose windows lie inside
    bool sourceIsComplete;                // the kernel before this one has waited for the source
};

// Loads the pixels under a cell of the windows of BatchRows rows; `firstScalar` is the block's first scalar under the
// cell, counted from the left end of the image.
template <class S>
__device__ void loadInside(double (*pixels)[InsideBlock::SharedWidth], const BatchSource<S>& source, int firstRow,
                           int rows, std::int64_t firstScalar, int scalars)
{
    constexpr int N = InsideBlock::BatchRowsPerThread;
    const std::int64_t all = static_cast<std::int64_t>(source.cols) * source.channels;
    for (int s = threadIdx.x; s < scalars; s += InsideBlock::ThreadsX)
    {
        const std::int64_t scalar = firstScalar + s;
        double loaded[N];
#pragma unroll
        for (int j = 0; j < N; ++j)
        {
            const int r = static_cast<int>(threadIdx.y) + j * InsideBlock::ThreadsY;
            loaded[j] =
                r < rows && scalar >= 0 && scalar < all ? static_cast<double>(source.row(firstRow + r)[scalar]) : 0.;
        }
#pragma unroll
        for (int j = 0; j < N; ++j)
            pixels[threadIdx.y + j * InsideBlock::ThreadsY][s] = loaded[j];
    }
}

// All sums of a thread's results, from batches of the rows that lie in the image.
template <class S, class D, class Taps>
__device__ InsideSums insideSums(const InsideArguments<S, D, Taps>& a, const InsideWindow& w, std::int64_t blockScalar,
                                 InsideShared& shared)
{
    const int channels = a.source.channels, reach = w.height + InsideBlock::Height - 1;
    const int end = a.source.rows - w.blockTop < reach ? a.source.rows - w.blockTop : reach;
    InsideSums sums{};
    for (int k = w.blockTop < 0 ? -w.blockTop : 0; k < end; k += InsideBlock::BatchRows)
    {
        typename Taps::Partial partial{};
        InsideBatch batch{k, end - k < InsideBlock::BatchRows ? end - k : InsideBlock::BatchRows, 0, 0};
        for (; batch.firstTap < w.width; batch.firstTap += InsideBlock::CellWidth)
        {
            const int left = w.width - batch.firstTap;
            batch.taps = left < InsideBlock::CellWidth ? left : InsideBlock::CellWidth;
            __syncthreads();
            loadInside(shared.pixels, a.source, w.blockTop + k, batch.rows,
                       blockScalar + static_cast<std::int64_t>(batch.firstTap) * channels,
                       InsideBlock::Width + (batch.taps - 1) * channels);
            __syncthreads();
            a.taps.addCell(w, batch, shared, channels, partial, sums);
        }
        a.taps.addBatch(w, batch, shared, partial, sums);
    }
    a.taps.weigh(w, sums);
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
    const int tilesX = static_cast<int>((place.scalars + InsideBlock::Width - 1) / InsideBlock::Width);
    const int tileY = tilesX > 0 ? static_cast<int>(blockIdx.x) / tilesX : 0;
    place.scalar = static_cast<std::int64_t>(static_cast<int>(blockIdx.x) - tileY * tilesX) * InsideBlock::Width;
    place.row = tileY * InsideBlock::Height;
    return place;
}

template <class S, class D, class Taps>
__device__ InsideSums sumsAt(const InsideArguments<S, D, Taps>& a, const InsidePlace& place, InsideShared& shared)
{
    const int left = a.source.x0 - a.anchorX + place.part.x;
    const int top = a.source.y0 - a.anchorY + place.part.y + place.row;
    const int x = left + static_cast<int>((place.scalar + threadIdx.x) / a.source.channels);
    const int toRight = a.source.cols - x;
    const InsideWindow window{top + static_cast<int>(threadIdx.y) * InsideBlock::RowsPerThread,
                              top,
                              a.width,
                              a.height,
                              x < 0 ? -x : 0,
                              toRight < a.width ? toRight : a.width};
    return insideSums(a, window, place.scalar + static_cast<std::int64_t>(left) * a.source.channels, shared);
}

template <class S, class D, class Taps>
__device__ void storeMeans(const InsideArguments<S, D, Taps>& a, const InsidePlace& place, const InsideSums& sums)
{
    const std::int64_t scalar = place.scalar + threadIdx.x;
    const int row = place.row + static_cast<int>(threadIdx.y) * InsideBlock::RowsPerThread;
    if (scalar >= place.scalars)
        return;
#pragma unroll
    for (int n = 0; n < InsideBlock::RowsPerThread; ++n)
        if (row + n < place.part.height)
            a.target.row(place.part.y + row + n)[scalar + static_cast<std::int64_t>(place.part.x) * a.target.channels] =
                saturateRound<D>(sums.mean(n) + a.delta);
}

template <class S, class D, class Taps>
__global__ void __launch_bounds__(InsideBlock::ThreadsX* InsideBlock::ThreadsY)
    insideKernel(const InsideArguments<S, D, Taps> a)
{
    __shared__ InsideShared shared;
    if (!a.sourceIsComplete)
        awaitEarlierWork();
    const InsidePlace place = placeInside(a);
    if (!place.hasResults())
    {
        if (a.sourceIsComplete)
            awaitEarlierWork();
        return;
    }
    const InsideSums sums = sumsAt(a, place, shared);
    if (a.sourceIsComplete)
        awaitEarlierWork();
    storeMeans(a, place, sums);
}

}} // namespace cv::cudatiled
