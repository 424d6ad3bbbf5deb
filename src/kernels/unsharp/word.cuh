// SPDX-License-Identifier: Apache-2.0
// Unsharp masking of the scalars in a word.
#pragma once

#include "../../core/unsharp_mask.hpp"
#include "../sliding_window/shape.cuh"

namespace cv { namespace cudatiled {

template <class T>
__device__ std::uint32_t sharpenedWord(std::uint32_t pixels, std::uint32_t blurred, const UnsharpMask& mask)
{
    constexpr int count = 4 / static_cast<int>(sizeof(T));
    float sharpened[count];
#pragma unroll
    for (int i = 0; i < count; ++i)
        sharpened[i] = mask(stripScalar<T>(&pixels, i), stripScalar<T>(&blurred, i));
    return packedWord<T>(sharpened);
}

}} // namespace cv::cudatiled
