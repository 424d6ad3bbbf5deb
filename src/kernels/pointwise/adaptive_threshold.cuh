// SPDX-License-Identifier: Apache-2.0
// Comparing the bytes in a word with their means; combine.cuh says what a combination is.
#pragma once

#include "../../core/adaptive_threshold.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

struct CompareWithMean
{
    using Scalar = std::uint8_t;

    int least;                       // that a pixel above has of 256 + pixel - mean
    std::uint32_t below, difference; // words of results below, and from one of these to one above

    explicit CompareWithMean(const AdaptiveThreshold& threshold)
        : least(257 - threshold.offset), below(threshold.below * 0x01010101u),
          difference(static_cast<std::uint32_t>(threshold.above - threshold.below))
    {}

    __device__ std::uint32_t word(std::uint32_t pixels, std::uint32_t means) const
    {
        constexpr std::uint32_t even = 0x00ff00ffu, bias = 0x01000100u;
        const std::uint32_t above = u16x2From((pixels & even) + bias - (means & even), least) |
                                    u16x2From(oddBytes(pixels) + bias - oddBytes(means), least) << 8;
        return above * difference + below;
    }

    __device__ std::uint8_t scalar(std::uint8_t pixel, std::uint8_t mean) const
    {
        return static_cast<std::uint8_t>(word(pixel, mean));
    }
};

}} // namespace cv::cudatiled
