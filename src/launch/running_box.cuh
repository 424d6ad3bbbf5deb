// SPDX-License-Identifier: Apache-2.0
// Launching runningBoxKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/device.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/running_box/kernel.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

template <class S, int Channels, class Finish>
constexpr RunningBoxTuning kRunningBox = kIsStatistic<Finish> ? runningMomentsTuning(sizeof(S))
                                                              : runningBoxTuning(sizeof(S), Channels, kIsFloat<S>);
template <class S, int Channels, class Finish = void>
using RunningBox = RunningBoxTile<kRunningBox<S, Channels, Finish>.warps, kRunningBox<S, Channels, Finish>.blocks,
                                  kRunningBox<S, Channels, Finish>.groups>;

// The bytes of shared memory of a block.
template <class Tile, int Channels, class S, class Finish> std::size_t runningBoxBytes(const ImagePlan& plan)
{
    if constexpr (kIsFloat<S>)
        return RunningBoxShared<Tile, Channels, S, Finish>::bytes(GroupedSums<Tile, S>::groupsOf(plan.ksize.height));
    else
        return RunningBoxShared<Tile, Channels, S, Finish>::bytes(0);
}

// Sets the rows and scalars of a block: as wide as possible, and as high as lets one round of blocks fill the device,
// so that few rows are added up without a result.
template <class Tile, class Arguments>
void cutRunningBox(Arguments& a, const RunningBoxTuning& tuning, std::size_t sharedBytes)
{
    const int blocksAtOnce = kMultiprocessors * std::clamp(blocksByShared(sharedBytes), 1, Tile::MinBlocks);
    const int channels = a.source.channels, scalars = a.target.cols * channels;
    const int widest = (Tile::Span - (a.kernelWidth - 1) * channels - 3) / 4 * 4;
    const int tilesX = (scalars + widest - 1) / widest;
    a.tileWidth = ((scalars + tilesX - 1) / tilesX + 3) / 4 * 4;
    const int rows = rowsOfOneRound(tilesX, a.target.rows, blocksAtOnce);
    // Blocks that have a multiprocessor nearly to themselves take as long as they are high.
    const int rowsOfFew = rowsOfOneRound(tilesX, a.target.rows, tuning.fewBlocks * kMultiprocessors);
    const int least =
        std::min(std::max(a.kernelHeight / tuning.tilesPerWindow, 2 * Tile::Rows), std::max(rowsOfFew, Tile::Rows));
    const int low = a.kernelHeight <= 40 ? tuning.lowRows : a.kernelHeight > 80 ? tuning.lowRowsOfHigh : kNoLowRows;
    const int times = a.kernelHeight <= 40 && hasFastMemory() ? 8 : 3;
    const bool areLow = channels >= 3 ? takeManyRounds(rows, low, times) : takeManyRoundsOfSlowMemory(rows, low);
    const int wanted = areLow ? low : std::max(rows, least);
    a.tileRows = (wanted + Tile::Rows - 1) / Tile::Rows * Tile::Rows;
}

// Tiles begin with the target, so results are stored by fours only if it begins at a multiple of four.
template <class Arguments> void alignRunningBox(Arguments& a)
{
    alignTarget(a, 4 * sizeof(*a.target.data));
    a.alignment.wholeTarget = a.alignment.wholeTarget && a.alignment.targetSkew == 0;
    a.alignment.targetSkew = 0;
    alignSource(a, a.anchorX, 4 * sizeof(*a.source.data));
}

template <int Channels, class S, class D, class Finish>
void launchRunningBox(RunningBoxArguments<S, D, Finish>& a, const CudaCall& call, const char* name,
                      std::size_t sharedBytes, std::size_t mostSharedBytes)
{
    using Tile = RunningBox<S, Channels, Finish>;
    alignRunningBox(a);
    a.windows = boxWindows<Tile, Channels, typename BoxSums<Tile, S, Finish>::Sum>(a.alignment.template sourceSkew<S>(),
                                                                                   (a.kernelWidth - 1) * Channels);
    cutRunningBox<Tile>(a, kRunningBox<S, Channels, Finish>, sharedBytes);
    const int tilesX = (a.target.cols * Channels + a.tileWidth - 1) / a.tileWidth;
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile, runningBoxKernel<Tile, Channels, S, D, Finish>>(name, a, tileGrid(tilesX, tilesY), call.stream,
                                                                     sharedBytes, mostSharedBytes);
}

// Whether a row of the tile has room for results; windows of floats also are higher than its rows, and wider than what
// a lane has of them.
template <class S> bool fitsRunningBox(const ImagePlan& plan)
{
    using Tile = RunningBox<S, 1>;
    const int reach = (plan.ksize.width - 1) * CV_MAT_CN(plan.srcType);
    if (reach > Tile::Span * 3 / 4)
        return false;
    return !kIsFloat<S> || (reach >= Tile::LaneScalars && plan.ksize.height > Tile::Rows &&
                            GroupedSums<Tile, S>::groupsOf(plan.ksize.height) <= Tile::MaxGroups);
}

// Null if the box does not fit, or if a block had too much shared memory for some device.
template <class S, class D, class Finish> CudaKernelPtr runningBoxFor(const ImagePlan& plan, const Finish& finish)
{
    if (!fitsRunningBox<S>(plan))
        return nullptr;
    const RunningBoxArguments<S, D, Finish> a{sourceView<S>(plan),
                                              targetView<D>(plan),
                                              plan.ksize.width,
                                              plan.ksize.height,
                                              plan.anchor.x,
                                              plan.anchor.y,
                                              {},
                                              0,
                                              0,
                                              {},
                                              finish};
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        using Tile = RunningBox<S, Channels, Finish>;
        constexpr std::size_t kOfEveryDevice = 48 * 1024;
        const std::size_t most = std::max(lowestSharedMemory("createBoxFilter"), kOfEveryDevice);
        const std::size_t sharedBytes = runningBoxBytes<Tile, Channels, S, Finish>(plan);
        if (sharedBytes > most)
            return CudaKernelPtr();
        const std::size_t mostOfBoxes = RunningBoxShared<Tile, Channels, S, Finish>::bytes(Tile::MaxGroups);
        return fastKernel("runningBoxKernel", a, [=](auto& all, const CudaCall& call, const char* name) {
            launchRunningBox<Channels, S, D, Finish>(all, call, name, sharedBytes, std::min(most, mostOfBoxes));
        });
    });
}

}} // namespace cv::cudatiled
