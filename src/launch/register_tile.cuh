// SPDX-License-Identifier: Apache-2.0
// Launching registerTileKernel: which plans it fits.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/register_tile/kernel.cuh"
#include "alignment.hpp"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

struct RegisterTileBlock : RegisterTile<kRegisterTileWarps, kRegisterTileSize>
{};

} // namespace

template <int Channels, class S, class D, class Arithmetic>
void launchRegisterTile(RegisterTileArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    using Tile = RegisterTileBlock;
    align(a, a.anchorX, 4, 4 * sizeof(D));
    const int tilesX = (a.target.cols * Channels + a.alignment.targetSkew + Tile::Width - 1) / Tile::Width;
    const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
    launchGrid<Tile, registerTileKernel<Tile, Channels, S, D, Arithmetic>>(
        name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
}

template <class S, class D, class Arithmetic>
CudaKernelPtr registerTileFor(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const RegisterTileArguments<S, D, Arithmetic> a{batchSource<S>(plan),
                                                    batchTarget<D>(plan),
                                                    plan.ksize.width,
                                                    plan.ksize.height,
                                                    plan.anchor.x,
                                                    plan.anchor.y,
                                                    {},
                                                    arithmetic};
    return withChannels(a.source.channels, [&](auto channels) {
        return fastKernel("registerTileKernel", a, launchRegisterTile<decltype(channels)::value, S, D, Arithmetic>);
    });
}

}} // namespace cv::cudatiled
