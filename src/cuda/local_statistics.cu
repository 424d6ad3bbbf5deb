// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window on CUDA.
#include "../kernels/general/moment_arithmetic.cuh"
#include "../kernels/sliding_window/moments.cuh"
#include "../launch/general_separable.cuh"
#include "../launch/running_box.cuh"
#include "../launch/sliding_window.cuh"
#include "../plans/local_statistics_plan.hpp"
#include "kernels_for.hpp"
#include "statistics_in_steps.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, class D, bool OnPixels, int Size> CudaKernelPtr slidingWindow(const LocalStatisticsPlan& plan)
{
    return slidingWindowFor<S, D>(plan, MomentSums<S, Size, OnPixels>{plan.statistic});
}

template <class S, class D, bool OnPixels> CudaKernelPtr runningBox(const LocalStatisticsPlan& plan)
{
    if constexpr (!kIsFloat<S>)
    {
        using Finish = RunningStatistic<S, D, OnPixels>;
        if (plan.statistic.area <= Finish::kLargestArea)
            return runningBoxFor<S, D>(plan, Finish{plan.statistic});
    }
    return nullptr;
}

template <class S, class D, bool OnPixels> CudaKernelPtr general(const LocalStatisticsPlan& plan)
{
    return generalSeparableFor<S, D>(plan, MomentArithmetic<S, D, OnPixels>{plan.statistic}, UnitTaps{});
}

template <class S, class D, bool OnPixels> CudaKernels kernelsOf(const LocalStatisticsPlan& plan)
{
    return firstThatFit(plan, slidingWindow<S, D, OnPixels, 3>, slidingWindow<S, D, OnPixels, 5>,
                        slidingWindow<S, D, OnPixels, 7>, runningBox<S, D, OnPixels>, general<S, D, OnPixels>);
}

// Whether floats are made first: for integers of the sums alone, and for 16F of other depths.
bool needsRounding(const LocalStatisticsPlan& plan)
{
    const int srcDepth = CV_MAT_DEPTH(plan.srcType), dstDepth = CV_MAT_DEPTH(plan.dstType);
    if (isFloatDepth(dstDepth))
        return dstDepth == CV_16F && srcDepth != CV_16F;
    return !dependsOnPixel(plan.statistic.kind);
}

template <template <class> class Targets, bool OnPixels> CudaKernels kernelsOfPair(const LocalStatisticsPlan& plan)
{
    CudaKernels kernels;
    withDepthPair<Targets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (!kIsRoundedLater<S, D>)
            kernels = kernelsOf<S, D, OnPixels>(plan);
    });
    return kernels;
}

} // namespace

CudaKernels kernelsFor(const LocalStatisticsPlan& plan)
{
    if (needsRounding(plan))
        return firstThatFit(plan, roundedInSteps);
    if (plan.estimatesNoise)
        return firstThatFit(plan, wienerInSteps);
    return dependsOnPixel(plan.statistic.kind) ? kernelsOfPair<SameOrFloatTargets, true>(plan)
                                               : kernelsOfPair<StatisticTargets, false>(plan);
}

}} // namespace cv::cudatiled
