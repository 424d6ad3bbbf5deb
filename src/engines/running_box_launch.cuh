// SPDX-License-Identifier: Apache-2.0
// Launching runningBoxKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/running_box_kernel.cuh"
#include "launch.cuh"
#include "narrow.hpp"

namespace cv { namespace cudatiled {

template <class S> RunningBoxPlacement placeRunningBox(const ImagePlan& plan, const CudaSource& src)
{
    using Tile = RunningBoxTile;
    constexpr std::size_t fourBytes = 4 * sizeof(S);
    const int channels = CV_MAT_CN(plan.srcType), halo = (plan.ksize.width - 1) * channels;
    RunningBoxPlacement placement{};
    placement.wholeFour = src.step % fourBytes == 0;
    if (placement.wholeFour)
    {
        const std::ptrdiff_t first = (static_cast<std::ptrdiff_t>(src.region.offset.x) - plan.anchor.x) * channels;
        placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(static_cast<const S*>(src.data) + first) %
                                           fourBytes / sizeof(S));
    }
    placement.width = (Tile::Span - halo - 3) / 4 * 4;

    // High blocks, so that few rows are added without a result; but so many that there is work for the whole device.
    constexpr std::int64_t kEnoughBlocks = 660, kLeastSteps = 3, kMostSteps = 64;
    const std::int64_t scalars = static_cast<std::int64_t>(src.region.size.width) * channels;
    const std::int64_t steps = (scalars / placement.width + 1) * src.region.size.height / (Tile::Rows * kEnoughBlocks);
    placement.rows = Tile::Rows * static_cast<int>(std::clamp(steps, kLeastSteps, kMostSteps));
    return placement;
}

template <int Channels, class S, class D, class Finish>
void launchRunningBox(const ImagePlan& plan, const Finish& finish, const CudaSource& src, const CudaTarget& dst,
                      CudaStream stream)
{
    const RunningBoxArguments<S, D, Finish> a{sourceView<S>(plan, src),
                                              targetView<D>(plan, src, dst),
                                              plan.ksize.width,
                                              plan.ksize.height,
                                              plan.anchor.x,
                                              plan.anchor.y,
                                              placeRunningBox<S>(plan, src),
                                              finish};
    const int tilesX = (a.target.cols * Channels + a.placement.width - 1) / a.placement.width;
    const int tilesY = (a.target.rows + a.placement.rows - 1) / a.placement.rows;
    launchGrid<RunningBoxTile>("runningBoxKernel", runningBoxKernel<Channels, S, D, Finish>, a,
                               tileGrid(tilesX, tilesY), stream);
}

// Runs runningBoxKernel if it may be and the box leaves room for results in a row of the tile; false if not.
template <class S, class D, class Finish>
bool tryRunningBox(const ImagePlan& plan, const Finish& finish, const CudaSource& src, const CudaTarget& dst,
                   CudaStream stream)
{
    const int channels = CV_MAT_CN(plan.srcType);
    if (!fastKernels() || (plan.ksize.width - 1) * channels > RunningBoxTile::Span / 2 || !isNarrow(plan, src.region))
        return false;
    switch (channels)
    {
    case 1: launchRunningBox<1, S, D>(plan, finish, src, dst, stream); break;
    case 2: launchRunningBox<2, S, D>(plan, finish, src, dst, stream); break;
    case 3: launchRunningBox<3, S, D>(plan, finish, src, dst, stream); break;
    default: launchRunningBox<4, S, D>(plan, finish, src, dst, stream);
    }
    return true;
}

}} // namespace cv::cudatiled
