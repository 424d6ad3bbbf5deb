// SPDX-License-Identifier: Apache-2.0
// Launching combineKernel, and the kernels of blurs that combine as well. Nothing was measured for them.
#pragma once

#include "../kernels/pointwise/combine.cuh"
#include "../kernels/sliding_window/combined.cuh"
#include "alignment.hpp"
#include "launch.cuh"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

namespace {

// As the blur's. The pixels of four channels of 16 bits would spill some registers beside sums of 3x3; so would those
// of shifted strips of bytes beside float sums of 5x5.
template <class S, class D, int Channels, class Blur, class Combination>
constexpr SlidingWindowTuning kSlidingWindow<S, D, Channels, CombinedTaps<Blur, Combination>> = [] {
    SlidingWindowTuning tuning = kSlidingWindow<S, D, Channels, Blur>;
    tuning.lowRows = kNoLowRows; // nothing else was tried
    tuning.prefetchBytes = 0;    // gains nothing
    if (sizeof(S) == 2 && Channels == 4 && Blur::Size == 3)
        tuning.minBlocks = 1;
    tuning.fewShifted = tuning.fewShifted || (sizeof(S) == 1 && std::is_same_v<Blur, SeparableTaps<5>>);
    return tuning;
}();

} // namespace

// For an image whose blur lies in the target.
template <class Combination> CudaKernelPtr combineFor(const ImagePlan& plan, const Combination& combination)
{
    using T = typename Combination::Scalar;
    using Tile = CombineTile<32, 8, 2>;
    const CombineArguments<Combination> arguments{batchSource<T>(plan), batchTarget<T>(plan), {}, combination};
    return anyImageKernel(
        "combineKernel", arguments, [](CombineArguments<Combination>& a, const CudaCall& call, const char* name) {
            align(a, 0, 16, 16);
            const std::int64_t bytes =
                (static_cast<std::int64_t>(a.target.cols) * a.target.channels + a.alignment.targetSkew) *
                static_cast<std::int64_t>(sizeof(T));
            const auto tilesX = static_cast<int>((bytes + Tile::RowBytes - 1) / Tile::RowBytes);
            const int tilesY = (a.target.rows + Tile::Height - 1) / Tile::Height;
            launchGrid<Tile, combineKernel<Tile, Combination>>(name, a, tileGrid(tilesX, tilesY, call.images),
                                                               call.stream);
        });
}

// Blurs into the target, which does not overlap the source, and combines there.
class BlurThenCombine final : public CudaKernel
{
public:
    BlurThenCombine(CudaKernels blur, CudaKernelPtr combine) : blur_(std::move(blur)), combine_(std::move(combine)) {}

    std::string name(const CudaCall& call) const override
    {
        return firstThatTakes(blur_, call).name(call) + " + " + combine_->name(call);
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        firstThatTakes(blur_, call).launch(call);
        combine_->launch(call);
    }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        firstThatTakes(blur_, *calls).launchBatch(calls, count);
        combine_->launchBatch(calls, count);
    }

private:
    CudaKernels blur_;
    CudaKernelPtr combine_;
};

}} // namespace cv::cudatiled
