// SPDX-License-Identifier: Apache-2.0
// The threshold of a histogram, on the device.
#pragma once

#include "../../core/earlier_work.cuh"
#include "thresholds.cuh"

namespace cv { namespace cudatiled {

struct ThresholdLevelArguments
{
    const std::uint32_t* counts;           // kLevels for each channel
    std::int32_t* levels;                  // one for each
    std::ptrdiff_t countsStep, levelsStep; // in words
};

// A block for each channel.
template <class Tile, class Threshold>
__global__ void __launch_bounds__(Tile::ThreadsX) thresholdLevelKernel(const ThresholdLevelArguments a)
{
    awaitEarlierWork();
    LevelCounts counts{a.counts + blockIdx.x * a.countsStep, 1, 0};
    counts.pixels = sumOfLevels(counts.of(0));
    const int level = Threshold::of(counts, 0);
    if (ownLevel() == 0)
        a.levels[blockIdx.x * a.levelsStep] = level;
}

}} // namespace cv::cudatiled
