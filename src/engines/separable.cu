// SPDX-License-Identifier: Apache-2.0
// Separable correlations with float taps on CUDA.
#include "separable.hpp"
#include "separable_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int Size, class S, class D>
bool trySeparableStrips(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    SeparableTaps<Size> taps;
    std::copy_n(plan.rowKernel.ptr<float>(), Size, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Size, taps.column);
    const double sumOfTaps = cv::norm(plan.rowKernel, cv::NORM_L1) * cv::norm(plan.columnKernel, cv::NORM_L1);
    const double largest = StripPair<S, D>::largest * sumOfTaps + std::abs(plan.delta);
    return tryStrips<S, D>(plan, taps, RoundedStrip{plan.delta}, largest, src, dst, stream);
}

} // namespace

void prepareForCuda(SeparablePlan& plan)
{
    plan.storedTaps = storeIfMany(plan, plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
}

void runOnCuda(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (StripPair<S, D>::exists)
            if (trySeparableStrips<3, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<5, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<7, S, D>(plan, src, dst, stream))
                return;
        launchSeparable<S, D>(plan, FloatArithmetic<D>{plan.delta}, plan.storedTaps.get(), plan.rowKernel.ptr<float>(),
                              plan.columnKernel.ptr<float>(), src, dst, stream);
    });
}

}} // namespace cv::cudatiled
