// SPDX-License-Identifier: Apache-2.0
// Contrast of bytes between two levels; kernel.cuh says what an operation is.
#pragma once

#include "../../core/contrast.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

struct ContrastOperation
{
    using Source = std::uint8_t;
    using Target = std::uint8_t;
    static constexpr int kScalars = 1, kSourceWords = 4, kTargetWords = 4;

    int lowest, range;
    LevelStretch stretch;

    ContrastOperation(int lowest_, int range_) : lowest(lowest_), range(range_), stretch(range_) {}

    __device__ void unit(std::uint32_t (&to)[4], const std::uint32_t (&from)[4]) const
    {
#pragma unroll
        for (int w = 0; w < 4; ++w)
            to[w] = word(from[w]);
    }

    __device__ std::uint8_t scalar(const std::uint8_t* from) const
    {
        return static_cast<std::uint8_t>(word(*from));
    }

private:
    __device__ std::uint32_t word(std::uint32_t levels) const
    {
        const std::uint32_t even = saturateU16x2(levels & 0x00ff00ffu, lowest, range),
                            odd = saturateU16x2(oddBytes(levels), lowest, range);
        const std::uint32_t stretched[4] = {bits(even, 0), bits(odd, 0), bits(even, 1), bits(odd, 1)};
        return gatherBytes<4>(stretched, 0);
    }
    __device__ std::uint32_t bits(std::uint32_t pair, int i) const
    {
        return asBits(stretch(asFloat(joinedU16x2(pair, i, LevelStretch::kAboveHalf, 1))));
    }
};

}} // namespace cv::cudatiled
