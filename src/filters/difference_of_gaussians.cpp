// SPDX-License-Identifier: Apache-2.0
// createDifferenceOfGaussiansFilter.
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/separable_sum_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestSize = 2047;

double checkedSigma(const char* function, const char* name, double sigma)
{
    CUDATILED_REQUIRE(finite(function, name, sigma) > 0, function, StsOutOfRange, "%s is %g; it must be positive", name,
                      sigma);
    return sigma;
}

int sizeFor(const char* function, int ksize, double sigma)
{
    if (ksize == 0)
    {
        CUDATILED_REQUIRE(8 * sigma + 1 <= kLargestSize, function, StsOutOfRange,
                          "the larger sigma is %g, which takes an aperture of %g pixels; give ksize, or a sigma of at "
                          "most %d",
                          sigma, 8 * sigma + 1, kLargestSize / 8);
        ksize = cvRound(8 * sigma + 1) | 1;
    }
    CUDATILED_REQUIRE(ksize >= 1 && ksize <= kLargestSize && ksize % 2 == 1, function, StsBadSize,
                      "ksize is %d; it must be odd and from 1 to %d, or 0 to be computed from the sigmas", ksize,
                      kLargestSize);
    return ksize;
}

cv::Mat gaussianTaps(int ksize, double sigma)
{
    cv::Mat taps;
    cv::getGaussianKernel(ksize, sigma, CV_32F).reshape(1, 1).convertTo(taps, CV_64F);
    return taps;
}

} // namespace

Ptr<Filter> createDifferenceOfGaussiansFilter(int srcType, int dstType, int ksize, double sigma1, double sigma2,
                                              double scale, int borderMode, Scalar borderVal, double delta)
{
    SeparableSumPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    checkedSigma(__func__, "sigma1", sigma1);
    checkedSigma(__func__, "sigma2", sigma2);
    const int size = sizeFor(__func__, ksize, std::max(sigma1, sigma2));
    const cv::Mat added = gaussianTaps(size, sigma1), subtracted = gaussianTaps(size, sigma2);
    plan.first = {added, added};
    plan.second = {subtracted, cv::Mat(-subtracted)};
    plan.scale = finite(__func__, "scale", scale);
    plan.delta = finite(__func__, "delta", delta);
    setAperture(plan, __func__, {size, size}, {-1, -1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
