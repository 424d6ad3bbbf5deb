// SPDX-License-Identifier: Apache-2.0
// createLaplacianFilter.
#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/conv2d_plan.hpp"
#include "../plans/separable_sum_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

// cv::Laplacian's two 3x3 kernels, which it hands to cv::filter2D.
Conv2dPlan smallLaplacian(const SeparableSumPlan& laplacian)
{
    Conv2dPlan plan;
    static_cast<ImagePlan&>(plan) = laplacian;
    plan.kernel = cv::Mat(laplacian.laplacian == 1 ? cv::Matx33f(0, 1, 0, 1, -4, 1, 0, 1, 0)
                                                   : cv::Matx33f(2, 0, 2, 0, -8, 0, 2, 0, 2));
    plan.kernel *= static_cast<float>(laplacian.scale);
    plan.delta = static_cast<float>(laplacian.delta);
    return plan;
}

} // namespace

Ptr<Filter> createLaplacianFilter(int srcType, int dstType, int ksize, double scale, int borderMode, Scalar borderVal,
                                  double delta)
{
    SeparableSumPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    CUDATILED_REQUIRE(ksize >= 1 && ksize <= 31 && ksize % 2 == 1, __func__, StsBadSize,
                      "ksize is %d; it must be odd and from 1 to 31", ksize);
    plan.laplacian = ksize;
    cv::Mat derivative, smoothing;
    cv::getDerivKernels(derivative, smoothing, 2, 0, ksize, false, CV_64F);
    derivative = derivative.reshape(1, 1);
    smoothing = ksize == 1 ? cv::Mat(cv::Matx13d(0, 1, 0)) : smoothing.reshape(1, 1); // of 1 there is nothing to smooth
    plan.first = {derivative, smoothing};
    plan.second = {smoothing, derivative};
    plan.scale = finite(__func__, "scale", scale);
    plan.delta = finite(__func__, "delta", delta);
    CUDATILED_REQUIRE(std::isfinite(8 * static_cast<float>(scale)), __func__, StsOutOfRange,
                      "scale is %g; the taps times scale must be finite floats", scale);
    setAperture(plan, __func__, {std::max(ksize, 3), std::max(ksize, 3)}, {-1, -1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    if (ksize <= 3 && hasDepthPair(DepthPairs::Conv2d, CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType)))
        return makeFilter(smallLaplacian(plan));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
