// SPDX-License-Identifier: Apache-2.0
// Launching unsharpKernel, and the kernels of blurs that sharpen as well. Nothing was measured for them.
#pragma once

#include "../kernels/sliding_window/unsharp.cuh"
#include "../kernels/unsharp/kernel.cuh"
#include "../plans/unsharp_plan.hpp"
#include "alignment.hpp"
#include "launch.cuh"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

namespace {

// As the blur's. The pixels of four channels of 16 bits would spill some registers beside sums of 3x3.
template <class S, class D, int Channels, class Blur>
constexpr SlidingWindowTuning kSlidingWindow<S, D, Channels, UnsharpTaps<Blur>> = [] {
    SlidingWindowTuning tuning = kSlidingWindow<S, D, Channels, Blur>;
    tuning.fewBlocks = tuning.fewBlocks || (sizeof(S) == 2 && Channels == 4 && Blur::Size == 3);
    return tuning;
}();

} // namespace

// For an image that lies blurred in the target.
template <class T> CudaKernelPtr unsharpFor(const UnsharpPlan& plan)
{
    using Tile = UnsharpTile<32, 8, 2>;
    const UnsharpArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), {}, plan.mask};
    return anyImageKernel(
        "unsharpKernel", arguments, [](UnsharpArguments<T>& a, const CudaCall& call, const char* name) {
            align(a, 0, 16, 16);
            const std::int64_t bytes =
                (static_cast<std::int64_t>(a.target.cols) * a.target.channels + a.alignment.targetSkew) *
                static_cast<std::int64_t>(sizeof(T));
            const auto tilesX = static_cast<int>((bytes + Tile::RowBytes - 1) / Tile::RowBytes);
            const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
            launchGrid<Tile, unsharpKernel<Tile, T>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
        });
}

}} // namespace cv::cudatiled
