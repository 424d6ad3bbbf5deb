// SPDX-License-Identifier: Apache-2.0
// (b) Idea: as (a), with the taps in constant memory, where arguments of a kernel lie too.
// It should bring: one load less for each product, as all threads of a warp read the same tap at the same time and the
// constant cache hands it to all of them at once.
// What binds it: still instructions, the comparisons and the loads of pixels.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

template <class Src, class Dst> __global__ void constantTapsKernel(Images<Src, Dst> image, Mask mask, Taps taps)
{
    const int x = gridX(), y = gridY();
    if (x >= image.width || y >= image.height)
        return;
    float sum = 0;
    int tap = 0;
    for (int j = -mask.radiusY; j <= mask.radiusY; ++j)
        for (int i = -mask.radiusX; i <= mask.radiusX; ++i)
            sum += taps.tap[tap++] * pixelOrZero(image, x + i, y + j);
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
