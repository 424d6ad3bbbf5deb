// SPDX-License-Identifier: Apache-2.0
// Launching separableMarchKernel: which plans and images it takes, and how the work is cut.
#include "separable_march.hpp"

#include <algorithm>

#include "../core/dispatch.hpp"
#include "../kernels/separable_march/kernel.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <int Taps, int Channels> struct SeparableMarchTuningOf
{
    static constexpr SeparableMarchTuning value = separableMarchTuning(Taps, Channels);
};

template <int Taps, int Channels>
struct SeparableMarchBlock : SeparableMarchTile<Taps, Channels, SeparableMarchTuningOf<Taps, Channels>>
{};

template <class Block> int tilesInRow(const SeparableMarchArguments<Block::Taps>& a)
{
    return ((a.target.cols + targetSkewPixels(a, kChunkBytes)) * Block::Channels + Block::Width - 1) / Block::Width;
}

template <class Block>
void launchSeparableMarch(SeparableMarchArguments<Block::Taps>& a, const CudaCall& call, const char* name)
{
    a.alignment.targetSkew = targetSkewPixels(a, kChunkBytes) * Block::Channels;
    const int tilesX = tilesInRow<Block>(a);
    constexpr int halo = Block::Taps - 1;
    const int rows = std::max(
        rowsOfFewestRounds(tilesX * call.images, a.target.rows, kMultiprocessors * Block::Blocks, 1, Block::MostRows),
        Block::LeastRows);
    // Strips end with the rows of a stage.
    a.tileRows = (rows + halo + Block::StageRows - 1) / Block::StageRows * Block::StageRows - halo;
    launchGrid<Block, separableMarchKernel<Block>>(
        name, a, tileGrid(tilesX, (a.target.rows + a.tileRows - 1) / a.tileRows, call.images), call.stream,
        Block::SharedBytes);
}

template <class Block> CudaKernelPtr separableMarchOf(const SeparablePlan& plan)
{
    constexpr int Taps = Block::Taps;
    SeparableMarchArguments<Taps> a{};
    a.source = batchSource<float>(plan);
    a.target = batchTarget<float>(plan);
    a.anchorY = plan.anchor.y;
    std::copy_n(plan.rowKernel.ptr<float>(), Taps, a.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Taps, a.column);
    const int leastRows = kernelChoice() == KernelChoice::Fast ? 1 : Block::RowsOfRound;
    return selectiveKernel(
        "separableMarchKernel", a,
        [leastRows](const SeparableMarchArguments<Taps>& all) {
            constexpr int blocks = kMultiprocessors * Block::Blocks;
            return allowsUnits(all, kChunkBytes) &&
                   rowsOfOneRound(tilesInRow<Block>(all), all.target.rows, blocks) >= leastRows;
        },
        launchSeparableMarch<Block>);
}

template <int Channels> CudaKernelPtr separableMarchOfChannels(const SeparablePlan& plan)
{
    switch (plan.ksize.width)
    {
    case 11: return separableMarchOf<SeparableMarchBlock<11, Channels>>(plan);
    case 13: return separableMarchOf<SeparableMarchBlock<13, Channels>>(plan);
    case 15: return separableMarchOf<SeparableMarchBlock<15, Channels>>(plan);
    case 17: return separableMarchOf<SeparableMarchBlock<17, Channels>>(plan);
    case 19: return separableMarchOf<SeparableMarchBlock<19, Channels>>(plan);
    case 21: return separableMarchOf<SeparableMarchBlock<21, Channels>>(plan);
    case 23: return separableMarchOf<SeparableMarchBlock<23, Channels>>(plan);
    case 25: return separableMarchOf<SeparableMarchBlock<25, Channels>>(plan);
    case 27: return separableMarchOf<SeparableMarchBlock<27, Channels>>(plan);
    case 29: return separableMarchOf<SeparableMarchBlock<29, Channels>>(plan);
    case 31: return separableMarchOf<SeparableMarchBlock<31, Channels>>(plan);
    case 33: return separableMarchOf<SeparableMarchBlock<33, Channels>>(plan);
    }
    return nullptr;
}

} // namespace

CudaKernelPtr separableMarchFor(const SeparablePlan& plan)
{
    const int taps = plan.ksize.width;
    if (plan.ksize.height != taps || plan.anchor.x != taps / 2 || plan.delta != 0)
        return nullptr;
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        if constexpr (channels == 2)
            return CudaKernelPtr();
        else
            return separableMarchOfChannels<channels>(plan);
    });
}

}} // namespace cv::cudatiled
