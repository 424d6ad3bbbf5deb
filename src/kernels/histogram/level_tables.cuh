// SPDX-License-Identifier: Apache-2.0
// From the histogram of an image to a look-up table for each channel, on the device.
#pragma once

#include "../../core/earlier_work.cuh"
#include "all_levels.cuh"

namespace cv { namespace cudatiled {

// A table is a struct with
//   operator()(counts, channel)      what becomes of ownLevel() in this channel; called by all threads.
template <class Table> struct LevelTablesArguments
{
    LevelCounts counts;
    Table table;
    std::uint8_t* levels; // kLevels for each channel
};

// A block for each channel.
template <class Tile, class Table>
__global__ void __launch_bounds__(Tile::ThreadsX) levelTablesKernel(const LevelTablesArguments<Table> a)
{
    awaitEarlierWork();
    const int channel = static_cast<int>(blockIdx.x);
    a.levels[channel * kLevels + ownLevel()] = a.table(a.counts, channel);
}

}} // namespace cv::cudatiled
