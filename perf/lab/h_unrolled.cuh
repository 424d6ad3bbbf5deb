// SPDX-License-Identifier: Apache-2.0
// (h) Idea: as (d), with radii that the compiler knows: loops are unrolled, taps become operands of the products.
// It should bring: a load from shared memory and a product are all that is left of a tap. Several results a thread, a
// block apart, share the halo.
// What binds it: shared memory, which hands out a pixel for each product.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

// A block of X x Y threads writes (X * ResultsX) x (Y * ResultsY) results.
template <int X_, int Y_, int ResultsX_ = 1, int ResultsY_ = 1> struct Shape
{
    static constexpr int X = X_, Y = Y_, ResultsX = ResultsX_, ResultsY = ResultsY_;
    static constexpr int Width = X * ResultsX, Height = Y * ResultsY;
};

template <class Shape, int RadiusX, int RadiusY, class Src, class Dst>
__global__ void unrolledKernel(Images<Src, Dst> image, Taps taps)
{
    __shared__ Src tile[Shape::Height + 2 * RadiusY][Shape::Width + 2 * RadiusX];
    const int threadX = static_cast<int>(threadIdx.x), threadY = static_cast<int>(threadIdx.y);
    const int left = static_cast<int>(blockIdx.x) * Shape::Width, top = static_cast<int>(blockIdx.y) * Shape::Height;
    for (int y = threadY; y < Shape::Height + 2 * RadiusY; y += Shape::Y)
        for (int x = threadX; x < Shape::Width + 2 * RadiusX; x += Shape::X)
            tile[y][x] = static_cast<Src>(pixelOrZero(image, left + x - RadiusX, top + y - RadiusY));
    __syncthreads();
#pragma unroll
    for (int result = 0; result < Shape::ResultsX * Shape::ResultsY; ++result)
    {
        const int x = threadX + result % Shape::ResultsX * Shape::X, y = threadY + result / Shape::ResultsX * Shape::Y;
        float sum = 0;
#pragma unroll
        for (int tap = 0; tap < (2 * RadiusX + 1) * (2 * RadiusY + 1); ++tap)
            sum += taps.tap[tap] * static_cast<float>(tile[y + tap / (2 * RadiusX + 1)][x + tap % (2 * RadiusX + 1)]);
        if (left + x < image.width && top + y < image.height)
            store(&image.dst[(top + y) * image.dstStep + left + x], sum);
    }
}

}} // namespace perf::lab
