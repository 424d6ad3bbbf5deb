// SPDX-License-Identifier: Apache-2.0
// Compares values of 16 bits with a threshold for each channel that lies on the device.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/levels.hpp"
#include "../strip/fours.cuh"

namespace cv { namespace cudatiled {

struct CompareLevelsArguments
{
    const std::uint16_t* source; // the first pixel under the target, which may be the target
    std::ptrdiff_t sourceStep;
    std::uint16_t* target;
    std::ptrdiff_t targetStep;
    std::ptrdiff_t scalars; // of a row
    int rows, channels;
    bool wholeSource, wholeTarget; // whether each four scalars of a row can be read, or written, at once
    const std::int32_t* levels;    // of each channel
    ThresholdRule rule;
};

// Blocks have a unit of a row, and every so many rows.
template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX) compareLevelsKernel(const CompareLevelsArguments a)
{
    awaitEarlierWork();
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::Scalars + 4 * threadIdx.x,
                         left = a.scalars - x;
    if (left <= 0)
        return;
    const int count = left < 4 ? static_cast<int>(left) : 4;
    int level[4];
#pragma unroll
    for (int v = 0; v < 4; ++v)
        level[v] = a.levels[channelOfFour(v, a.channels)];
#pragma unroll 2
    for (std::ptrdiff_t y = blockIdx.y; y < a.rows; y += gridDim.y)
    {
        const auto* const from = reinterpret_cast<const char*>(a.source) + y * a.sourceStep;
        auto* const to = reinterpret_cast<std::uint16_t*>(reinterpret_cast<char*>(a.target) + y * a.targetStep) + x;
        const Words<2> pixels = readFour(reinterpret_cast<const std::uint16_t*>(from) + x, a.wholeSource, count);
        std::uint32_t result[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            result[v] = static_cast<std::uint32_t>(
                a.rule(static_cast<int>(pixels.word[v / 2] >> (16 * (v % 2)) & 0xffffu), level[v]));
        if (a.wholeTarget && count == 4)
            storeWords(to, Words<2>{{result[0] | result[1] << 16, result[2] | result[3] << 16}});
        else
#pragma unroll
            for (int v = 0; v < 4; ++v)
                if (v < count)
                    to[v] = static_cast<std::uint16_t>(result[v]);
    }
}

}} // namespace cv::cudatiled
