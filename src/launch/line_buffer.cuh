// SPDX-License-Identifier: Apache-2.0
// Launching lineBufferKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/line_buffer/kernel.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

struct WideLineBuffer : LineBufferTile<kWideLineBuffer.threads, kWideLineBuffer.width, kLineBufferTaps>
{
    static constexpr LineBufferTuning tuning = kWideLineBuffer;
};
struct SumLineBuffer : LineBufferTile<kSumLineBuffer.threads, kSumLineBuffer.width, kLineBufferTaps>
{
    static constexpr LineBufferTuning tuning = kSumLineBuffer;
};

} // namespace

// Depth pairs with a line buffer.
template <class S, class D>
constexpr bool kHasLineBuffer =
    !std::is_same<S, std::int8_t>::value && !kHas32S<S, D> &&
    (std::is_same<S, D>::value || (std::is_same<S, std::uint8_t>::value && !std::is_same<D, Half>::value));

template <class Tile, int Channels, class S, class D, class Arithmetic>
void launchLineBuffer(LineBufferArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    align(a, a.anchorX, 4, 4 * sizeof(D));
    const int stripes = (a.target.cols * Channels + a.alignment.targetSkew + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfEnoughBlocks(stripes, a.target.rows, kMultiprocessors * Tile::tuning.blocks, Tile::Step,
                                    Tile::tuning.mostRows);
    const int blocks = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile, lineBufferKernel<Tile, Channels, S, D, Arithmetic>>(name, a, tileGrid(stripes, blocks),
                                                                         call.stream);
}

template <class Tile> bool fitsLineBuffer(const ImagePlan& plan)
{
    return plan.ksize.width <= Tile::MaxTaps && plan.ksize.height <= Tile::MaxTaps &&
           plan.ksize.height >= Tile::RowsOfThread;
}

template <class Tile, int Channels, class S, class D, class Arithmetic>
CudaKernelPtr lineBufferOf(const ImagePlan& plan, const LineBufferArguments<S, D, Arithmetic>& a)
{
    if (!fitsLineBuffer<Tile>(plan))
        return nullptr;
    return fastKernel("lineBufferKernel", a, launchLineBuffer<Tile, Channels, S, D, Arithmetic>);
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
        using Tile = std::conditional_t<Arithmetic::RowSums == 2, SumLineBuffer, WideLineBuffer>;
        return lineBufferOf<Tile, Channels>(plan, a);
    });
}

}} // namespace cv::cudatiled
