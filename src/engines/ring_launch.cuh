// SPDX-License-Identifier: Apache-2.0
// Launching ringKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/ring_kernel.cuh"
#include "launch.cuh"
#include "narrow.hpp"
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
void launchRing(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
                CudaStream stream)
{
    RingArguments<S, D, Arithmetic> a{};
    a.source = sourceView<S>(plan, src);
    a.target = targetView<D>(plan, src, dst);
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.placement = placeStaged<S, D>(plan, src, dst);
    a.arithmetic = arithmetic;

    // Long stripes, so that few rows are filtered twice; but so short that there is work for the whole device.
    constexpr std::int64_t kEnoughBlocks = 1056, kLongest = 256;
    const int stripes = (a.target.cols * Channels + a.placement.lead + Tile::Width - 1) / Tile::Width;
    const std::int64_t steps = static_cast<std::int64_t>(stripes) * a.target.rows / (Tile::Step * kEnoughBlocks);
    a.rows = Tile::Step * static_cast<int>(std::clamp<std::int64_t>(steps, 1, kLongest / Tile::Step));
    const int blocks = (a.target.rows + a.rows - 1) / a.rows;
    launchGrid<Tile>("ringKernel", ringKernel<Tile, Channels, S, D, Arithmetic>, a, tileGrid(stripes, blocks), stream);
}

template <template <class, int> class Ring, int Channels, class S, class D, class Arithmetic>
bool tryRingTile(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    using Tile = Ring<S, Channels>;
    if (plan.ksize.width > Tile::MaxTaps || plan.ksize.height > Tile::MaxTaps || plan.ksize.height < Tile::RowsOfThread)
        return false;
    launchRing<Tile, Channels, S, D>(plan, arithmetic, src, dst, stream);
    return true;
}

template <int Channels, class S, class D, class Arithmetic>
bool tryRings(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
              CudaStream stream)
{
    return tryRingTile<WideRing, Channels, S, D>(plan, arithmetic, src, dst, stream) ||
           tryRingTile<LongRing, Channels, S, D>(plan, arithmetic, src, dst, stream);
}

// Runs ringKernel if it may be and the kernel is not too short or too long for it; false if not.
template <class S, class D, class Arithmetic>
bool tryRing(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
             CudaStream stream)
{
    if (!fastKernels() || !isNarrow(plan, src.region))
        return false;
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return tryRings<1, S, D>(plan, arithmetic, src, dst, stream);
    case 2: return tryRings<2, S, D>(plan, arithmetic, src, dst, stream);
    case 3: return tryRings<3, S, D>(plan, arithmetic, src, dst, stream);
    default: return tryRings<4, S, D>(plan, arithmetic, src, dst, stream);
    }
}

}} // namespace cv::cudatiled
