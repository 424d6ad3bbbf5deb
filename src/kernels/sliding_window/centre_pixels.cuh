// SPDX-License-Identifier: Apache-2.0
// The pixels that results lie on, for arithmetics of strips that need them beside their sums.
#pragma once

#include "shape.cuh"

namespace cv { namespace cudatiled {

// The words of a strip without its halo.
template <class Shape>
__device__ void takeCentre(std::uint32_t (&pixels)[Shape::body], const std::uint32_t (&strip)[Shape::words])
{
    constexpr int at = (Shape::first + Shape::halo) * static_cast<int>(sizeof(typename Shape::S)); // in bytes
#pragma unroll
    for (int w = 0; w < Shape::body; ++w)
        if constexpr (at % 4 == 0)
            pixels[w] = strip[at / 4 + w];
        else
            pixels[w] = shiftedWord(strip[at / 4 + w], strip[at / 4 + w + 1], at % 4 * 8);
}

// Those of the row on the middle tap row, from that one on.
template <int Words>
__device__ void keepCentre(std::uint32_t (&pixels)[Words], const std::uint32_t (&before)[Words],
                           const std::uint32_t (&row)[Words], int j, int middle)
{
#pragma unroll
    for (int w = 0; w < Words; ++w)
        if (j >= middle)
            pixels[w] = j == middle ? row[w] : before[w];
}

}} // namespace cv::cudatiled
