// SPDX-License-Identifier: Apache-2.0
// Tables that give all colours one mean: a block has a thread for each level.
#pragma once

#include "all_levels.cuh"

namespace cv { namespace cudatiled {

struct GreyWorldTable
{
    GreyWorldRule rule;

    __device__ std::uint8_t operator()(const LevelCounts& counts, int channel) const
    {
        const int level = ownLevel(), colours = counts.channels < kColours ? counts.channels : kColours;
        if (channel >= kColours)
            return static_cast<std::uint8_t>(level);
        std::uint64_t sum = 0, sumOfColours = 0;
        for (int c = 0; c < colours; ++c)
        {
            const std::uint64_t ofColour = sumOfLevels(static_cast<std::uint64_t>(counts.of(c)) * level);
            sumOfColours += ofColour;
            sum = c == channel ? ofColour : sum;
        }
        return rule(level, sum, sumOfColours, colours, counts.pixels);
    }
};

}} // namespace cv::cudatiled
