// SPDX-License-Identifier: Apache-2.0
// Unsharp masking of the scalars in a word; combine.cuh says what a combination is.
#pragma once

#include "../../core/unsharp_mask.hpp"
#include "../sliding_window/shape.cuh"

namespace cv { namespace cudatiled {

template <class T> struct Sharpen
{
    using Scalar = T;

    UnsharpMask mask;

    __device__ std::uint32_t word(std::uint32_t pixels, std::uint32_t blurred) const
    {
        constexpr int count = 4 / static_cast<int>(sizeof(T));
        float sharpened[count];
#pragma unroll
        for (int i = 0; i < count; ++i)
            sharpened[i] = mask(stripScalar<T>(&pixels, i), stripScalar<T>(&blurred, i));
        return packedWord<T>(sharpened);
    }

    __device__ T scalar(T pixel, T blurred) const
    {
        return saturateRound<T>(mask(static_cast<float>(pixel), static_cast<float>(blurred)));
    }
};

}} // namespace cv::cudatiled
