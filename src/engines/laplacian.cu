// SPDX-License-Identifier: Apache-2.0
// Laplacians on CUDA, both derivatives in one pass over the image.
#include "laplacian.hpp"
#include "separable_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// Those of the row, then those of the column: the same ones.
struct LaplacianTaps
{
    static constexpr int kLargestAperture = 31;
    LaplacianTap value[2 * kLargestAperture];
    CUDATILED_HOST_DEVICE LaplacianTap operator[](int i) const { return value[i]; }
};

LaplacianTaps tapsOf(const LaplacianPlan& plan)
{
    LaplacianTaps taps{};
    const int size = plan.ksize.width;
    for (int i = 0; i < size; ++i)
        taps.value[i] = taps.value[size + i] = {plan.derivative.at<float>(i), plan.smoothing.at<float>(i)};
    return taps;
}

} // namespace

void runOnCuda(const LaplacianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const LaplacianTaps taps = tapsOf(plan);
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        launchSeparable<S, D>(plan, LaplacianArithmetic<D>{plan.scale, plan.delta}, taps, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
