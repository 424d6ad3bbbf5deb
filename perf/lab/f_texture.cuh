// SPDX-License-Identifier: Apache-2.0
// (f) Idea: as (b), with the pixels read through a texture, whose unit returns 0 outside the image.
// It should bring: no comparisons, no addresses and no shared memory; the texture cache serves neighbours.
// What binds it: the texture units, which answer four requests a clock in each multiprocessor; a warp that reads a
// pixel a thread occupies them for eight clocks.
#pragma once

#include "image.cuh"

namespace perf { namespace lab {

// `texture` has the pixels of image.src, unfiltered; it is a texture object of CUDA's runtime.
template <class Src, class Dst>
__global__ void textureKernel(Images<Src, Dst> image, Mask mask, Taps taps, cudaTextureObject_t texture)
{
    const int x = gridX(), y = gridY();
    if (x >= image.width || y >= image.height)
        return;
    float sum = 0;
    int tap = 0;
    for (int j = -mask.radiusY; j <= mask.radiusY; ++j)
        for (int i = -mask.radiusX; i <= mask.radiusX; ++i)
        {
            // Pixel x reaches from x to x + 1: its centre is read.
            const float centreX = static_cast<float>(x + i) + 0.5f, centreY = static_cast<float>(y + j) + 0.5f;
            sum += taps.tap[tap++] * static_cast<float>(tex2D<Src>(texture, centreX, centreY));
        }
    store(&image.dst[y * image.dstStep + x], sum);
}

}} // namespace perf::lab
