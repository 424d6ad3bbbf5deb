// SPDX-License-Identifier: Apache-2.0
// Unsharp masking on CUDA: in one kernel where that of the blur has the pixels at hand, else the blur's kernel and one
// more.
#include "../launch/gaussian_taps.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/separable_taps.cuh"
#include "../launch/unsharp.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Blurs into the target, which does not overlap the source, and sharpens there.
class BlurThenSharpen final : public CudaKernel
{
public:
    explicit BlurThenSharpen(const UnsharpPlan& plan)
        : blur_(plan.blur.isFixedPoint() ? kernelsFor(plan.blur) : kernelsFor(plan.blur.floating))
    {
        withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{},
                  [&](auto depth) { sharpen_ = unsharpFor<typename decltype(depth)::type>(plan); });
    }

    std::string name(const CudaCall& call) const override
    {
        return firstThatTakes(blur_, call).name(call) + " + " + sharpen_->name(call);
    }
    bool takes(const CudaCall&) const override { return true; }
    void launch(const CudaCall& call) const override
    {
        firstThatTakes(blur_, call).launch(call);
        sharpen_->launch(call);
    }
    void launchBatch(const CudaCall* calls, int count) const override
    {
        firstThatTakes(blur_, *calls).launchBatch(calls, count);
        sharpen_->launchBatch(calls, count);
    }

private:
    CudaKernels blur_;
    CudaKernelPtr sharpen_;
};

CudaKernelPtr inTwoPasses(const UnsharpPlan& plan)
{
    return CudaKernelPtr(new BlurThenSharpen(plan));
}

template <class T, class Taps, int MostChannels = 4> CudaKernelPtr slidingWindow(const UnsharpPlan& plan)
{
    UnsharpTaps<Taps> taps{};
    taps.mask = plan.mask;
    return fitTaps(plan.blur, taps.blur) ? slidingWindowFor<T, T, MostChannels>(plan, taps) : nullptr;
}

template <class T, int Size> CudaKernelPtr slidingWindowFloats(const UnsharpPlan& plan)
{
    UnsharpTaps<SeparableTaps<Size>> taps{};
    taps.mask = plan.mask;
    return fitTaps<Size, T, T>(SummedPlan(plan.blur.floating), taps.blur) ? slidingWindowFor<T, T>(plan, taps)
                                                                          : nullptr;
}

CudaKernelPtr mmaSeparableU8(const UnsharpPlan& plan)
{
    const GaussianPlan& blur = plan.blur;
    if (!areBelow(blur, 8))
        return nullptr;
    return mmaSeparableU8For(plan, MmaUnsharp{{}, plan.mask}, {blur.rowTaps.begin(), blur.rowTaps.end()},
                             {blur.columnTaps.begin(), blur.columnTaps.end()});
}

CudaKernels kernelsOf8U(const UnsharpPlan& plan)
{
    using T = std::uint8_t;
    return firstThatFit(plan, slidingWindow<T, BinomialTaps<3>>, slidingWindow<T, BinomialTaps<5>>,
                        slidingWindow<T, FixedPointTaps<3>>, slidingWindow<T, FixedPointTaps<5>, 1>, mmaSeparableU8,
                        inTwoPasses);
}

CudaKernels kernelsOf16U(const UnsharpPlan& plan)
{
    using T = std::uint16_t;
    return firstThatFit(plan, slidingWindow<T, LongFixedPointTaps<3>>, slidingWindow<T, LongFixedPointTaps<5>>,
                        inTwoPasses);
}

CudaKernels kernelsOf16S(const UnsharpPlan& plan)
{
    using T = std::int16_t;
    return firstThatFit(plan, slidingWindowFloats<T, 3>, slidingWindowFloats<T, 5>, slidingWindowFloats<T, 7>,
                        inTwoPasses);
}

CudaKernels kernelsOf32F(const UnsharpPlan& plan)
{
    return firstThatFit(plan, slidingWindowFloats<float, 3>, slidingWindowFloats<float, 5>,
                        slidingWindowFloats<float, 7>, slidingWindowFloats<float, 9>, inTwoPasses);
}

} // namespace

CudaKernels kernelsFor(const UnsharpPlan& plan)
{
    CudaKernels kernels;
    switch (CV_MAT_DEPTH(plan.srcType))
    {
    case CV_8U: kernels = kernelsOf8U(plan); break;
    case CV_16U: kernels = kernelsOf16U(plan); break;
    case CV_16S: kernels = kernelsOf16S(plan); break;
    case CV_32F: kernels = kernelsOf32F(plan); break;
    default: kernels = firstThatFit(plan, inTwoPasses);
    }
    if (plan.blur.isFixedPoint() && !plan.border.isolated) // a region that reads its neighbours is blurred in float
        kernels.insert(kernels.begin(), kernelsWhere([](const CudaCall& call) { return call.src.region.isSubmatrix(); },
                                                     firstThatFit(plan, inTwoPasses)));
    return kernels;
}

}} // namespace cv::cudatiled
