// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of Canny's edge detector.
#pragma once

#include "../core/scratch.hpp"
#include "../kernels/canny/hysteresis.cuh"
#include "../plans/canny_plan.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

constexpr char kCannyKernels[] = "cannySuppressionKernel + cannySeamsKernel + cannyMarksKernel + cannyEdgesKernel";

inline unsigned blocksOf(std::int64_t tilesX, std::int64_t tilesY, const CannyArguments& a, const char* function)
{
    CUDATILED_REQUIRE(tilesX * tilesY <= 0x7fffffff &&
                          static_cast<std::int64_t>(a.quads.rows) * a.quads.cols <= 0x7fffffff,
                      function, StsOutOfRange, "the image of %d x %d pixels is too large; it may have 2^33 - 4 pixels",
                      a.target.cols, a.target.rows);
    return static_cast<unsigned>(tilesX * tilesY);
}

// From the derivatives in `call` to its dst, which may overlap them.
inline void launchCanny(const CannyPlan& plan, const CannyThresholds& thresholds, const CudaCall& call,
                        const char* function)
{
    const cv::Size size = call.src.region.size;
    const auto derivative = [&](const CudaTarget& image) -> TargetView<std::int16_t> {
        return {static_cast<std::int16_t*>(image.data),
                static_cast<std::ptrdiff_t>(image.step),
                size.height,
                size.width,
                CV_MAT_CN(plan.srcType),
                {},
                {}};
    };
    CannyArguments a{derivative(call.dx),
                     derivative(call.dy),
                     {static_cast<std::uint8_t*>(call.dst.data),
                      static_cast<std::ptrdiff_t>(call.dst.step),
                      size.height,
                      size.width,
                      1,
                      {},
                      {}},
                     {nullptr, nullptr, (size.height + 1) / 2, (size.width + 1) / 2},
                     thresholds,
                     plan.norm,
                     0};
    a.tilesX = (a.quads.cols + CannyTile::QuadsX - 1) / CannyTile::QuadsX;
    const auto blocksFor = [&](std::int64_t tileWidth, std::int64_t tileHeight) {
        return dim3(blocksOf((a.quads.cols + tileWidth - 1) / tileWidth, (a.quads.rows + tileHeight - 1) / tileHeight,
                             a, function));
    };
    const std::int64_t count = static_cast<std::int64_t>(a.quads.rows) * a.quads.cols;
    const dim3 tiles = blocksFor(CannyTile::QuadsX, CannyTile::QuadsY),
               edges = blocksFor(CannyEdgesTile::Width, CannyEdgesTile::Height),
               marks(static_cast<unsigned>((count + CannyMarksTile::Quads - 1) / CannyMarksTile::Quads));

    const ScratchImage memory(a.quads.cols * (sizeof(int) + sizeof(Quad)), a.quads.rows, call.stream, function);
    a.quads.parent = static_cast<int*>(memory.data());
    a.quads.quad = reinterpret_cast<Quad*>(a.quads.parent + count);
    launchGrid<CannyTile, cannySuppressionKernel<CannyTile>>("cannySuppressionKernel", a, tiles, call.stream);
    launchGrid<CannySeamTile, cannySeamsKernel<CannySeamTile>>("cannySeamsKernel", a, tiles, call.stream);
    launchGrid<CannyMarksTile, cannyMarksKernel<CannyMarksTile>>("cannyMarksKernel", a, marks, call.stream);
    launchGrid<CannyEdgesTile, cannyEdgesKernel<CannyEdgesTile>>("cannyEdgesKernel", a, edges, call.stream);
}

}} // namespace cv::cudatiled
