// SPDX-License-Identifier: Apache-2.0
// (c) Idea: a block loads its tile with the halo into shared memory, a pixel a thread; then only inner threads compute.
// It should bring: one comparison with the border for each loaded pixel instead of each product, and a global load
// for each pixel of the tile.
// What binds it: idle threads. Of 16 x 16 threads 14 x 14 compute with radius 1, and 8 x 8 with radius 4.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

// A block writes (16 - 2 radiusX) x (16 - 2 radiusY) results: radii are at most 7.
template <class Src, class Dst> __global__ void oneLoadKernel(Images<Src, Dst> image, Mask mask, Taps taps)
{
    __shared__ Src tile[kThreads][kThreads];
    const int threadX = static_cast<int>(threadIdx.x), threadY = static_cast<int>(threadIdx.y);
    const int resultsX = kThreads - 2 * mask.radiusX, resultsY = kThreads - 2 * mask.radiusY;
    const int x = static_cast<int>(blockIdx.x) * resultsX + threadX - mask.radiusX;
    const int y = static_cast<int>(blockIdx.y) * resultsY + threadY - mask.radiusY;
    tile[threadY][threadX] = static_cast<Src>(pixelOrZero(image, x, y));
    __syncthreads();
    const int fromX = threadX - mask.radiusX, fromY = threadY - mask.radiusY;
    if (fromX < 0 || fromX >= resultsX || fromY < 0 || fromY >= resultsY || x >= image.width || y >= image.height)
        return;
    float sum = 0;
    int tap = 0;
    for (int j = 0; j <= 2 * mask.radiusY; ++j)
        for (int i = 0; i <= 2 * mask.radiusX; ++i)
            sum += taps.tap[tap++] * static_cast<float>(tile[fromY + j][fromX + i]);
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
