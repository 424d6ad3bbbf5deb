// SPDX-License-Identifier: Apache-2.0
// Bilateral filters of small radius. A thread has the results of four rows of a column: it reads a column of pixels
// beside them from shared memory once, and weighs each of these pixels for all of its results.
#pragma once

#include "../../core/bilateral.hpp"
#include "../../core/earlier_work.cuh"
#include "../../core/rounding.hpp"
#include "../general/tile_load.cuh"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

template <int Channels_> struct BilateralRegisterTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Threads = ThreadsX * ThreadsY, Channels = Channels_;
    static constexpr int MinBlocks = Channels == 4 ? 2 : Channels == 3 ? 3 : 4;
    static constexpr int Rows = 4, MostRadius = 4;
    static constexpr int Width = ThreadsX, Height = ThreadsY * Rows; // pixels
    static constexpr int Pitch = (Width + 2 * MostRadius) * Channels;
    static constexpr int Scalars = (Height + 2 * MostRadius) * Pitch;
};

template <class T> struct BilateralTileArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    BilateralWeights weights;
};

template <int Channels> struct BilateralPixel
{
    float of[Channels];

    BilateralPixel() = default;
    // All at once where they are a unit of loads.
    __device__ explicit BilateralPixel(const float* from)
    {
        constexpr int Unit = Channels == 3 ? 1 : Channels;
#pragma unroll
        for (int i = 0; i < Channels; i += Unit)
        {
            const auto unit = *reinterpret_cast<const Words<Unit>*>(from + i);
#pragma unroll
            for (int w = 0; w < Unit; ++w)
                of[i + w] = asFloat(unit.word[w]);
        }
    }

    __device__ float differenceFrom(const BilateralPixel& other) const
    {
        float sum = fabsf(of[0] - other.of[0]);
#pragma unroll
        for (int c = 1; c < Channels; ++c)
            sum += fabsf(of[c] - other.of[c]);
        return sum;
    }
};

// A pixel, and what the pixels around it weigh.
template <int Channels> struct BilateralResult
{
    BilateralPixel<Channels> centre, weighted;
    float weights;

    __device__ void start(const BilateralPixel<Channels>& own)
    {
        centre = own;
        weighted = {};
        weights = 0.f;
    }
    __device__ void add(const BilateralWeights& w, const BilateralPixel<Channels>& pixel, float ofPlace)
    {
        const float weight = approximateExp2(w.exponent(pixel.differenceFrom(centre), ofPlace));
        weights += weight;
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            weighted.of[c] = fmaf(weight, pixel.of[c], weighted.of[c]);
    }
};

// Adds a column that lies `x` pixels beside the results, of which `own` is the first one's place in the tile.
template <class Tile>
__device__ void addColumn(BilateralResult<Tile::Channels> (&result)[Tile::Rows], const BilateralWeights& weights,
                          const float* own, int x)
{
    constexpr int Most = Tile::MostRadius, Rows = Tile::Rows;
    const int radius = weights.radius;
    BilateralPixel<Tile::Channels> pixel[Rows + 2 * Most];
#pragma unroll
    for (int y = -Most; y < Rows + Most; ++y)
        if (y >= -radius && y < Rows + radius)
            pixel[Most + y] = BilateralPixel<Tile::Channels>(own + y * Tile::Pitch + x * Tile::Channels);
#pragma unroll
    for (int y = 0; y <= Most; ++y)
    {
        const int squaredDistance = x * x + y * y;
        if (squaredDistance > radius * radius)
            break;
        const float ofPlace = weights.ofPlace(squaredDistance);
#pragma unroll
        for (int r = 0; r < Rows; ++r)
        {
            result[r].add(weights, pixel[Most + r + y], ofPlace);
            if (y > 0)
                result[r].add(weights, pixel[Most + r - y], ofPlace);
        }
    }
}

// A block writes Width x Height pixels: the sum of weight * pixel / the sum of weights, over a disc.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) bilateralTileKernel(const BilateralTileArguments<T> a)
{
    awaitEarlierWork();
    constexpr int Channels = Tile::Channels;
    alignas(16) __shared__ float tile[Tile::Scalars];
    const int firstX = blockIdx.x * Tile::Width, firstY = rowOfBlock(a.target) * Tile::Height;
    const int radius = a.weights.radius;
    loadTile<Tile::ThreadsX, Tile::ThreadsY>(tile, Tile::Pitch, a.source, a.source.x0 + firstX - radius,
                                             a.source.y0 + firstY - radius, Tile::Width + 2 * radius,
                                             Tile::Height + 2 * radius);
    __syncthreads();

    const int row = static_cast<int>(threadIdx.y) * Tile::Rows, column = static_cast<int>(threadIdx.x);
    const float* const own = tile + (row + radius) * Tile::Pitch + (column + radius) * Channels;
    BilateralResult<Channels> result[Tile::Rows];
#pragma unroll
    for (int r = 0; r < Tile::Rows; ++r)
        result[r].start(BilateralPixel<Channels>(own + r * Tile::Pitch));
#pragma unroll 1
    for (int x = -radius; x <= radius; ++x)
        addColumn<Tile>(result, a.weights, own, x);

    const int x = firstX + column, y = firstY + row;
#pragma unroll
    for (int r = 0; r < Tile::Rows; ++r)
        if (x < a.target.cols && y + r < a.target.rows)
#pragma unroll
            for (int c = 0; c < Channels; ++c)
                a.target.row(y + r)[static_cast<std::ptrdiff_t>(x) * Channels + c] =
                    saturateRound<T>(approximateQuotient(result[r].weighted.of[c], result[r].weights));
}

}} // namespace cv::cudatiled
