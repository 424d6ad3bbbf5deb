// SPDX-License-Identifier: Apache-2.0
// createAdaptiveThresholdFilter.
#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/adaptive_threshold_plan.hpp"
#include "gaussian.hpp"

namespace cv { namespace cudatiled {

namespace {

double checkedInteger(const char* function, const char* name, double value)
{
    CUDATILED_REQUIRE(std::abs(value) < 2147483648., function, StsOutOfRange,
                      "%s is %g; it must lie between -2^31 and 2^31", name, value);
    return value;
}

// As cv::adaptiveThreshold: bytes differ by 255 at most.
AdaptiveThreshold thresholdOf(const AdaptiveThresholdPlan& plan)
{
    const bool inverse = plan.thresholdType == cv::THRESH_BINARY_INV;
    const double offset = inverse ? std::floor(plan.c) : std::ceil(plan.c);
    const auto maximum = cv::saturate_cast<std::uint8_t>(plan.maxValue);
    const std::uint8_t zero = 0;
    return {static_cast<int>(std::clamp(offset, -256., 256.)), inverse ? zero : maximum, inverse ? maximum : zero};
}

} // namespace

Ptr<Filter> createAdaptiveThresholdFilter(int srcType, double maxValue, int adaptiveMethod, int thresholdType,
                                          int blockSize, double C)
{
    AdaptiveThresholdPlan plan;
    setTypes(plan, __func__, srcType, -1, DepthPairs::Bytes);
    CUDATILED_REQUIRE(srcType == CV_8UC1, __func__, BadNumChannels, "srcType is %s; images of 1 channel are supported",
                      typeName(srcType).c_str());
    setBorder(plan, __func__, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED, -1, cv::Scalar());
    plan.maxValue = checkedInteger(__func__, "maxValue", maxValue);
    plan.c = checkedInteger(__func__, "C", C);
    plan.isGaussian = adaptiveMethod == cv::ADAPTIVE_THRESH_GAUSSIAN_C;
    CUDATILED_REQUIRE(plan.isGaussian || adaptiveMethod == cv::ADAPTIVE_THRESH_MEAN_C, __func__, StsBadFlag,
                      "adaptiveMethod is %d; it must be ADAPTIVE_THRESH_MEAN_C (0) or ADAPTIVE_THRESH_GAUSSIAN_C (1)",
                      adaptiveMethod);
    CUDATILED_REQUIRE(thresholdType == cv::THRESH_BINARY || thresholdType == cv::THRESH_BINARY_INV, __func__,
                      StsBadFlag, "thresholdType is %d; it must be THRESH_BINARY (0) or THRESH_BINARY_INV (1)",
                      thresholdType);
    CUDATILED_REQUIRE(blockSize >= 3 && blockSize % 2 == 1, __func__, StsBadSize,
                      "blockSize is %d; it must be odd and at least 3", blockSize);
    plan.adaptiveMethod = adaptiveMethod;
    plan.thresholdType = thresholdType;
    setAperture(plan, __func__, {blockSize, blockSize}, {-1, -1});
    static_cast<ImagePlan&>(plan.mean) = plan;
    if (plan.isGaussian)
    {
        GaussianPlan gaussian;
        static_cast<ImagePlan&>(gaussian) = plan;
        setBlur(gaussian, __func__, plan.ksize, 0, 0);
        plan.blur = gaussian.floating; // cv::adaptiveThreshold blurs a float image
    }
    plan.threshold = thresholdOf(plan);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
