// SPDX-License-Identifier: Apache-2.0
// Launching lookUpKernel. Nothing was measured for it.
#pragma once

#include "../kernels/histogram/look_up.cuh"
#include "alignment.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

constexpr char kLookUpKernel[] = "lookUpKernel";

// The arguments are complete but for the alignment.
template <int Count> void launchLookUpOf(LookUpArguments& a, const CudaCall& call)
{
    using Tile = LookUpTile<32, 8, 2>;
    alignTarget(a, 16);
    const std::int64_t bytes = static_cast<std::int64_t>(a.target.cols) * a.target.channels + a.alignment.targetSkew;
    const auto tilesX = static_cast<int>((bytes + Tile::RowBytes - 1) / Tile::RowBytes);
    const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
    launchGrid<Tile, lookUpKernel<Tile, Count>>(kLookUpKernel, a, tileGrid(tilesX, tilesY, call.images), call.stream);
}

// For one table, or one for each channel.
inline void launchLookUp(int tables, LookUpArguments& a, const CudaCall& call)
{
    switch (tables)
    {
    case 1: return launchLookUpOf<1>(a, call);
    case 2: return launchLookUpOf<2>(a, call);
    case 3: return launchLookUpOf<3>(a, call);
    default: return launchLookUpOf<4>(a, call);
    }
}

}} // namespace cv::cudatiled
