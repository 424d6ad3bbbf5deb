// SPDX-License-Identifier: Apache-2.0
// Launching lineBufferKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/line_buffer/kernel.cuh"
#include "alignment.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Channels> struct WideLineBuffer : LineBufferTile<256, 128, 33>
{};
// What fits into 48 KB of shared memory.
template <class S, int Channels>
struct LongLineBuffer : LineBufferTile<128, 64, sizeof(S) == 4 && Channels == 4 ? 49 : kLineBufferTaps>
{};

} // namespace

// Depth pairs with a ring kernel.
template <class S, class D>
constexpr bool kHasLineBuffer = !std::is_same<S, std::int8_t>::value && !kHas32S<S, D> &&
                                (std::is_same<S, D>::value || std::is_same<S, std::uint8_t>::value);

template <class Tile, int Channels, class S, class D, class Arithmetic>
void launchLineBuffer(LineBufferArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    alignStaged(a);
    // Long stripes, so that few rows are filtered twice; but so short that there is work for the whole device.
    constexpr std::int64_t kEnoughBlocks = 1056, kLongest = 256;
    const int stripes = (a.target.cols * Channels + a.placement.targetSkew + Tile::Width - 1) / Tile::Width;
    const std::int64_t steps = static_cast<std::int64_t>(stripes) * a.target.rows / (Tile::Step * kEnoughBlocks);
    a.rows = Tile::Step * static_cast<int>(std::clamp<std::int64_t>(steps, 1, kLongest / Tile::Step));
    const int blocks = (a.target.rows + a.rows - 1) / a.rows;
    launchGrid<Tile, lineBufferKernel<Tile, Channels, S, D, Arithmetic>>(name, a, tileGrid(stripes, blocks),
                                                                         call.stream);
}

template <class Tile> bool fitsLineBuffer(const ImagePlan& plan)
{
    return plan.ksize.width <= Tile::MaxTaps && plan.ksize.height <= Tile::MaxTaps &&
           plan.ksize.height >= Tile::RowsOfThread;
}

// Null if the kernel is too short or too long.
template <class S, class D, class Arithmetic>
CudaKernelPtr lineBufferFor(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const LineBufferArguments<S, D, Arithmetic> a{sourceView<S>(plan),
                                                  targetView<D>(plan),
                                                  plan.ksize.width,
                                                  plan.ksize.height,
                                                  plan.anchor.x,
                                                  plan.anchor.y,
                                                  {},
                                                  0,
                                                  arithmetic};
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        using Wide = WideLineBuffer<S, Channels>;
        using Long = LongLineBuffer<S, Channels>;
        if (fitsLineBuffer<Wide>(plan))
            return fastKernel("lineBufferKernel", a, launchLineBuffer<Wide, Channels, S, D, Arithmetic>);
        if (fitsLineBuffer<Long>(plan))
            return fastKernel("lineBufferKernel", a, launchLineBuffer<Long, Channels, S, D, Arithmetic>);
        return CudaKernelPtr();
    });
}

}} // namespace cv::cudatiled
