// SPDX-License-Identifier: Apache-2.0
// createLaplacianOfGaussianFilter.
#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/separable_sum_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestSize = 2047;

// The sampled Gaussian, and its second derivative with the variance that the samples have, so that its sum is 0.
// Floats.
void setLists(SeparableSumPlan& plan, int ksize, double sigma)
{
    const cv::Mat_<double> gaussian = cv::getGaussianKernel(ksize, sigma, CV_64F).reshape(1, 1);
    cv::Mat_<double> smoothing(1, ksize), derivative(1, ksize);
    const auto square = [&](int i) {
        return static_cast<double>(i - ksize / 2) * (i - ksize / 2);
    };
    double variance = 0;
    for (int i = 0; i < ksize; ++i)
        variance += square(i) * gaussian(i);
    for (int i = 0; i < ksize; ++i)
    {
        smoothing(i) = static_cast<float>(gaussian(i));
        derivative(i) = static_cast<float>((square(i) - variance) / (sigma * sigma * sigma * sigma) * gaussian(i));
    }
    plan.first = {derivative, smoothing};
    plan.second = {smoothing, derivative};
}

} // namespace

Ptr<Filter> createLaplacianOfGaussianFilter(int srcType, int dstType, int ksize, double sigma, double scale,
                                            int borderMode, Scalar borderVal, double delta)
{
    SeparableSumPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    CUDATILED_REQUIRE(ksize >= 3 && ksize <= kLargestSize && ksize % 2 == 1, __func__, StsBadSize,
                      "ksize is %d; it must be odd and from 3 to %d", ksize, kLargestSize);
    CUDATILED_REQUIRE(finite(__func__, "sigma", sigma) == 0 || sigma >= 0.1, __func__, StsOutOfRange,
                      "sigma is %g; it must be at least 0.1 pixels, or 0 to be computed from ksize", sigma);
    setLists(plan, ksize, sigma > 0 ? sigma : 0.3 * ((ksize - 1) * 0.5 - 1) + 0.8);
    plan.scale = finite(__func__, "scale", scale);
    plan.delta = finite(__func__, "delta", delta);
    setAperture(plan, __func__, {ksize, ksize}, {-1, -1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
