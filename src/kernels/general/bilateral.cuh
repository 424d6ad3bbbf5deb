// SPDX-License-Identifier: Apache-2.0
// Bilateral filters of any radius, on shared-memory tiles. The weights are those of the image itself or, in a joint
// bilateral filter, of another one, the guide.
#pragma once

#include "../../core/accumulator.hpp"
#include "../../core/bilateral.hpp"
#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"
#include "../../core/rounding.hpp"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Widths count pixels; the window is walked in cells of CellSize x CellSize pixels,
// whose halo fits into shared memory with up to 4 channels.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int CellSize_> struct BilateralTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_, CellSize = CellSize_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int SharedWidth = Width + CellSize_ - 1, SharedHeight = Height + CellSize_ - 1;
};

template <class T, bool Guided = false> struct BilateralArguments
{
    SourceView<T> source;
    TargetView<T> target;
    BilateralWeights weights;
    int tilesX; // tiles in a row of tiles; blocks are numbered row by row

    __device__ const SourceView<T>& compared() const { return source; }
};

template <class T> struct BilateralArguments<T, true> : BilateralArguments<T>
{
    SourceView<T> guide; // its pixel at (x0, y0) lies under the first one of the target as well

    __device__ const SourceView<T>& compared() const { return guide; }
};

// A pixel to compare with its neighbours, and the sums of what these weigh. The guide has as many channels as are
// compared; those of the source are `Channels`.
template <int Channels, int Compared> struct BilateralSums
{
    float centre[Compared];
    FloatAccumulator weighted[Channels], weights;

    __device__ void add(const BilateralWeights& w, const float* compared, const float* pixel, float ofPlace)
    {
        float difference = fabsf(compared[0] - centre[0]);
#pragma unroll
        for (int c = 1; c < Compared; ++c)
            difference += fabsf(compared[c] - centre[c]);
        const float weight = approximateExp2(w.exponent(difference, ofPlace));
        weights.add(weight, 1.f);
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            weighted[c].add(weight, pixel[c]);
    }
    __device__ void fold()
    {
        weights.fold();
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            weighted[c].fold();
    }
};

// Adds the pixels of a cell, the first of which lies (firstX, firstY) from a result. Their likeness is that of the
// pixels in `guide`, which may be the tile itself.
template <class Tile, int Channels, int Compared>
__device__ void addCell(BilateralSums<Channels, Compared> (&sums)[Tile::RowsPerThread], const float* tile,
                        const float* guide, const BilateralWeights& weights, int firstX, int firstY)
{
    constexpr int pitch = Tile::SharedWidth * Channels, guidePitch = Tile::SharedWidth * Compared;
    const float* const first = tile + threadIdx.y * pitch + threadIdx.x * Channels;
    const float* const firstCompared = guide + threadIdx.y * guidePitch + threadIdx.x * Compared;
    const int radius = weights.radius;
#pragma unroll 1
    for (int y = firstY; y < firstY + Tile::CellSize && y <= radius; ++y)
    {
#pragma unroll 1
        for (int x = firstX; x < firstX + Tile::CellSize && x <= radius; ++x)
        {
            const int squaredDistance = x * x + y * y;
            if (squaredDistance > radius * radius)
                continue;
            const float ofPlace = weights.ofPlace(squaredDistance);
            const float* const pixel = first + (y - firstY) * pitch + (x - firstX) * Channels;
            const float* const compared = firstCompared + (y - firstY) * guidePitch + (x - firstX) * Compared;
#pragma unroll
            for (int r = 0; r < Tile::RowsPerThread; ++r)
                sums[r].add(weights, compared + r * Tile::ThreadsY * guidePitch, pixel + r * Tile::ThreadsY * pitch,
                            ofPlace);
        }
#pragma unroll
        for (int r = 0; r < Tile::RowsPerThread; ++r)
            sums[r].fold();
    }
}

// One block writes a Width x Height tile of target(x, y) = sum of weight * source(x0 + x + i, y0 + y + j) / sum of
// weights over i^2 + j^2 <= radius^2. A thread owns the pixels of one column that are ThreadsY rows apart.
// `GuideChannels` is 0 where the source is compared with itself.
// For one channel, for halves and with a guide the compiler would take fewer registers, and spill one.
template <class Tile, int Channels, int GuideChannels, class T>
__global__ void __launch_bounds__(Tile::Threads, Channels == 1 || std::is_same_v<T, Half> || GuideChannels > 0 ? 1 : 0)
    bilateralKernel(const BilateralArguments<T, (GuideChannels > 0)> a)
{
    awaitEarlierWork();
    constexpr int Compared = GuideChannels > 0 ? GuideChannels : Channels;
    constexpr int Pixels = Tile::SharedHeight * Tile::SharedWidth;
    __shared__ float tile[Pixels * (Channels + GuideChannels)];
    float* const guide = GuideChannels > 0 ? tile + Pixels * Channels : tile;
    const TilePlace place = placeTile<Tile>(a.tilesX, 1);
    const int x = place.firstX + static_cast<int>(threadIdx.x), y = place.firstY + static_cast<int>(threadIdx.y);

    BilateralSums<Channels, Compared> sums[Tile::RowsPerThread];
    // The image has all pixels that lie under the target: no border mode is asked. Threads beyond the target read the
    // last ones.
    const int insideX = x < a.target.cols ? x : a.target.cols - 1;
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
    {
        const int row = y + r * Tile::ThreadsY, insideY = row < a.target.rows ? row : a.target.rows - 1;
        const T* const pixel = a.compared().row(a.compared().y0 + insideY) +
                               static_cast<std::ptrdiff_t>(a.compared().x0 + insideX) * Compared;
#pragma unroll
        for (int c = 0; c < Compared; ++c)
            sums[r].centre[c] = static_cast<float>(pixel[c]);
    }

    const int radius = a.weights.radius;
    for (int cellY = -radius; cellY <= radius; cellY += Tile::CellSize)
        for (int cellX = -radius; cellX <= radius; cellX += Tile::CellSize)
        {
            __syncthreads();
            loadTile<Tile::ThreadsX, Tile::ThreadsY>(
                tile, Tile::SharedWidth * Channels, a.source, a.source.x0 + place.firstX + cellX,
                a.source.y0 + place.firstY + cellY, Tile::SharedWidth, Tile::SharedHeight);
            if constexpr (GuideChannels > 0)
                loadTile<Tile::ThreadsX, Tile::ThreadsY>(
                    guide, Tile::SharedWidth * GuideChannels, a.guide, a.guide.x0 + place.firstX + cellX,
                    a.guide.y0 + place.firstY + cellY, Tile::SharedWidth, Tile::SharedHeight);
            __syncthreads();
            addCell<Tile>(sums, tile, guide, a.weights, cellX, cellY);
        }

#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
        if (x < a.target.cols && y + r * Tile::ThreadsY < a.target.rows)
#pragma unroll
            for (int c = 0; c < Channels; ++c)
                a.target.row(y + r * Tile::ThreadsY)[static_cast<std::ptrdiff_t>(x) * Channels + c] =
                    saturateRound<T>(sums[r].weighted[c].value() / sums[r].weights.value());
}

}} // namespace cv::cudatiled
