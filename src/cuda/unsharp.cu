// SPDX-License-Identifier: Apache-2.0
// Unsharp masking on CUDA: one kernel where the kernel of the blur has the pixels in registers or in its tile, else
// two.
#include "../kernels/pointwise/unsharp.cuh"
#include "../launch/combine.cuh"
#include "../launch/gaussian_taps.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/separable_taps.cuh"
#include "../plans/unsharp_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

CudaKernelPtr inTwoPasses(const UnsharpPlan& plan)
{
    CudaKernelPtr sharpen;
    withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{},
              [&](auto depth) { sharpen = combineFor(plan, Sharpen<typename decltype(depth)::type>{plan.mask}); });
    return CudaKernelPtr(new BlurThenCombine(
        plan.blur.isFixedPoint() ? kernelsFor(plan.blur) : kernelsFor(plan.blur.floating), std::move(sharpen)));
}

template <class T, class Taps, int MostChannels = 4> CudaKernelPtr slidingWindow(const UnsharpPlan& plan)
{
    CombinedTaps<Taps, Sharpen<T>> taps{};
    taps.combination.mask = plan.mask;
    return fitTaps(plan.blur, taps.blur) ? slidingWindowFor<T, T, MostChannels>(plan, taps) : nullptr;
}

template <class T, int Size> CudaKernelPtr slidingWindowFloats(const UnsharpPlan& plan)
{
    CombinedTaps<SeparableTaps<Size>, Sharpen<T>> taps{};
    taps.combination.mask = plan.mask;
    return fitTaps<Size, T, T>(SummedPlan(plan.blur.floating), taps.blur) ? slidingWindowFor<T, T>(plan, taps)
                                                                          : nullptr;
}

CudaKernelPtr mmaSeparableU8(const UnsharpPlan& plan)
{
    const GaussianPlan& blur = plan.blur;
    if (!areBelow(blur, 8))
        return nullptr;
    return mmaSeparableU8For(plan, MmaCombined<MmaFixedPoint, Sharpen<std::uint8_t>>{{}, {plan.mask}},
                             {blur.rowTaps.begin(), blur.rowTaps.end()},
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
