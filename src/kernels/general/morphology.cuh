// SPDX-License-Identifier: Apache-2.0
// Minima and maxima over a rectangle, or over any set of pixels, on shared-memory tiles.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "../../core/earlier_work.cuh"
#include "../../core/rounding.hpp"
#include "../minmax/lanes.cuh"
#include "taps.cuh"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

struct Minimum
{
    template <class T> __device__ static constexpr T identity()
    {
        if constexpr (std::is_same_v<T, Half>)
            return Half::ofBits(0x7c00u);
        else
            return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                        : std::numeric_limits<T>::max();
    }
    template <class T> __device__ static T of(T a, T b) { return precedes(b, a) ? b : a; }
    template <class T> __device__ static bool precedes(T a, T b)
    {
        if constexpr (std::is_same_v<T, Half>)
            return static_cast<float>(a) < static_cast<float>(b);
        else
            return a < b;
    }
};

struct Maximum
{
    template <class T> __device__ static constexpr T identity()
    {
        if constexpr (std::is_same_v<T, Half>)
            return Half::ofBits(0xfc00u);
        else
            return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                        : std::numeric_limits<T>::lowest();
    }
    template <class T> __device__ static T of(T a, T b) { return Minimum::precedes(a, b) ? b : a; }
};

// Shape of the work of one block. Widths count scalars. Source rows are taken in batches of BatchRows; the width of the
// rectangle is walked in cells of CellWidth pixels, whose halo fits into shared memory with up to 4 channels.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int BatchRows_, int CellWidth_, int RunWidth_>
struct RectangleTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_, RunWidth = RunWidth_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int BatchRows = BatchRows_;
    // The last run of a row may go on behind the tile's pixels, where it is not kept.
    static constexpr int CellWidth = CellWidth_, SharedWidth = Width + (CellWidth_ + RunWidth_ - 2) * 4;
};

// The same for any set of pixels, which is walked in cells of CellWidth x CellHeight.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int CellWidth_, int CellHeight_> struct MaskTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int CellWidth = CellWidth_, CellHeight = CellHeight_;
    static constexpr int SharedWidth = Width + (CellWidth_ - 1) * 4, SharedHeight = Height + CellHeight_ - 1;
    static_assert(CellWidth_ <= 256 && CellHeight_ <= 256, "a place in a cell is two bytes");
};

template <class T> struct MorphologyArguments
{
    SourceView<T> source;
    TargetView<T> target;
    const T* other; // an image of the target's size, `otherStep` bytes from row to row; for Combination::None, null
    std::ptrdiff_t otherStep;
    Combination combination;
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    int tilesX; // tiles in a row of tiles
};

template <class T, class Mask> struct MaskArguments : MorphologyArguments<T>
{
    Mask mask; // cell by cell, row by row: the number of pixels in the cell, then each as (y << 8) + x
};

template <class T> __device__ T saturatedDifference(T a, T b)
{
    if constexpr (kIsFloat<T>)
        return static_cast<T>(static_cast<float>(a) - static_cast<float>(b));
    else
    {
        constexpr int lowest = static_cast<int>(Range<T>::lowest), highest = static_cast<int>(Range<T>::highest);
        const int difference = static_cast<int>(a) - static_cast<int>(b);
        return static_cast<T>(difference < lowest ? lowest : difference > highest ? highest : difference);
    }
}

// Writes the result of row y for this thread's scalar of the tile, if the target has it.
template <class T>
__device__ void storeMinmax(const MorphologyArguments<T>& a, const TilePlace& place, int y, T extreme)
{
    const int scalar = threadIdx.x, x = place.firstX + scalar / a.source.channels;
    if (scalar >= place.pixels * a.source.channels || x >= a.target.cols || y >= a.target.rows)
        return;
    const std::ptrdiff_t i = static_cast<std::ptrdiff_t>(place.firstX) * a.source.channels + scalar;
    if (a.combination != Combination::None)
    {
        const T other = reinterpret_cast<const T*>(reinterpret_cast<const char*>(a.other) + y * a.otherStep)[i];
        extreme = a.combination == Combination::MinusOther ? saturatedDifference(extreme, other)
                                                           : saturatedDifference(other, extreme);
    }
    a.target.row(y)[i] = extreme;
}

// The extremes of Count windows of `length` values, each a value further on than the one before. Values that lie in all
// windows are compared once.
template <class MinOrMax, class T, int Count> struct MinmaxOfRun
{
    T result[Count], common;

    __device__ MinmaxOfRun() : common(MinOrMax::template identity<T>())
    {
#pragma unroll
        for (int r = 0; r < Count; ++r)
            result[r] = common;
    }

    // `place` counts from the first value of the first window.
    __device__ void add(int place, int length, T value)
    {
        if (place >= Count - 1 && place < length)
            common = MinOrMax::of(common, value);
        else
#pragma unroll
            for (int r = 0; r < Count; ++r)
                if (r <= place && place < r + length)
                    result[r] = MinOrMax::of(result[r], value);
    }

    __device__ T of(int r) const
    {
        return MinOrMax::of(result[r], common);
    }
};

// The extremes along x of the source rows from `firstY` on: rows[j * Width + x]. A thread takes RunWidth neighbours at
// a time. `source` is scratch for one cell's halo.
template <class Tile, class MinOrMax, class T>
__device__ void minmaxOfRows(T* rows, T* source, const MorphologyArguments<T>& a, const TilePlace& place, int firstY,
                             int batchRows)
{
    const int channels = a.source.channels;
    const int runs = (place.pixels + Tile::RunWidth - 1) / Tile::RunWidth * channels; // in a row
    for (int cell = 0; cell < a.kernelWidth; cell += Tile::CellWidth)
    {
        const int cellWidth = a.kernelWidth - cell < Tile::CellWidth ? a.kernelWidth - cell : Tile::CellWidth;
        __syncthreads();
        loadTile<Tile::ThreadsX, Tile::ThreadsY>(source, Tile::SharedWidth, a.source,
                                                 a.source.x0 + place.firstX + cell - a.anchorX, firstY,
                                                 place.pixels + cellWidth - 1, batchRows);
        __syncthreads();
        for (int n = threadIdx.y * Tile::ThreadsX + threadIdx.x; n < batchRows * runs; n += Tile::Threads)
        {
            const int row = n / runs, run = n - row * runs;
            const int pixel = run / channels * Tile::RunWidth, scalar = pixel * channels + run % channels;
            const T* first = source + row * Tile::SharedWidth + scalar;
            MinmaxOfRun<MinOrMax, T, Tile::RunWidth> extremes;
            for (int i = 0; i < cellWidth + Tile::RunWidth - 1; ++i)
                extremes.add(i, cellWidth, first[i * channels]);
            T* result = rows + row * Tile::Width + scalar;
#pragma unroll
            for (int r = 0; r < Tile::RunWidth; ++r)
                if (pixel + r < place.pixels)
                    result[r * channels] =
                        cell == 0 ? extremes.of(r) : MinOrMax::of(result[r * channels], extremes.of(r));
        }
    }
}

// Takes the rows of a batch into this thread's results, RowsPerThread ones below each other. The first row of the batch
// is the top row of the rectangle of the tile's row `first`.
template <class Tile, class MinOrMax, class T>
__device__ void minmaxOfColumns(MinmaxOfRun<MinOrMax, T, Tile::RowsPerThread>& results, const T* rows, int kernelHeight,
                                int first, int batchRows)
{
    const int above =
        static_cast<int>(threadIdx.y) * Tile::RowsPerThread - first; // rows of the batch above the first result's
    const int behind = above + kernelHeight + Tile::RowsPerThread - 1, end = behind < batchRows ? behind : batchRows;
    for (int j = above > 0 ? above : 0; j < end; ++j)
        results.add(j - above, kernelHeight, rows[j * Tile::Width + threadIdx.x]);
}

// One block writes a Width x Height tile of
//     target(x, y) = extreme of source(x0 + x + i - anchorX, y0 + y + j - anchorY)
//                    over 0 <= i < kernelWidth, 0 <= j < kernelHeight,
// combined with `other`. It walks down the source rows batch by batch: the extremes along the rows of a batch go to
// shared memory, and from there into the results, which a thread keeps for RowsPerThread neighbours in one column.
template <class Tile, class MinOrMax, class T>
__global__ void __launch_bounds__(Tile::Threads) rectangleMinmaxKernel(const MorphologyArguments<T> a)
{
    awaitEarlierWork();
    __shared__ T source[Tile::BatchRows * Tile::SharedWidth];
    __shared__ T rows[Tile::BatchRows * Tile::Width];

    const TilePlace place = placeTile<Tile>(a.tilesX, a.source.channels);

    MinmaxOfRun<MinOrMax, T, Tile::RowsPerThread> results;
    const int sourceRows = Tile::Height + a.kernelHeight - 1;
    for (int first = 0; first < sourceRows; first += Tile::BatchRows)
    {
        const int batchRows = sourceRows - first < Tile::BatchRows ? sourceRows - first : Tile::BatchRows;
        minmaxOfRows<Tile, MinOrMax>(rows, source, a, place, a.source.y0 + place.firstY + first - a.anchorY, batchRows);
        __syncthreads();
        minmaxOfColumns<Tile, MinOrMax>(results, rows, a.kernelHeight, first, batchRows);
    }
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
        storeMinmax(a, place, place.firstY + static_cast<int>(threadIdx.y) * Tile::RowsPerThread + r, results.of(r));
}

// The same over the pixels (i, j) that `mask` lists. A thread owns the scalars of one column that are ThreadsY rows
// apart. Cells without pixels are not loaded.
template <class Tile, class MinOrMax, class T, class Mask>
__global__ void __launch_bounds__(Tile::Threads) maskMinmaxKernel(const MaskArguments<T, Mask> a)
{
    awaitEarlierWork();
    __shared__ T tile[Tile::SharedHeight * Tile::SharedWidth];

    const TilePlace place = placeTile<Tile>(a.tilesX, a.source.channels);

    T results[Tile::RowsPerThread];
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
        results[r] = MinOrMax::template identity<T>();

    int listed = 0;
    for (int cellY = 0; cellY < a.kernelHeight; cellY += Tile::CellHeight)
        for (int cellX = 0; cellX < a.kernelWidth; cellX += Tile::CellWidth)
        {
            const int pixels = a.mask[listed++];
            if (pixels == 0)
                continue;
            const int cellWidth = a.kernelWidth - cellX < Tile::CellWidth ? a.kernelWidth - cellX : Tile::CellWidth;
            const int cellHeight =
                a.kernelHeight - cellY < Tile::CellHeight ? a.kernelHeight - cellY : Tile::CellHeight;
            __syncthreads();
            loadTile<Tile::ThreadsX, Tile::ThreadsY>(tile, Tile::SharedWidth, a.source,
                                                     a.source.x0 + place.firstX + cellX - a.anchorX,
                                                     a.source.y0 + place.firstY + cellY - a.anchorY,
                                                     place.pixels + cellWidth - 1, Tile::Height + cellHeight - 1);
            __syncthreads();
            for (int n = 0; n < pixels; ++n)
            {
                const int at = a.mask[listed + n], i = at & 255, j = at >> 8;
                const T* pixel = tile + (threadIdx.y + j) * Tile::SharedWidth + threadIdx.x + i * a.source.channels;
#pragma unroll
                for (int r = 0; r < Tile::RowsPerThread; ++r)
                    results[r] = MinOrMax::of(results[r], pixel[r * Tile::ThreadsY * Tile::SharedWidth]);
            }
            listed += pixels;
        }
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
        storeMinmax<T>(a, place, place.firstY + r * Tile::ThreadsY + static_cast<int>(threadIdx.y), results[r]);
}

}} // namespace cv::cudatiled
