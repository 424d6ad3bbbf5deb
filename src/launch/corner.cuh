// SPDX-License-Identifier: Apache-2.0
// Launching cornerKernel.
#pragma once

#include "../kernels/sliding_window/corner.cuh"
#include "../plans/corner_plan.hpp"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

// Rows of a thread, and blocks of a multiprocessor. Nothing was measured.
constexpr int kCornerRows = 32, kLeastCornerRows = 8, kCornerBlocks = 4;

template <class S, int Block> struct CornerOf
{
    using Strip = CornerStrip<S, Block>;
    using Tile = CornerTile<4, kCornerRows>;

    static void launch(CornerArguments<S>& a, const CudaCall& call, const char* name)
    {
        alignTarget(a, Strip::scalars * sizeof(float));
        constexpr std::int64_t kWarpsAtOnce = kMultiprocessors * kCornerBlocks * Tile::Warps;
        const int columns = (a.target.cols + a.alignment.targetSkew + 32 * Strip::scalars - 1) / (32 * Strip::scalars);
        a.layout.rowsPerThread = std::max(
            rowsOfFewestRounds(columns * call.images, a.target.rows, kWarpsAtOnce, 1, Tile::MaxRows), kLeastCornerRows);
        const int height = Tile::Warps * a.layout.rowsPerThread;
        launchGrid<Tile, cornerKernel<Tile, Strip>>(
            name, a, tileGrid(columns, (a.target.rows + height - 1) / height, call.images), call.stream);
    }
};

// Null if the derivatives are not of 3x3, or the sums of other sides.
template <class S, int Block> CudaKernelPtr cornerFor(const CornerPlan& plan)
{
    const cv::Mat_<float> derivative = plan.derivative, smoothing = plan.smoothing;
    if (plan.sums.ksize.width != Block || derivative.cols != 3)
        return nullptr;
    const CornerArguments<S> a{batchSource<S>(plan), batchTarget<float>(plan), {},          {}, smoothing(0),
                               smoothing(1),         plan.scale * plan.scale,  plan.formula};
    return fastKernel("cornerKernel", a, CornerOf<S, Block>::launch);
}

}} // namespace cv::cudatiled
