// SPDX-License-Identifier: Apache-2.0
// (d) Idea: as (c), but threads take turns until the tile of 16 x 16 results with its halo is loaded; then all compute.
// It should bring: no idle threads, and fewer pixels loaded for each result, as tiles overlap less.
// What binds it: instructions. A product takes a load of a pixel from shared memory, one of a tap from constant memory,
// and its share of the loop.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

template <class Src, class Dst> __global__ void severalLoadsKernel(Images<Src, Dst> image, Mask mask, Taps taps)
{
    __shared__ Src tile[kThreads + 2 * kLargestRadius][kThreads + 2 * kLargestRadius];
    const int threadX = static_cast<int>(threadIdx.x), threadY = static_cast<int>(threadIdx.y);
    const int left = static_cast<int>(blockIdx.x) * kThreads - mask.radiusX;
    const int top = static_cast<int>(blockIdx.y) * kThreads - mask.radiusY;
    for (int tileY = threadY; tileY < kThreads + 2 * mask.radiusY; tileY += kThreads)
        for (int tileX = threadX; tileX < kThreads + 2 * mask.radiusX; tileX += kThreads)
            tile[tileY][tileX] = static_cast<Src>(pixelOrZero(image, left + tileX, top + tileY));
    __syncthreads();
    const int x = gridX(), y = gridY();
    if (x >= image.width || y >= image.height)
        return;
    float sum = 0;
    int tap = 0;
    for (int j = 0; j <= 2 * mask.radiusY; ++j)
        for (int i = 0; i <= 2 * mask.radiusX; ++i)
            sum += taps.tap[tap++] * static_cast<float>(tile[threadY + j][threadX + i]);
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
