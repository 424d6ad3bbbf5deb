// SPDX-License-Identifier: Apache-2.0
// Medians of 16F by the kernels of unsigned numbers, with a pass before them and a pass after them.
#pragma once

#include "../core/scratch.hpp"
#include "../kernels/pointwise/half_keys.cuh"
#include "../plans/median_plan.hpp"
#include "pointwise.cuh"

namespace cv { namespace cudatiled {

class MedianOfKeys final : public CudaKernel
{
public:
    // `ofKeys` are for images of 16U.
    MedianOfKeys(const MedianPlan& plan, CudaKernels ofKeys)
        : pixelBytes_(CV_ELEM_SIZE(plan.srcType)), toKeys_(pointwiseFor(plan, HalfKeys<false>{})),
          ofKeys_(std::move(ofKeys)), fromKeys_(pointwiseFor(plan, HalfKeys<true>{}))
    {}

    std::string name(const CudaCall& call) const override
    {
        return toKeys_->name(call) + " + " + firstThatTakes(ofKeys_, call).name(call) + " + " + fromKeys_->name(call);
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        const cv::Size whole = call.src.region.whole, size = call.src.region.size;
        const ScratchImage keys(whole.width * pixelBytes_, whole.height, call.stream, "cudatiled::Filter::apply");
        toKeys_->launch(
            {{call.src.data, call.src.step, {whole, whole, {0, 0}}}, {keys.data(), keys.step()}, call.stream});
        CudaCall median = call;
        median.src.data = keys.data();
        median.src.step = keys.step();
        firstThatTakes(ofKeys_, median).launch(median);
        fromKeys_->launch({{call.dst.data, call.dst.step, {size, size, {0, 0}}}, call.dst, call.stream});
    }

private:
    std::size_t pixelBytes_;
    CudaKernelPtr toKeys_;
    CudaKernels ofKeys_;
    CudaKernelPtr fromKeys_;
};

}} // namespace cv::cudatiled
