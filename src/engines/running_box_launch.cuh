// SPDX-License-Identifier: Apache-2.0
// Launching runningBoxKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/running_box_kernel.cuh"
#include "box.hpp"
#include "launch.cuh"
#include "narrow.hpp"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

// As many blocks in a multiprocessor as there are registers for. Windows of floats have up to 80 groups: 405 rows.
template <class S, int Channels>
using RunningBox = std::conditional_t<std::is_same_v<S, float>, RunningBoxTile<5, 3, 80>,
                                      std::conditional_t<sizeof(S) == 1, RunningBoxTile<7, Channels == 3 ? 3 : 4>,
                                                         RunningBoxTile<5, Channels == 3 ? 4 : 5>>>;

// The bytes of shared memory of a block.
template <class Tile, int Channels, class S> std::size_t runningBoxBytes(const ImagePlan& plan)
{
    if constexpr (std::is_same_v<S, float>)
        return RunningBoxShared<Tile, Channels, S>::bytes(GroupedSums<Tile>::groupsOf(plan.ksize.height));
    else
        return RunningBoxShared<Tile, Channels, S>::bytes(0);
}

// Sets how many rows and scalars a block has: blocks that are as wide as may be and as high as fill the device once, so that few rows are
// added up without a result.
template <class Tile>
void cutRunningBox(RunningBoxPlacement& placement, const ImagePlan& plan, cv::Size size, std::size_t sharedBytes)
{
    const int blocksAtOnce = kMultiprocessors * std::clamp(blocksByShared(sharedBytes), 1, Tile::MinBlocks);
    const int channels = CV_MAT_CN(plan.srcType), scalars = size.width * channels;
    const int widest = (Tile::Span - (plan.ksize.width - 1) * channels - 3) / 4 * 4;
    const int tilesX = (scalars + widest - 1) / widest;
    placement.width = ((scalars + tilesX - 1) / tilesX + 3) / 4 * 4;
    const int tilesY = std::max(blocksAtOnce / tilesX, 1), rows = (size.height + tilesY - 1) / tilesY;
    // Blocks that have a multiprocessor nearly to themselves take as long as they are high.
    const int fewY = std::max(2 * kMultiprocessors / tilesX, 1), rowsOfFew = (size.height + fewY - 1) / fewY;
    const int least = std::min(std::max(plan.ksize.height / 3, 2 * Tile::Rows), std::max(rowsOfFew, Tile::Rows));
    placement.rows = (std::max(rows, least) + Tile::Rows - 1) / Tile::Rows * Tile::Rows;
}

template <class Tile, class S, class D>
RunningBoxPlacement placeRunningBox(const ImagePlan& plan, const CudaSource& src, const CudaTarget& dst,
                                    std::size_t sharedBytes)
{
    constexpr std::size_t fourBytes = 4 * sizeof(S), storedBytes = 4 * sizeof(D);
    RunningBoxPlacement placement{};
    placement.wholeFour = src.step % fourBytes == 0;
    if (placement.wholeFour)
    {
        const std::ptrdiff_t first =
            (static_cast<std::ptrdiff_t>(src.region.offset.x) - plan.anchor.x) * CV_MAT_CN(plan.srcType);
        placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(static_cast<const S*>(src.data) + first) %
                                           fourBytes / sizeof(S));
    }
    placement.storesFour = reinterpret_cast<std::uintptr_t>(dst.data) % storedBytes == 0 && dst.step % storedBytes == 0;
    cutRunningBox<Tile>(placement, plan, src.region.size, sharedBytes);
    return placement;
}

// False if a block had too much shared memory for some device.
template <int Channels, class S, class D, class Finish>
bool tryRunningBoxOf(const BoxPlan& plan, const Finish& finish, const CudaSource& src, const CudaTarget& dst,
                     CudaStream stream)
{
    using Tile = RunningBox<S, Channels>;
    constexpr std::size_t kStaticBytes = 48 * 1024; // of any device
    const std::size_t sharedBytes = runningBoxBytes<Tile, Channels, S>(plan);
    if (sharedBytes > std::max(plan.sharedMemory, kStaticBytes))
        return false;
    const RunningBoxArguments<S, D, Finish> a{sourceView<S>(plan, src),
                                              targetView<D>(plan, src, dst),
                                              plan.ksize.width,
                                              plan.ksize.height,
                                              plan.anchor.x,
                                              plan.anchor.y,
                                              placeRunningBox<Tile, S, D>(plan, src, dst, sharedBytes),
                                              finish};
    if (sharedBytes > kStaticBytes)
    {
        static std::atomic<std::uint64_t> devices{0};
        const std::size_t most = RunningBoxShared<Tile, Channels, S>::bytes(Tile::MaxGroups);
        allowSharedMemory(runningBoxKernel<Tile, Channels, S, D, Finish>, devices, std::min(plan.sharedMemory, most));
    }
    const int tilesX = (a.target.cols * Channels + a.placement.width - 1) / a.placement.width;
    const int tilesY = (a.target.rows + a.placement.rows - 1) / a.placement.rows;
    launchGrid<Tile>("runningBoxKernel", runningBoxKernel<Tile, Channels, S, D, Finish>, a, tileGrid(tilesX, tilesY),
                     stream, sharedBytes);
    return true;
}

// Whether a row of the tile has room for results; windows of floats also are higher than its rows, and wider than what a lane has of them.
template <class S> bool fitsRunningBox(const ImagePlan& plan)
{
    using Tile = RunningBox<S, 1>;
    const int reach = (plan.ksize.width - 1) * CV_MAT_CN(plan.srcType);
    if (reach > Tile::Span * 3 / 4)
        return false;
    return !std::is_same_v<S, float> || (reach >= Tile::LaneScalars && plan.ksize.height > Tile::Rows &&
                                         GroupedSums<Tile>::groupsOf(plan.ksize.height) <= Tile::MaxGroups);
}

// Runs runningBoxKernel if it may be and the box fits; false if not.
template <class S, class D, class Finish>
bool tryRunningBox(const BoxPlan& plan, const Finish& finish, const CudaSource& src, const CudaTarget& dst,
                   CudaStream stream)
{
    if (!fastKernels() || !fitsRunningBox<S>(plan) || !isNarrow(plan, src.region))
        return false;
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return tryRunningBoxOf<1, S, D>(plan, finish, src, dst, stream);
    case 2: return tryRunningBoxOf<2, S, D>(plan, finish, src, dst, stream);
    case 3: return tryRunningBoxOf<3, S, D>(plan, finish, src, dst, stream);
    default: return tryRunningBoxOf<4, S, D>(plan, finish, src, dst, stream);
    }
}

}} // namespace cv::cudatiled
