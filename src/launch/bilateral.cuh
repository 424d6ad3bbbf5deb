// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of bilateral filters.
#pragma once

#include "../kernels/general/bilateral.cuh"
#include "../kernels/register_tile/bilateral.cuh"
#include "../kernels/sliding_window/bilateral.cuh"
#include "../plans/bilateral_plan.hpp"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

template <class T, int Radius> struct BilateralWindow
{
    using Shape = StripShape<T, T, 1, bilateralScalars(sizeof(T)), 2 * Radius + 1>;
    static constexpr int rows = rowsInTile<Shape>(46, kBilateralRows);
    using Tile = StripTile<kSlidingWindowWarps, rows, Radius + 1, 1>;

    static void launch(BilateralWindowArguments<T>& a, const CudaCall& call, const char* name)
    {
        alignStrips<Shape>(a);
        const dim3 grid = stripGrid<Tile, Shape>(a, call.images, {3 * Radius});
        launchGrid<Tile, bilateralWindowKernel<Tile, Shape>>(name, a, grid, call.stream);
    }
};

// Null if there are several channels, or another radius.
template <class T, int Radius> CudaKernelPtr bilateralWindowFor(const BilateralPlan& plan)
{
    if (plan.weights.radius != Radius || CV_MAT_CN(plan.srcType) != 1)
        return nullptr;
    const BilateralWindowArguments<T> a{batchSource<T>(plan), batchTarget<T>(plan), {}, {}, plan.weights};
    return fastKernel("bilateralWindowKernel", a, BilateralWindow<T, Radius>::launch);
}

// Null if the radius is larger than that of its tiles.
template <class T> CudaKernelPtr bilateralTileFor(const BilateralPlan& plan)
{
    if (plan.weights.radius > BilateralRegisterTile<1>::MostRadius)
        return nullptr;
    const auto launch = [](BilateralTileArguments<T>& a, const CudaCall& call, const char* name) {
        withChannels(a.source.channels, [&](auto channels) {
            using Tile = BilateralRegisterTile<decltype(channels)::value>;
            const dim3 grid = tileGrid((a.target.cols - 1) / Tile::Width + 1, (a.target.rows - 1) / Tile::Height + 1,
                                       call.images);
            launchGrid<Tile, bilateralTileKernel<Tile, T>>(name, a, grid, call.stream);
        });
    };
    return fastKernel("bilateralTileKernel",
                      BilateralTileArguments<T>{batchSource<T>(plan), batchTarget<T>(plan), plan.weights}, launch);
}

// 32 x 8 threads, 4 rows each: 32 x 32 pixels a block; cells of 16 x 16 pixels: 35 KB of shared memory for 4 channels.
struct GeneralBilateralTile : BilateralTile<32, 8, 4, 16>
{};

template <class T> CudaKernelPtr bilateralFor(const BilateralPlan& plan)
{
    const auto launch = [](BilateralArguments<T>& a, const CudaCall& call, const char* name) {
        using Tile = GeneralBilateralTile;
        a.tilesX = static_cast<int>((static_cast<std::int64_t>(a.target.cols) + Tile::Width - 1) / Tile::Width);
        withChannels(a.source.channels, [&](auto channels) {
            launchTiles<Tile, bilateralKernel<Tile, decltype(channels)::value, 0, T>>(name, a, call.stream);
        });
    };
    return anyImageKernel("bilateralKernel",
                          BilateralArguments<T>{sourceView<T>(plan), targetView<T>(plan), plan.weights, 0}, launch);
}

// With 3 channels of the source and 3 of the guide, cells of 8 x 8 pixels: 37 KB of shared memory.
template <int Channels, int GuideChannels>
struct JointBilateralTile : BilateralTile<32, 8, 4, Channels + GuideChannels <= 4 ? 16 : 8>
{};

template <class T, int Channels, int GuideChannels>
void launchJointBilateral(BilateralArguments<T, true>& a, CudaStream stream)
{
    using Tile = JointBilateralTile<Channels, GuideChannels>;
    a.tilesX = static_cast<int>((static_cast<std::int64_t>(a.target.cols) + Tile::Width - 1) / Tile::Width);
    launchTiles<Tile, bilateralKernel<Tile, Channels, GuideChannels, T>>("bilateralKernel", a, stream);
}

// By the guide `joint`; either image has 1 or 3 channels.
template <class T> void launchJointBilateral(const JointBilateralPlan& plan, const CudaSource& joint, CudaCall call)
{
    BilateralArguments<T> source{sourceView<T>(plan), targetView<T>(plan), plan.weights, 0}, guide = source;
    source = withImages(source, call);
    call.src = joint;
    guide.source.channels = CV_MAT_CN(plan.jointType);
    BilateralArguments<T, true> a{source, withImages(guide, call).source};
    if (a.source.channels == 1)
        a.guide.channels == 1 ? launchJointBilateral<T, 1, 1>(a, call.stream)
                              : launchJointBilateral<T, 1, 3>(a, call.stream);
    else
        a.guide.channels == 1 ? launchJointBilateral<T, 3, 1>(a, call.stream)
                              : launchJointBilateral<T, 3, 3>(a, call.stream);
}

}} // namespace cv::cudatiled
