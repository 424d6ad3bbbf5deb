// SPDX-License-Identifier: Apache-2.0
// createCornerHarrisFilter and createCornerMinEigenValFilter.
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../api/gpumat.hpp"
#include "../core/require.hpp"
#include "../plans/corner_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestBlock = 1000;

// The taps of cv::Sobel, and the scale that cv::cornerHarris gives it.
void setDerivatives(CornerPlan& plan, const char* function, int ksize, int blockSize)
{
    const bool scharr = ksize == cv::FILTER_SCHARR;
    CUDATILED_REQUIRE(scharr || (ksize >= 1 && ksize <= 31 && ksize % 2 == 1), function, StsBadSize,
                      "ksize is %d; it must be odd and from 1 to 31, or FILTER_SCHARR (-1)", ksize);
    cv::getDerivKernels(plan.derivative, plan.smoothing, 1, 0, ksize, false, CV_32F);
    plan.derivative = plan.derivative.reshape(1, 1);
    plan.smoothing = ksize == 1 ? cv::Mat(cv::Matx13f(0, 1, 0)) : plan.smoothing.reshape(1, 1);
    const double white = CV_MAT_DEPTH(plan.srcType) == CV_8U ? 255 : 1;
    plan.scale = static_cast<float>(1 / (std::ldexp(blockSize * white, scharr ? 3 : ksize - 1)));
    plan.derivatives = plan;
    setAperture(plan.derivatives, function, {plan.derivative.cols, plan.derivative.cols}, {-1, -1});
}

CornerPlan cornerPlan(const char* function, int srcType, int blockSize, int ksize, int borderMode)
{
    CornerPlan plan;
    setTypes(plan, function, srcType, CV_32F, DepthPairs::Corner);
    CUDATILED_REQUIRE(CV_MAT_CN(srcType) == 1, function, BadNumChannels,
                      "srcType is %s; images of 1 channel are supported", typeName(srcType).c_str());
    setBorder(plan, function, borderMode, borderMode, cv::Scalar());
    CUDATILED_REQUIRE(blockSize >= 1 && blockSize <= kLargestBlock, function, StsBadSize,
                      "blockSize is %d; it must be from 1 to %d", blockSize, kLargestBlock);
    setDerivatives(plan, function, ksize, blockSize);
    plan.sums = plan;
    plan.sums.border.isolated = true;
    setAperture(plan.sums, function, {blockSize, blockSize}, {-1, -1});
    setAperture(plan, function, plan.derivatives.ksize + plan.sums.ksize - cv::Size(1, 1),
                plan.derivatives.anchor + plan.sums.anchor);
    return plan;
}

} // namespace

Ptr<Filter> createCornerHarrisFilter(int srcType, int blockSize, int ksize, double k, int borderMode)
{
    CornerPlan plan = cornerPlan(__func__, srcType, blockSize, ksize, borderMode);
    plan.formula = {CornerMeasure::Harris, static_cast<float>(finite(__func__, "k", k))};
    return makeFilter(plan);
}

Ptr<Filter> createCornerMinEigenValFilter(int srcType, int blockSize, int ksize, int borderMode)
{
    CornerPlan plan = cornerPlan(__func__, srcType, blockSize, ksize, borderMode);
    plan.formula = {CornerMeasure::MinEigenVal, 0.f};
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
