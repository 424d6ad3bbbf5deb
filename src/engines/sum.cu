// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns on CUDA.
#include "separable_launch.cuh"
#include "sum.hpp"

namespace cv { namespace cudatiled {

void runOnCuda(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepthPair<SumTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (std::is_same_v<S, float>)
            launchSeparable<S, D>(plan, FloatArithmetic<D>{0.f}, UnitTaps{}, src, dst, stream);
        else
            launchSeparable<S, D>(plan, SumArithmetic<D>{}, UnitTaps{}, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
