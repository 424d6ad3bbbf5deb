// SPDX-License-Identifier: Apache-2.0
// Launching ringKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/ring_kernel.cuh"
#include "launch.cuh"
#include "staged_launch.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Channels> struct WideRing : RingTile<256, 128, 33>
{};
// What fits into 48 KB of shared memory.
template <class S, int Channels> struct LongRing : RingTile<128, 64, sizeof(S) == 4 && Channels == 4 ? 49 : kRingTaps>
{};

} // namespace

// Depth pairs with a ring kernel.
template <class S, class D>
constexpr bool kHasRing = !std::is_same<S, std::int8_t>::value && !kHas32S<S, D> &&
                          (std::is_same<S, D>::value || std::is_same<S, std::uint8_t>::value);

template <class Tile, int Channels, class S, class D, class Arithmetic>
void launchRing(RingArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    placeStaged(a);
    // Long stripes, so that few rows are filtered twice; but so short that there is work for the whole device.
    constexpr std::int64_t kEnoughBlocks = 1056, kLongest = 256;
    const int stripes = (a.target.cols * Channels + a.placement.lead + Tile::Width - 1) / Tile::Width;
    const std::int64_t steps = static_cast<std::int64_t>(stripes) * a.target.rows / (Tile::Step * kEnoughBlocks);
    a.rows = Tile::Step * static_cast<int>(std::clamp<std::int64_t>(steps, 1, kLongest / Tile::Step));
    const int blocks = (a.target.rows + a.rows - 1) / a.rows;
    launchGrid<Tile, ringKernel<Tile, Channels, S, D, Arithmetic>>(name, a, tileGrid(stripes, blocks), call.stream);
}

template <class Tile> bool fitsRing(const ImagePlan& plan)
{
    return plan.ksize.width <= Tile::MaxTaps && plan.ksize.height <= Tile::MaxTaps &&
           plan.ksize.height >= Tile::RowsOfThread;
}

// Null if the kernel is too short or too long.
template <class S, class D, class Arithmetic>
CudaKernelPtr ringOf(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const RingArguments<S, D, Arithmetic> a{sourceView<S>(plan), targetView<D>(plan), plan.ksize.width,
                                            plan.ksize.height,   plan.anchor.x,       plan.anchor.y,
                                            {},                  0,                   arithmetic};
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        using Wide = WideRing<S, Channels>;
        using Long = LongRing<S, Channels>;
        if (fitsRing<Wide>(plan))
            return fastKernel("ringKernel", a, launchRing<Wide, Channels, S, D, Arithmetic>);
        if (fitsRing<Long>(plan))
            return fastKernel("ringKernel", a, launchRing<Long, Channels, S, D, Arithmetic>);
        return CudaKernelPtr();
    });
}

}} // namespace cv::cudatiled
