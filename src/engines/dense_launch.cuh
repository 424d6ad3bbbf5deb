// SPDX-License-Identifier: Apache-2.0
// Launching denseKernel: which plans it fits.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/dense_kernel.cuh"
#include "launch.cuh"
#include "narrow.hpp"
#include "staged_launch.hpp"

namespace cv { namespace cudatiled {

namespace {

struct DenseBlock : DenseTile<4, kDenseSize>
{};

} // namespace

template <int Channels, class S, class D, class Arithmetic>
void launchDense(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    using Tile = DenseBlock;
    const DenseArguments<S, D, Arithmetic> a{sourceView<S>(plan, src),
                                             targetView<D>(plan, src, dst),
                                             plan.ksize.width,
                                             plan.ksize.height,
                                             plan.anchor.x,
                                             plan.anchor.y,
                                             placeStaged<S, D>(plan, src, dst),
                                             arithmetic};
    const int tilesX = (a.target.cols * Channels + a.placement.lead + Tile::Width - 1) / Tile::Width;
    const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
    launchGrid<Tile>("denseKernel", denseKernel<Tile, Channels, S, D, Arithmetic>, a, tileGrid(tilesX, tilesY), stream);
}

// Whether denseKernel may run and the kernel is small enough for it.
inline bool fitsDense(const ImagePlan& plan, const Region& region)
{
    return fastKernels() && plan.ksize.width <= kDenseSize && plan.ksize.height <= kDenseSize && isNarrow(plan, region);
}

template <class S, class D, class Arithmetic>
void runDense(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
              CudaStream stream)
{
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return launchDense<1, S, D>(plan, arithmetic, src, dst, stream);
    case 2: return launchDense<2, S, D>(plan, arithmetic, src, dst, stream);
    case 3: return launchDense<3, S, D>(plan, arithmetic, src, dst, stream);
    default: return launchDense<4, S, D>(plan, arithmetic, src, dst, stream);
    }
}

}} // namespace cv::cudatiled
