// SPDX-License-Identifier: Apache-2.0
// How high tiles are, so that their blocks fill the device. All cut an image of `rows` rows into `tilesX` columns of
// tiles, whose height is a multiple of `step` and at most `most`.
#pragma once

#include "tuning.hpp"

namespace cv { namespace cudatiled {

// As low as lets all blocks run at once.
inline int rowsOfOneRound(int tilesX, int rows, std::int64_t blocksAtOnce)
{
    const std::int64_t tilesY = std::max<std::int64_t>(blocksAtOnce / tilesX, 1);
    return static_cast<int>((rows + tilesY - 1) / tilesY);
}

// For tiles whose time grows with their height: as low as the fewest rounds of blocks allow, so that none of these is
// left half empty. The fewest are those of the highest tiles.
inline int rowsOfFewestRounds(int tilesX, int rows, std::int64_t blocksAtOnce, int step, int most)
{
    const std::int64_t work = static_cast<std::int64_t>(tilesX) * rows;
    const std::int64_t rounds = (work + blocksAtOnce * most - 1) / (blocksAtOnce * most);
    const int least = rowsOfOneRound(tilesX, rows, blocksAtOnce * rounds);
    const int height = std::clamp((least + step - 1) / step * step, step, most), tilesY = (rows + height - 1) / height;
    return ((rows + tilesY - 1) / tilesY + step - 1) / step * step; // all about as high
}

// For tiles that read or filter rows beside their own. If tiles are low, blocks that run at a time lie close to each
// other in the image, and memory serves them faster. That pays where tiles of one round are many times as high.
inline bool takeManyRounds(int rowsOfRound, int low, int times = 3)
{
    return rowsOfRound >= times * low;
}

// Bytes a second for each multiprocessor, by the clock of the memory in kHz and the width of its bus.
constexpr bool isFastMemory(int kilohertz, int bits, int multiprocessors)
{
    return 2e3 * kilohertz * (bits / 8) > kFastMemory * multiprocessors; // two transfers a clock
}

// Whether the memory of the current device is fast. Asked once for each device.
bool hasFastMemory();

// The same for tiles that are quicker high where memory is fast: there, rows that are read twice cost more than low
// tiles gain.
inline bool takeManyRoundsOfSlowMemory(int rowsOfRound, int low, int times = 3)
{
    return takeManyRounds(rowsOfRound, low, times) && !hasFastMemory();
}

// For tiles with rows that are read or filtered for them alone: as high as leaves so many blocks.
inline int rowsOfEnoughBlocks(int tilesX, int rows, std::int64_t blocks, int step, int most)
{
    const std::int64_t steps = static_cast<std::int64_t>(tilesX) * rows / (step * blocks);
    return step * static_cast<int>(std::clamp<std::int64_t>(steps, 1, most / step));
}

}} // namespace cv::cudatiled
