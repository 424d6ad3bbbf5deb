// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of medians whose windows are cut at the edges of the image: those of four strips along them.
#pragma once

#include <array>

#include "../kernels/median/edge.cuh"
#include "median_wavelet.cuh"

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

template <class K> void launchEdgeStrip(const MedianImages<K>& images, const cv::Rect& strip, CudaStream stream)
{
    const MedianEdgeArguments<K> a{images.source, images.target, areaOf(strip), images.plan.ksize.width, images.flip};
    const int tilesX = (strip.width * a.source.channels + MedianEdgeTile::Width - 1) / MedianEdgeTile::Width;
    const int tilesY = (strip.height + MedianEdgeTile::Height - 1) / MedianEdgeTile::Height;
    launchGrid<MedianEdgeTile, medianEdgeKernel<MedianEdgeTile, K>>("medianEdgeKernel", a, tileGrid(tilesX, tilesY),
                                                                    stream);
}

// Medians whose windows end at the edges of the image: first all medians by the usual kernels, then those at the edges
// again.
template <class K> class MedianWithEdges final : public CudaKernel
{
public:
    MedianWithEdges(const MedianPlan& plan, std::uint32_t flip, CudaKernels inside)
        : images_{sourceView<K>(plan), targetView<K>(plan), plan, flip}, inside_(std::move(inside))
    {}

    std::string name(const CudaCall& call) const override
    {
        return firstThatTakes(inside_, call).name(call) +
               (hasSmallWindow() ? " + medianEdgeKernel" : " + medianWaveletKernel");
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        firstThatTakes(inside_, call).launch(call);
        const MedianImages<K> images = withImages(images_, call);
        for (const cv::Rect& strip : edgeStrips(images.size(), images.plan.ksize.width / 2))
            if (strip.empty())
                continue;
            else if (hasSmallWindow())
                launchEdgeStrip(images, strip, call.stream);
            else
                launchWavelet(images, strip, call.stream);
    }

private:
    bool hasSmallWindow() const { return images_.plan.ksize.width <= 31; } // looked through pixel by pixel

    MedianImages<K> images_;
    CudaKernels inside_;
};

}} // namespace cv::cudatiled
