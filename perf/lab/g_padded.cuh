// SPDX-License-Identifier: Apache-2.0
// (g) Idea: as (b), of an image that has a margin of zeros: no comparison anywhere.
// It should bring: fewer instructions for each product, at the price of an image that was copied before. That copy is
// not in the times.
// What binds it: loads, which pass through the first cache one warp at a time.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

// image.src is the first pixel of the image; as many rows and columns as the radii lie around it.
template <class Src, class Dst> __global__ void paddedKernel(Images<Src, Dst> image, Mask mask, Taps taps)
{
    const int x = gridX(), y = gridY();
    if (x >= image.width || y >= image.height)
        return;
    float sum = 0;
    int tap = 0;
    for (int j = -mask.radiusY; j <= mask.radiusY; ++j)
        for (int i = -mask.radiusX; i <= mask.radiusX; ++i)
            sum += taps.tap[tap++] * static_cast<float>(image.src[(y + j) * image.srcStep + x + i]);
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
