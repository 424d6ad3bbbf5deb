// SPDX-License-Identifier: Apache-2.0
// Separable correlations with float taps on CUDA.
#include "separable.hpp"
#include "separable_launch.cuh"

namespace cv { namespace cudatiled {

void prepareForCuda(SeparablePlan& plan)
{
    plan.storedTaps = storeIfMany(plan, plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
}

void runOnCuda(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        launchSeparable<S, D>(plan, FloatArithmetic<D>{plan.delta}, plan.storedTaps.get(), plan.rowKernel.ptr<float>(),
                              plan.columnKernel.ptr<float>(), src, dst, stream);
    });
}

}} // namespace cv::cudatiled
