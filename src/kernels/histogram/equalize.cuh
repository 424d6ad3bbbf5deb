// SPDX-License-Identifier: Apache-2.0
// The table of cv::equalizeHist: a block has a thread for each level.
#pragma once

#include "../../core/intrinsics.cuh"
#include "all_levels.cuh"

namespace cv { namespace cudatiled {

// The same floats in the same order as OpenCV: pixels of the lowest level do not count.
struct EqualizeTable
{
    __device__ std::uint8_t operator()(const LevelCounts& counts, int channel) const
    {
        const std::uint32_t count = counts.of(channel), upTo = sumUpToLevel(count),
                            lowest = highestOfLevels(count > 0 && upTo == count ? count : 0u);
        if (lowest == counts.pixels)
            return static_cast<std::uint8_t>(ownLevel());
        if (upTo <= lowest)
            return 0;
        const float scale = 255.f / static_cast<float>(static_cast<int>(counts.pixels - lowest));
        const int level = roundToInt(static_cast<float>(static_cast<int>(upTo - lowest)) * scale);
        return static_cast<std::uint8_t>(level < 255 ? level : 255);
    }
};

}} // namespace cv::cudatiled
