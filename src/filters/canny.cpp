// SPDX-License-Identifier: Apache-2.0
// createCannyFilter.
#include <algorithm>
#include <cmath>

#include "../api/apply_canny.hpp"
#include "../core/require.hpp"
#include "arguments.hpp"
#include "gradient.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kScharr = -1;

// As cv::Canny: squares for the length of L2, rounded down.
CannyThresholds thresholdsOf(const CannyPlan& plan, double divisor)
{
    const auto threshold = [&](double value) {
        value /= divisor;
        if (plan.norm == GradientNorm::L2)
            value = std::min(value, 32767.);
        return static_cast<int>(std::floor(plan.norm == GradientNorm::L2 && value > 0 ? value * value : value));
    };
    const auto [low, high] = std::minmax(plan.threshold1, plan.threshold2);
    return {threshold(low), threshold(high)};
}

void setThresholds(CannyPlan& plan, const char* function, double threshold1, double threshold2)
{
    for (const auto& [name, value] : {std::pair("threshold1", threshold1), std::pair("threshold2", threshold2)})
        CUDATILED_REQUIRE(std::abs(value) < 2147483648., function, StsOutOfRange,
                          "%s is %g; it must lie between -2^31 and 2^31", name, value);
    plan.threshold1 = threshold1;
    plan.threshold2 = threshold2;
    plan.ofImage = thresholdsOf(plan, plan.apertureSize == 7 ? 16 : 1);
    plan.ofGivenDerivatives = thresholdsOf(plan, 1);
}

} // namespace

Ptr<CannyFilter> createCannyFilter(int srcType, double threshold1, double threshold2, int apertureSize, bool L2gradient)
{
    CannyPlan plan;
    setTypes(plan, __func__, srcType, -1, DepthPairs::Bytes);
    CUDATILED_REQUIRE(
        (apertureSize >= 3 && apertureSize <= 7 && apertureSize % 2 == 1) || (apertureSize == kScharr && L2gradient),
        __func__, StsBadFlag, "apertureSize is %d; it must be 3, 5 or 7, with L2gradient also -1", apertureSize);
    setBorder(plan, __func__, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED, -1, cv::Scalar());
    plan.apertureSize = apertureSize;
    plan.norm = L2gradient ? GradientNorm::L2 : GradientNorm::L1;
    setThresholds(plan, __func__, threshold1, threshold2);
    static_cast<ImagePlan&>(plan.derivatives) = plan;
    plan.derivatives.dstType = CV_MAKETYPE(CV_16S, CV_MAT_CN(srcType));
    setDerivatives(plan.derivatives, __func__, apertureSize, apertureSize == 7 ? 1. / 16 : 1);
    plan.dstType = CV_8UC1;
    setAperture(plan, __func__, plan.derivatives.ksize + cv::Size(2, 2), {-1, -1});
    return makeCannyFilter(plan);
}

}} // namespace cv::cudatiled
