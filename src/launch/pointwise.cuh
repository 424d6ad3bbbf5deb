// SPDX-License-Identifier: Apache-2.0
// Launching pointwiseKernel. Nothing was measured for it.
#pragma once

#include "../kernels/pointwise/kernel.cuh"
#include "launch.cuh"

namespace cv { namespace cudatiled {

// A kernel for all images of a plan, by an operation as kernels/pointwise/kernel.cuh describes it.
template <class Operation> CudaKernelPtr pointwiseFor(const ImagePlan& plan, const Operation& operation)
{
    // Each thread has several chunks in flight: at least as many as operations have words in one.
    using Tile = PointwiseTile<8, Operation::kSourceWords == 4 ? 4 : 2, 4>;
    using Row = PointwiseRow<Operation>;
    const PointwiseArguments<Operation> arguments{batchSource<typename Operation::Source>(plan),
                                                  batchTarget<typename Operation::Target>(plan), operation};
    return anyImageKernel("pointwiseKernel", arguments,
                          [](PointwiseArguments<Operation>& a, const CudaCall& call, const char* name) {
                              const std::int64_t scalars = static_cast<std::int64_t>(a.target.cols) * a.target.channels;
                              const std::int64_t units = scalars / Row::kUnitScalars + 1; // in any row, whole ones
                              const auto tilesX = static_cast<int>((units + Tile::RowUnits - 1) / Tile::RowUnits);
                              const int tilesY = (a.target.rows - 1) / Tile::Height + 1;
                              launchGrid<Tile, pointwiseKernel<Tile, Operation>>(
                                  name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
                          });
}

}} // namespace cv::cudatiled
