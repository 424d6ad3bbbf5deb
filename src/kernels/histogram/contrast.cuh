// SPDX-License-Identifier: Apache-2.0
// Tables that stretch contrast: a block has a thread for each level.
#pragma once

#include "all_levels.cuh"

namespace cv { namespace cudatiled {

struct ContrastTable
{
    ContrastRule rule;

    __device__ std::uint8_t operator()(const LevelCounts& counts, int channel) const
    {
        const int level = ownLevel();
        if (channel >= kColours)
            return static_cast<std::uint8_t>(level);
        const int colours = counts.channels < kColours ? counts.channels : kColours;
        std::uint64_t count = rule.together ? 0 : counts.of(channel);
        for (int c = 0; c < colours && rule.together; ++c)
            count += counts.of(c);
        const std::uint64_t all = static_cast<std::uint64_t>(counts.pixels) * (rule.together ? colours : 1),
                            cutOff = rule.cutOff(all), upTo = sumUpToLevel(count), from = all - upTo + count;
        return stretchedLevel(level, lowestOfLevels(upTo > cutOff ? level : kLevels - 1),
                                       highestOfLevels(from > cutOff ? level : 0));
    }
};

}} // namespace cv::cudatiled
