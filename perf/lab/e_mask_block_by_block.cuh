// SPDX-License-Identifier: Apache-2.0
// (e) Idea: a block of 16 x 16 threads walks over the blocks of 16 x 16 pixels that its results need, and adds up.
// It should bring: masks of any size with shared memory of a fixed size.
// What binds it: pixels loaded for nothing, 4 blocks for the results of 1 already with a mask of 3 x 3, and two
// barriers for each of them.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

__device__ inline int lesserOf(int a, int b)
{
    return a < b ? a : b;
}

template <class Src, class Dst> __global__ void maskBlocksKernel(Images<Src, Dst> image, Mask mask, Taps taps)
{
    __shared__ Src tile[kThreads][kThreads];
    const int threadX = static_cast<int>(threadIdx.x), threadY = static_cast<int>(threadIdx.y);
    const int columns = 2 * mask.radiusX + 1, rows = 2 * mask.radiusY + 1;
    const int x = gridX(), y = gridY();
    float sum = 0;
    // Blocks begin at the first pixel of the first result; tap (j, i) meets tile[threadY + j - top][threadX + i -
    // left].
    for (int top = 0; top < kThreads + rows - 1; top += kThreads)
        for (int left = 0; left < kThreads + columns - 1; left += kThreads)
        {
            tile[threadY][threadX] =
                static_cast<Src>(pixelOrZero(image, x + left - mask.radiusX, y + top - mask.radiusY));
            __syncthreads();
            const int lastJ = lesserOf(rows, top + kThreads - threadY),
                      lastI = lesserOf(columns, left + kThreads - threadX);
            for (int j = top > threadY ? top - threadY : 0; j < lastJ; ++j)
                for (int i = left > threadX ? left - threadX : 0; i < lastI; ++i)
                    sum += taps.tap[j * columns + i] * static_cast<float>(tile[threadY + j - top][threadX + i - left]);
            __syncthreads(); // before others overwrite the tile
        }
    if (x < image.width && y < image.height)
        store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
