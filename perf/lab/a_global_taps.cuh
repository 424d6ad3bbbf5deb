// SPDX-License-Identifier: Apache-2.0
// (a) Idea: a thread for each result; pixels and taps come from global memory, as the formula is written.
// It brings: nothing yet. Others are compared with it.
// What binds it: instructions. Each product takes two loads, four comparisons and two addresses; caches serve the
// loads, since neighbouring threads read neighbouring pixels.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

template <class Src, class Dst> __global__ void globalTapsKernel(Images<Src, Dst> image, Mask mask, const float* taps)
{
    const int x = gridX(), y = gridY();
    if (x >= image.width || y >= image.height)
        return;
    float sum = 0;
    for (int j = -mask.radiusY; j <= mask.radiusY; ++j)
        for (int i = -mask.radiusX; i <= mask.radiusX; ++i)
            sum += *taps++ * pixelOrZero(image, x + i, y + j);
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
