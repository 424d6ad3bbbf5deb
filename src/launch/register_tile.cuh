// SPDX-License-Identifier: Apache-2.0
// Launching registerTileKernel: its taps and its blocks.
#pragma once

#include <vector>

#include "../core/dispatch.hpp"
#include "../kernels/register_tile/kernel.cuh"
#include "alignment.hpp"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

// Rows of a kernel in groups of four taps, the last of which are filled up with 0.
inline std::vector<FourTaps> groupsOf(const cv::Mat& kernel)
{
    const int groups = (kernel.cols + 3) / 4;
    std::vector<FourTaps> taps(kernel.rows * groups);
    for (int j = 0; j < kernel.rows; ++j)
        for (int i = 0; i < kernel.cols; ++i)
            taps[j * groups + i / 4].value[i % 4] = kernel.at<float>(j, i);
    return taps;
}

template <class S, class D, class Arithmetic>
RegisterTileArguments<S, D, Arithmetic> registerTileArguments(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    return {
        listSource<S>(plan), listTarget<D>(plan), plan.ksize.width, plan.ksize.height, plan.anchor.x, plan.anchor.y, {},
        arithmetic};
}

template <class Tile, int Channels, class S, class D, class Arithmetic>
void launchRegisterTile(RegisterTileArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    constexpr std::size_t rowBytes = StagedRow<Tile, S, Channels>::words * 4, mostBytes = Tile::SourceRows * rowBytes;
    static_assert(mostBytes <= kLeastFastShared, "every device with fast kernels runs this");
    align(a, a.anchorX, 4, 4 * sizeof(D));
    const int tilesX = (a.target.cols * Channels + a.alignment.targetSkew + Tile::Width - 1) / Tile::Width;
    const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
    launchGrid<Tile, registerTileKernel<Tile, Channels, S, D, Arithmetic>>(
        name, a, tileGrid(tilesX, tilesY, call.images), call.stream,
        Tile::isDynamic ? (Tile::Height + a.kernelHeight - 1) * rowBytes : 0, Tile::isDynamic ? mostBytes : 0);
}

}} // namespace cv::cudatiled
