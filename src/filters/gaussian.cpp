// SPDX-License-Identifier: Apache-2.0
// createGaussianFilter.
#include "gaussian.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "inside.hpp"

namespace cv { namespace cudatiled {

namespace {

double checkedSigma(const char* function, const char* name, double sigma)
{
    CUDATILED_REQUIRE(std::isfinite(sigma) && sigma >= 0, function, StsBadArg,
                      "%s is %g; it must be a finite number of pixels, or 0 to be computed", name, sigma);
    return sigma;
}

// The aperture in one direction, computed from sigma where it is 0, as cv::GaussianBlur does.
int aperture(const char* function, const char* name, int size, double sigma, int srcDepth)
{
    CUDATILED_REQUIRE(size > 0 || (size == 0 && sigma > 0), function, StsBadSize,
                      "%s is %d and sigma %g; one of them must be positive, and neither negative", name, size, sigma);
    if (size == 0)
    {
        const double pixels = sigma * (srcDepth == CV_8U ? 3 : 4) * 2 + 1;
        CUDATILED_REQUIRE(pixels < 32768, function, StsOutOfRange,
                          "sigma is %g, which takes an aperture of %g pixels; give ksize, or a sigma below 4000", sigma,
                          pixels);
        return cvRound(pixels) | 1;
    }
    CUDATILED_REQUIRE(size % 2 == 1, function, StsBadSize, "%s is %d; it must be odd", name, size);
    return size;
}

// Taps with `bits` fraction bits that sum to 1: each is rounded together with the rounding error of the one before, the
// centre takes the rest (getGaussianKernelFixedPoint_ED in OpenCV's smooth.dispatch.cpp).
std::vector<std::uint32_t> fixedPointTaps(int size, double sigma, int bits)
{
    const cv::Mat_<double> exact = cv::getGaussianKernel(size, sigma, CV_64F);
    const double one = std::ldexp(1., bits);
    std::vector<std::uint32_t> taps(size);
    double error = 0, sum = 0;
    for (int i = 0; i < size / 2; ++i)
    {
        const double wanted = exact(i) * one + error;
        const double tap = std::nearbyint(wanted);
        error = wanted - tap;
        sum += 2 * tap;
        taps[i] = taps[size - 1 - i] = static_cast<std::uint32_t>(tap);
    }
    taps[size / 2] = static_cast<std::uint32_t>(one - sum);
    return taps;
}

SeparablePlan inFloat(const ImagePlan& image, double sigmaX, double sigmaY)
{
    SeparablePlan plan;
    static_cast<ImagePlan&>(plan) = image;
    plan.rowKernel = cv::getGaussianKernel(image.ksize.width, sigmaX, CV_32F).reshape(1, 1);
    plan.columnKernel = cv::getGaussianKernel(image.ksize.height, sigmaY, CV_32F).reshape(1, 1);
    return plan;
}

} // namespace

void setBlur(GaussianPlan& plan, const char* function, Size ksize, double sigma1, double sigma2)
{
    const int srcDepth = CV_MAT_DEPTH(plan.srcType);
    plan.sigmaX = checkedSigma(function, "sigma1", sigma1);
    plan.sigmaY = checkedSigma(function, "sigma2", sigma2) > 0 ? sigma2 : sigma1;
    const cv::Size size(aperture(function, "ksize.width", ksize.width, plan.sigmaX, srcDepth),
                        aperture(function, "ksize.height", ksize.height, plan.sigmaY, srcDepth));
    setAperture(plan, function, size, {-1, -1});
    plan.floating = inFloat(plan, plan.sigmaX, plan.sigmaY);
    if (plan.dstType != plan.srcType || (srcDepth != CV_8U && srcDepth != CV_16U))
        return;
    const int fractionBits = srcDepth == CV_8U ? 8 : 16;
    plan.rowTaps = fixedPointTaps(size.width, plan.sigmaX, fractionBits);
    plan.columnTaps = fixedPointTaps(size.height, plan.sigmaY, fractionBits);
}

Ptr<Filter> createGaussianFilter(int srcType, int dstType, Size ksize, double sigma1, double sigma2, int rowBorderMode,
                                 int columnBorderMode, Scalar borderVal)
{
    GaussianPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    const bool inside = setBorderOrInside(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    setBlur(plan, __func__, ksize, sigma1, sigma2);
    if (inside)
        return makeInside(__func__, plan);
    return plan.isFixedPoint() ? makeFilter(plan) : makeFilter(plan.floating);
}

}} // namespace cv::cudatiled
