// SPDX-License-Identifier: Apache-2.0
// Thresholds that follow the mean around a pixel, on CUDA: one kernel where the kernel of the mean or blur has the
// pixels in registers or in its tile, else two.
#include "../kernels/pointwise/adaptive_threshold.cuh"
#include "../launch/box_means.cuh"
#include "../launch/combine.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/separable_taps.cuh"
#include "../plans/adaptive_threshold_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class Plan> struct Compared
{
    const Plan& plan; // of the mean
    CompareWithMean compare;
};
using ComparedMean = Compared<BoxPlan>;
using ComparedBlur = Compared<SeparablePlan>;

template <class Plan> CudaKernelPtr inTwoPasses(const Compared<Plan>& compared)
{
    return CudaKernelPtr(new BlurThenCombine(kernelsFor(compared.plan), combineFor(compared.plan, compared.compare)));
}

template <int Size> CudaKernelPtr slidingWindowOfMean(const ComparedMean& compared)
{
    const ByteBoxArithmetic mean = byteBox(Size * Size);
    const CombinedTaps<ByteBoxTaps<Size>, CompareWithMean> taps{{2 * mean.divScale, 2 * mean.divScale * mean.divDelta},
                                                                compared.compare};
    return slidingWindowFor<std::uint8_t, std::uint8_t, 1>(compared.plan, taps);
}

template <class Mean> CudaKernelPtr mmaOfMean(const ComparedMean& compared, const Mean& mean)
{
    return mmaBoxFor<1>(compared.plan, MmaCombined<Mean, CompareWithMean>{mean, compared.compare});
}

CudaKernelPtr mmaOfByteMean(const ComparedMean& compared)
{
    return mmaOfMean(compared, mmaByteBox(compared.plan.ksize.area()));
}

CudaKernelPtr mmaOfScaledMean(const ComparedMean& compared)
{
    return mmaOfMean(compared, MmaScaledBox{static_cast<float>(1. / compared.plan.ksize.area())});
}

CudaKernels kernelsOfMean(const BoxPlan& mean, const CompareWithMean& compare)
{
    const ComparedMean compared{mean, compare};
    const double area = static_cast<double>(mean.ksize.width) * mean.ksize.height;
    if (area == 1) // of a pixel alone
        return firstThatFit(compared, inTwoPasses<BoxPlan>);
    if (area <= 256)
        return firstThatFit(compared, slidingWindowOfMean<3>, slidingWindowOfMean<5>, mmaOfByteMean,
                            inTwoPasses<BoxPlan>);
    return firstThatFit(compared, mmaOfScaledMean, inTwoPasses<BoxPlan>);
}

// The taps of cv::getGaussianKernel up to 7 are multiples of 1/64: sums of bytes are exact in float.
template <int Size> CudaKernelPtr slidingWindowOfBlur(const ComparedBlur& compared)
{
    CombinedTaps<SeparableTaps<Size>, CompareWithMean> taps{{}, compared.compare};
    return fitTaps<Size, std::uint8_t, std::uint8_t>(SummedPlan(compared.plan), taps.blur)
               ? slidingWindowFor<std::uint8_t, std::uint8_t, 1>(compared.plan, taps)
               : nullptr;
}

} // namespace

CudaKernels kernelsFor(const AdaptiveThresholdPlan& plan)
{
    const CompareWithMean compare(plan.threshold);
    if (plan.isGaussian)
        return firstThatFit(ComparedBlur{plan.blur, compare}, slidingWindowOfBlur<3>, slidingWindowOfBlur<5>,
                            slidingWindowOfBlur<7>, inTwoPasses<SeparablePlan>);
    return forEveryImageSize(plan.mean, [&](const BoxPlan& mean) { return kernelsOfMean(mean, compare); });
}

}} // namespace cv::cudatiled
