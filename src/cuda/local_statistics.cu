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
    if constexpr (!std::is_same_v<S, float>)
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

template <template <class> class Targets, bool OnPixels> CudaKernels kernelsOfPair(const LocalStatisticsPlan& plan)
{
    CudaKernels kernels;
    withDepthPair<Targets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        kernels = kernelsOf<typename decltype(s)::type, typename decltype(d)::type, OnPixels>(plan);
    });
    return kernels;
}

} // namespace

CudaKernels kernelsFor(const LocalStatisticsPlan& plan)
{
    if (plan.estimatesNoise)
        return firstThatFit(plan, wienerInSteps);
    if (!dependsOnPixel(plan.statistic.kind) && CV_MAT_DEPTH(plan.dstType) != CV_32F)
        return firstThatFit(plan, roundedInSteps);
    return dependsOnPixel(plan.statistic.kind) ? kernelsOfPair<SameOrFloatTargets, true>(plan)
                                               : kernelsOfPair<StatisticTargets, false>(plan);
}

}} // namespace cv::cudatiled
