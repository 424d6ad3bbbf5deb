// SPDX-License-Identifier: Apache-2.0
// Floats of 16 bits as unsigned numbers in the same order, and back; kernel.cuh says what an operation is.
#pragma once

#include "../../core/half_scalar.hpp"

namespace cv { namespace cudatiled {

// Of negative numbers, the larger bits are the lower value: all of them are inverted, of others the sign.
template <bool Back> struct HalfKeys
{
    using Source = std::uint16_t;
    using Target = std::uint16_t;
    static constexpr int kScalars = 1, kSourceWords = 4, kTargetWords = 4;

    __device__ void unit(std::uint32_t (&to)[4], const std::uint32_t (&from)[4]) const
    {
#pragma unroll
        for (int w = 0; w < 4; ++w)
            to[w] = word(from[w]);
    }

    __device__ std::uint16_t scalar(const std::uint16_t* from) const
    {
        return static_cast<std::uint16_t>(word(*from));
    }

private:
    __device__ static std::uint32_t word(std::uint32_t from)
    {
        return from ^ (spreadHighestBits<16>(Back ? ~from : from) | 0x80008000u);
    }
};

}} // namespace cv::cudatiled
