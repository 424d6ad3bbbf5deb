// SPDX-License-Identifier: Apache-2.0
// Functions of the levels of bytes, by rules that depend on the whole image.
#pragma once

#include <cstdint>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

constexpr int kLevels = 256;
constexpr int kWideLevels = 65536; // of 16 bits
constexpr int kColours = 3;        // a fourth channel is opacity

// To the nearest integer, halves to even.
CUDATILED_HOST_DEVICE inline std::uint64_t roundedQuotient(std::uint64_t numerator, std::uint64_t denominator)
{
    const std::uint64_t quotient = numerator / denominator, rest = numerator - quotient * denominator;
    const bool up = rest > denominator - rest || (rest == denominator - rest && quotient % 2 == 1);
    return quotient + (up ? 1 : 0);
}

CUDATILED_HOST_DEVICE inline std::uint8_t saturatedLevel(std::uint64_t value)
{
    return static_cast<std::uint8_t>(value < 255 ? value : 255);
}

// Stretched over all levels, from the lowest and the highest that become 0 and 255: 255 * (level - lowest) /
// (highest - lowest). Unless lowest < highest, all levels stay.
CUDATILED_HOST_DEVICE inline std::uint8_t stretchedLevel(int level, int lowest, int highest)
{
    if (lowest >= highest)
        return static_cast<std::uint8_t>(level);
    if (level <= lowest)
        return 0;
    if (level >= highest)
        return 255;
    return saturatedLevel(roundedQuotient(static_cast<std::uint64_t>(255 * (level - lowest)),
                                          static_cast<std::uint64_t>(highest - lowest)));
}

// cv::threshold's results for levels above a threshold, and for the others. The types have OpenCV's numbers.
struct ThresholdRule
{
    int type; // cv::THRESH_BINARY, BINARY_INV, TRUNC, TOZERO or TOZERO_INV
    int maxval;

    CUDATILED_HOST_DEVICE int operator()(int level, int threshold) const
    {
        const bool above = level > threshold;
        switch (type)
        {
        case 0: return above ? maxval : 0;
        case 1: return above ? 0 : maxval;
        case 2: return !above ? level : threshold < 0 ? 0 : threshold;
        case 3: return above ? level : 0;
        default: return above ? 0 : level;
        }
    }
};

// Which levels are stretched: those between the lowest and the highest one that are left when a share of the pixels is
// cut off at each end.
struct ContrastRule
{
    double share;  // from 0, below 0.5
    bool together; // one pair of levels for all colours

    // Pixels that may lie below the lowest level, and above the highest.
    CUDATILED_HOST_DEVICE std::uint64_t cutOff(std::uint64_t pixels) const
    {
        return static_cast<std::uint64_t>(share * static_cast<double>(pixels));
    }
};

// Gives a colour the mean of all colours: by a factor, or where its own mean is at most 0.05, by adding it.
struct GreyWorldRule
{
    CUDATILED_HOST_DEVICE std::uint8_t operator()(int level, std::uint64_t sum, std::uint64_t sumOfColours, int colours,
                                                  std::uint64_t pixels) const
    {
        const auto number = static_cast<std::uint64_t>(colours), value = static_cast<std::uint64_t>(level);
        if (20 * sum > pixels)
            return saturatedLevel(roundedQuotient(value * sumOfColours, number * sum));
        return saturatedLevel(roundedQuotient(value * number * pixels + sumOfColours, number * pixels));
    }
};

}} // namespace cv::cudatiled
