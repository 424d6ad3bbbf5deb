// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of kernels/float_march: which plans and images they take, and how the work is cut.
#pragma once

#include <algorithm>

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
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

// The source rows of a strip are a multiple of Unit.
template <class Block, auto Kernel, int Unit, class Arguments>
void launchFloatMarch(Arguments& a, const CudaCall& call, const char* name)
{
    a.alignment.targetSkew = targetSkewPixels(a, kChunkBytes) * Block::Channels;
    const int strips = floatStripsInRow<Block>(a);
    constexpr int halo = Block::Taps - 1;
    const int rows = std::max(
        rowsOfFewestRounds(strips * call.images, a.target.rows, kMultiprocessors * Block::Blocks, 1, Block::MostRows),
        Block::LeastRows);
    a.tileRows = (rows + halo + Unit - 1) / Unit * Unit - halo;
    launchGrid<Block, Kernel>(name, a, tileGrid(strips, (a.target.rows + a.tileRows - 1) / a.tileRows, call.images),
                              call.stream, Block::SharedBytes);
}

// A kernel with such arguments, whose taps are set, for images that it takes: their rows can be copied, and strips that
// fill the device in one round have enough rows.
template <class Block, auto Kernel, int Unit, class Arguments, class Plan>
CudaKernelPtr floatMarchKernel(const char* name, Arguments& a, const Plan& plan)
{
    a.source = batchSource<float>(plan);
    a.target = batchTarget<float>(plan);
    a.anchorY = plan.anchor.y;
    const int leastRows = kernelChoice() == KernelChoice::Fast ? 1 : Block::RowsOfRound;
    return selectiveKernel(
        name, a,
        [leastRows](const Arguments& all) {
            constexpr int blocks = kMultiprocessors * Block::Blocks;
            return allowsUnits(all, kChunkBytes) &&
                   rowsOfOneRound(floatStripsInRow<Block>(all), all.target.rows, blocks) >= leastRows;
        },
        launchFloatMarch<Block, Kernel, Unit, Arguments>);
}

// What `make` returns for the number of channels; null if the window is no square that is centred along rows, if the
// filter adds a delta, or if images have two channels.
template <class Plan, class Make> CudaKernelPtr floatMarchFor(const Plan& plan, Make make)
{
    if (plan.ksize.height != plan.ksize.width || plan.anchor.x != plan.ksize.width / 2 || plan.delta != 0)
        return nullptr;
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        if constexpr (channels == 2)
            return CudaKernelPtr();
        else
            return make(channels);
    });
}

}} // namespace cv::cudatiled
