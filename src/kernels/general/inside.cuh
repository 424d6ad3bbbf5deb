// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image, for results whose windows stick out of it.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/rounding.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// A thread makes several results one below the other, which share the sums along rows.
struct InsideBlock
{
    static constexpr int ThreadsX = 128, ThreadsY = 1, RowsPerThread = 4;
};

// Results of a target.
struct ResultPart
{
    int x, y, width, height;
};

// A weighted sum of pixels, and the sum of their weights.
struct WeightedSum
{
    double sum, weight;

    CUDATILED_HOST_DEVICE void add(double tap, double pixel, double ofPixel)
    {
        sum = fma(tap, pixel, sum);
        weight = fma(tap, ofPixel, weight);
    }
};

// Pixels of a row under taps first to last - 1; `pixels` is the one under tap 0, which may lie outside.
template <class S> struct RowInside
{
    const S* pixels;
    int channels, first, last;

    __device__ double pixel(int i) const
    {
        return static_cast<double>(pixels[static_cast<std::ptrdiff_t>(i) * channels]);
    }
};

// The row of taps, then the column.
struct InsideProduct
{
    const float* value;

    // The row of pixels number k under the window of the first of N results, each of which lies one below the other.
    template <class S, int N>
    __device__ void addRow(WeightedSum (&sums)[N], const RowInside<S>& row, int k, int width, int height) const
    {
        WeightedSum along{0., 0.};
        for (int i = row.first; i < row.last; ++i)
            along.add(value[i], row.pixel(i), 1.);
#pragma unroll
        for (int n = 0; n < N; ++n)
            if (k - n >= 0 && k - n < height)
                sums[n].add(value[width + k - n], along.sum, along.weight);
    }
};

// All taps, row by row.
struct InsideKernel
{
    const float* value;

    template <class S, int N>
    __device__ void addRow(WeightedSum (&sums)[N], const RowInside<S>& row, int k, int width, int height) const
    {
        for (int i = row.first; i < row.last; ++i)
        {
            const double pixel = row.pixel(i);
#pragma unroll
            for (int n = 0; n < N; ++n)
                if (k - n >= 0 && k - n < height)
                    sums[n].add(value[static_cast<std::ptrdiff_t>(k - n) * width + i], pixel, 1.);
        }
    }
};

template <class S, class D, class Taps> struct InsideArguments
{
    BatchSource<S> source;
    BatchTarget<D> target;
    Taps taps;
    int width, height, anchorX, anchorY; // of the window
    double delta;
    ResultPart above, below, left, right; // of the results whose windows lie inside
};

// The second dimension of the grid numbers the four parts. Positions in a row have 64 bits.
template <class S, class D, class Taps>
__global__ void __launch_bounds__(InsideBlock::ThreadsX) insideKernel(const InsideArguments<S, D, Taps> a)
{
    awaitEarlierWork();
    constexpr int N = InsideBlock::RowsPerThread;
    const int number = static_cast<int>(blockIdx.y);
    const ResultPart part = number == 0 ? a.above : number == 1 ? a.below : number == 2 ? a.left : a.right;
    const int channels = a.target.channels;
    const std::int64_t scalars = static_cast<std::int64_t>(part.width) * channels;
    const std::int64_t thread = static_cast<std::int64_t>(blockIdx.x) * InsideBlock::ThreadsX + threadIdx.x;
    if (part.height <= 0 || scalars <= 0 || thread / scalars * N >= part.height)
        return;
    const int row = static_cast<int>(thread / scalars) * N, rows = part.height - row < N ? part.height - row : N;
    const std::int64_t scalar = thread % scalars + static_cast<std::int64_t>(part.x) * channels;
    const int x = static_cast<int>(scalar / channels), y = part.y + row;

    const int left = a.source.x0 + x - a.anchorX, top = a.source.y0 + y - a.anchorY, end = a.height + rows - 1;
    const std::int64_t firstScalar = static_cast<std::int64_t>(a.source.x0 - a.anchorX) * channels + scalar;
    RowInside<S> pixels{nullptr, channels, left < 0 ? -left : 0,
                        a.source.cols - left < a.width ? a.source.cols - left : a.width};
    WeightedSum sums[N] = {};
    for (int k = top < 0 ? -top : 0; k < end && top + k < a.source.rows; ++k)
    {
        pixels.pixels = a.source.row(top + k) + firstScalar;
        a.taps.addRow(sums, pixels, k, a.width, a.height);
    }
#pragma unroll
    for (int n = 0; n < N; ++n)
        if (n < rows)
            a.target.row(y + n)[scalar] = saturateRound<D>(sums[n].sum / sums[n].weight + a.delta);
}

}} // namespace cv::cudatiled
