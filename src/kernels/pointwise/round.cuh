// SPDX-License-Identifier: Apache-2.0
// Floats that become integers or floats of 16 bits; kernel.cuh says what an operation is.
#pragma once

#include "../../core/rounding.hpp"
#include "../../core/word_scalars.cuh"

namespace cv { namespace cudatiled {

// Rounded to nearest, ties to even, and saturated. NaN becomes the lowest integer.
template <class D> struct RoundOperation
{
    using Source = float;
    using Target = D;
    static constexpr int kScalars = 1, kTargetWords = 4, kSourceWords = 16 / static_cast<int>(sizeof(D));

    __device__ void unit(std::uint32_t (&to)[kTargetWords], const std::uint32_t (&from)[kSourceWords]) const
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(D));
#pragma unroll
        for (int w = 0; w < kTargetWords; ++w)
        {
            to[w] = 0;
#pragma unroll
            for (int i = 0; i < perWord; ++i)
                to[w] |= scalarBits(saturateRound<D>(asFloat(from[w * perWord + i]))) << (32 / perWord * i);
        }
    }

    __device__ D scalar(const float* from) const
    {
        return saturateRound<D>(*from);
    }
};

}} // namespace cv::cudatiled
