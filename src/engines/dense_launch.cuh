// SPDX-License-Identifier: Apache-2.0
// Launching denseKernel: which plans it fits.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/dense_kernel.cuh"
#include "launch.cuh"
#include "staged_launch.hpp"

namespace cv { namespace cudatiled {

namespace {

struct DenseBlock : DenseTile<4, kDenseSize>
{};

} // namespace

template <int Channels, class S, class D, class Arithmetic>
void launchDense(DenseArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    using Tile = DenseBlock;
    placeStaged(a);
    const int tilesX = (a.target.cols * Channels + a.placement.lead + Tile::Width - 1) / Tile::Width;
    const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
    launchGrid<Tile, denseKernel<Tile, Channels, S, D, Arithmetic>>(name, a, tileGrid(tilesX, tilesY), call.stream);
}

template <class S, class D, class Arithmetic>
CudaKernelPtr denseOf(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const DenseArguments<S, D, Arithmetic> a{sourceView<S>(plan), targetView<D>(plan), plan.ksize.width,
                                             plan.ksize.height,   plan.anchor.x,       plan.anchor.y,
                                             {},                  arithmetic};
    return withChannels(a.source.channels, [&](auto channels) {
        return fastKernel("denseKernel", a, launchDense<decltype(channels)::value, S, D, Arithmetic>);
    });
}

}} // namespace cv::cudatiled
