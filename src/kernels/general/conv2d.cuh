// SPDX-License-Identifier: Apache-2.0
// Correlation with a 2-D kernel of any size, on shared-memory tiles.
#pragma once

#include "../../core/accumulator.hpp"
#include "../../core/earlier_work.cuh"
#include "../../core/epilogue.hpp"
#include "taps.cuh"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Widths count scalars; the kernel is walked in cells of CellWidth x CellHeight taps,
// whose halo fits into shared memory with up to 4 channels.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int CellWidth_, int CellHeight_> struct Conv2dTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int CellWidth = CellWidth_, CellHeight = CellHeight_;
    static constexpr int SharedWidth = Width + (CellWidth_ - 1) * 4, SharedHeight = Height + CellHeight_ - 1;
};

template <class Taps> struct Conv2dArguments
{
    SourceView<AnyDepth<float>> source;
    TargetView<AnyDepth<float>> target;
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    ScaleAddDelta<float> epilogue;
    int tilesX; // tiles in a row of tiles; blocks are numbered row by row
    Taps taps;  // row-major
};

// Adds the taps of the cell at (cellX, cellY) to the sums of this thread's outputs. Taps of 0 are skipped, as OpenCV
// skips them: an infinite pixel under such a tap does not count.
template <class Tile, class Arguments>
__device__ void addCell(FloatAccumulator (&sums)[Tile::RowsPerThread], const float* tile, const Arguments& a, int cellX,
                        int cellY, int cellWidth, int cellHeight)
{
    const float* const first = tile + threadIdx.y * Tile::SharedWidth + threadIdx.x;
    int tapsInPartialSum = 0;
    FloatAccumulator others[Tile::RowsPerThread];
    for (int j = 0; j < cellHeight; ++j)
    {
        const auto addTo = [&](FloatAccumulator(&to)[Tile::RowsPerThread], int i) {
            const float tap = a.taps[(cellY + j) * a.kernelWidth + cellX + i];
            if (tap == 0.f)
                return;
            ++tapsInPartialSum;
            const float* pixel = first + j * Tile::SharedWidth + i * a.source.channels;
#pragma unroll
            for (int r = 0; r < Tile::RowsPerThread; ++r)
                to[r].add(tap, pixel[r * Tile::ThreadsY * Tile::SharedWidth]);
        };
        const auto toSums = [&](int i) {
            addTo(sums, i);
        };
        const auto toOthers = [&](int i) {
            addTo(others, i);
        };
        if (j % 2 == 0) // narrow kernels, too, have half of their taps in each
            addInTurn(0, cellWidth, toSums, toOthers);
        else
            addInTurn(0, cellWidth, toOthers, toSums);
        if (tapsInPartialSum + cellWidth > FloatAccumulator::kPartialTaps || j == cellHeight - 1)
        {
#pragma unroll
            for (int r = 0; r < Tile::RowsPerThread; ++r)
            {
                sums[r].join(others[r]);
                sums[r].fold();
                others[r] = {};
            }
            tapsInPartialSum = 0;
        }
    }
}

// One block writes a Width x Height tile of
//     target(x, y) = epilogue(sum over (j, i) of
//                             taps[j * kernelWidth + i] * source(x0 + x + i - anchorX, y0 + y + j - anchorY)),
// summed cell by cell, row-major within a cell. A thread owns the scalars of one column that are ThreadsY rows apart.
template <class Tile, class Taps>
__global__ void __launch_bounds__(Tile::Threads) conv2dKernel(const Conv2dArguments<Taps> a)
{
    awaitEarlierWork();
    __shared__ float tile[Tile::SharedHeight * Tile::SharedWidth];

    const int channels = a.source.channels;
    const TilePlace place = placeTile<Tile>(a.tilesX, channels);

    FloatAccumulator sums[Tile::RowsPerThread];

    for (int cellY = 0; cellY < a.kernelHeight; cellY += Tile::CellHeight)
        for (int cellX = 0; cellX < a.kernelWidth; cellX += Tile::CellWidth)
        {
            const int cellWidth = a.kernelWidth - cellX < Tile::CellWidth ? a.kernelWidth - cellX : Tile::CellWidth;
            const int cellHeight =
                a.kernelHeight - cellY < Tile::CellHeight ? a.kernelHeight - cellY : Tile::CellHeight;
            __syncthreads();
            loadTile<Tile::ThreadsX, Tile::ThreadsY>(tile, Tile::SharedWidth, a.source,
                                                     a.source.x0 + place.firstX + cellX - a.anchorX,
                                                     a.source.y0 + place.firstY + cellY - a.anchorY,
                                                     place.pixels + cellWidth - 1, Tile::Height + cellHeight - 1);
            __syncthreads();
            addCell<Tile>(sums, tile, a, cellX, cellY, cellWidth, cellHeight);
        }

    const int scalar = threadIdx.x, x = place.firstX + scalar / channels;
    if (scalar < place.pixels * channels && x < a.target.cols)
#pragma unroll
        for (int r = 0; r < Tile::RowsPerThread; ++r)
        {
            const int y = place.firstY + r * Tile::ThreadsY + threadIdx.y;
            if (y < a.target.rows)
                storeResult(a.target, y, static_cast<std::ptrdiff_t>(place.firstX) * channels + scalar,
                            a.epilogue(sums[r].value()));
        }
}

}} // namespace cv::cudatiled
