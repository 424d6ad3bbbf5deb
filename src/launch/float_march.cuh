// SPDX-License-Identifier: Apache-2.0
// How images are cut into strips for marching warps (kernels/float_march), and which images allow that.
#pragma once

#include <algorithm>

#include "../kernels/float_march/strip.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

template <class Block, class Arguments> int floatStripsInRow(const Arguments& a)
{
    return ((a.target.cols + targetSkewPixels(a, kChunkBytes)) * Block::Channels + Block::Width - 1) / Block::Width;
}

// Strips and their halos end with whole `units` of rows.
template <class Block, auto Kernel, class Arguments>
void launchFloatMarch(Arguments& a, const CudaCall& call, const char* name, int unit)
{
    a.alignment.targetSkew = targetSkewPixels(a, kChunkBytes) * Block::Channels;
    const int strips = floatStripsInRow<Block>(a);
    constexpr int halo = Block::Taps - 1;
    const int rows = std::max(
        rowsOfFewestRounds(strips * call.images, a.target.rows, kMultiprocessors * Block::Blocks, 1, Block::MostRows),
        Block::LeastRows);
    a.tileRows = (rows + halo + unit - 1) / unit * unit - halo;
    launchGrid<Block, Kernel>(name, a, tileGrid(strips, (a.target.rows + a.tileRows - 1) / a.tileRows, call.images),
                              call.stream, Block::SharedBytes);
}

// Whether rows can be copied, and strips that fill the device in one round have enough rows.
template <class Block, class Arguments> bool allowsFloatMarch(const Arguments& a, bool anyRows)
{
    constexpr int blocks = kMultiprocessors * Block::Blocks;
    return allowsUnits(a, kChunkBytes) &&
           (anyRows || rowsOfOneRound(floatStripsInRow<Block>(a), a.target.rows, blocks) >= Block::RowsOfRound);
}

}} // namespace cv::cudatiled
