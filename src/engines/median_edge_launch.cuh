// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of medians whose windows are cut at the edges of the image: those of four strips along them.
#pragma once

#include <array>

#include "../kernels/median_edge_kernel.cuh"
#include "median_bits_launch.cuh"

namespace cv { namespace cudatiled {

// Results whose windows stick out: above, below, to the left and to the right.
inline std::array<cv::Rect, 4> edgeStrips(cv::Size image, int reach)
{
    const int above = std::min(reach, image.height), left = std::min(reach, image.width);
    const int below = std::min(reach, image.height - above), right = std::min(reach, image.width - left);
    const int between = image.height - above - below;
    return {cv::Rect(0, 0, image.width, above), cv::Rect(0, image.height - below, image.width, below),
            cv::Rect(0, above, left, between), cv::Rect(image.width - right, above, right, between)};
}

template <class K>
void launchEdgeStrip(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                     const cv::Rect& strip, CudaStream stream)
{
    const MedianEdgeArguments<K> a{sourceView<K>(plan, src), targetView<K>(plan, src, dst), areaOf(strip),
                                   plan.ksize.width, flip};
    const int tilesX = (strip.width * a.source.channels + MedianEdgeTile::Width - 1) / MedianEdgeTile::Width;
    const int tilesY = (strip.height + MedianEdgeTile::Height - 1) / MedianEdgeTile::Height;
    launchGrid<MedianEdgeTile>("medianEdgeKernel", medianEdgeKernel<MedianEdgeTile, K>, a, tileGrid(tilesX, tilesY),
                               stream);
}

// Small windows are looked through pixel by pixel.
template <class K>
void launchEdges(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    constexpr int kLargest = 31;
    for (const cv::Rect& strip : edgeStrips(src.region.whole, plan.ksize.width / 2))
        if (strip.empty())
            continue;
        else if (plan.ksize.width <= kLargest)
            launchEdgeStrip<K>(plan, flip, src, dst, strip, stream);
        else
            launchBits<K>(plan, flip, src, dst, strip, stream);
}

}} // namespace cv::cudatiled
