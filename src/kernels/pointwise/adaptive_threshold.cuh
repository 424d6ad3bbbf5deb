// SPDX-License-Identifier: Apache-2.0
// Comparing the bytes in a word with their means; combine.cuh says what a combination is.
#pragma once

#include "../../core/adaptive_threshold.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

struct CompareWithMean
{
    using Scalar = std::uint8_t;

    std::uint32_t bias;          // two halves: 2^15 for the least pixel - mean that is above
    std::uint32_t below, change; // words of results below, and the bits in which results above differ

    explicit CompareWithMean(const AdaptiveThreshold& threshold)
        : bias(static_cast<std::uint32_t>(0x8000 + threshold.offset - 1) * 0x10001u),
          below(threshold.below * 0x01010101u), change((threshold.above ^ threshold.below) * 0x01010101u)
    {}

    __device__ std::uint32_t word(std::uint32_t pixels, std::uint32_t means) const
    {
        constexpr std::uint32_t even = 0x00ff00ffu;
        const std::uint32_t evens = (pixels & even) + bias - (means & even);
        const std::uint32_t odds = oddBytes(pixels) + bias - oddBytes(means);
        return (highestBits(evens, odds) & change) ^ below;
    }

    __device__ std::uint8_t scalar(std::uint8_t pixel, std::uint8_t mean) const
    {
        return static_cast<std::uint8_t>(word(pixel, mean));
    }
};

}} // namespace cv::cudatiled
