// SPDX-License-Identifier: Apache-2.0
// createThresholdFilter.
#include <cmath>
#include <limits>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/dispatch.hpp"
#include "../core/require.hpp"
#include "../plans/threshold_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

struct Range
{
    double lowest, highest;
};

Range rangeOf(int depth)
{
    switch (depth)
    {
    case CV_8U: return {0, 255};
    case CV_16U: return {0, 65535};
    case CV_16S: return {-32768, 32767};
    default: return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
}

double checkedLevel(const ThresholdPlan& plan, const char* function, const char* name, double value)
{
    CUDATILED_REQUIRE(isFloatDepth(CV_MAT_DEPTH(plan.srcType)) || !(std::abs(value) >= 2147483648.), function,
                      StsOutOfRange, "%s is %g; for images of integers it must lie between -2^31 and 2^31", name,
                      value);
    return finite(function, name, value);
}

// As cv::threshold: of integers the threshold is rounded down, the maximum to nearest, and both are saturated.
Threshold thresholdOf(const ThresholdPlan& plan)
{
    const int depth = CV_MAT_DEPTH(plan.srcType);
    const Range range = rangeOf(depth);
    const double limit = isFloatDepth(depth) ? static_cast<float>(plan.thresh) : std::floor(plan.thresh);
    const double maximum = isFloatDepth(depth) ? static_cast<float>(plan.maxval)
                                               : std::clamp(std::nearbyint(plan.maxval), range.lowest, range.highest);
    const ThresholdSide zero{false, 0}, pixel{true, 0}, most{false, maximum};
    Threshold threshold{};
    switch (plan.type)
    {
    case cv::THRESH_BINARY: threshold = {limit, most, zero, false}; break;
    case cv::THRESH_BINARY_INV: threshold = {limit, zero, most, true}; break;
    case cv::THRESH_TRUNC: threshold = {limit, {false, limit}, pixel, true}; break;
    case cv::THRESH_TOZERO: threshold = {limit, pixel, zero, false}; break;
    default: threshold = {limit, zero, pixel, true}; break; // THRESH_TOZERO_INV
    }
    if (limit >= range.highest)
        threshold.above = threshold.below;
    if (limit < range.lowest) // cv::threshold truncates to 0 then, of 16S as well
        threshold.below = threshold.above = plan.type == cv::THRESH_TRUNC ? zero : threshold.above;
    if (limit >= range.highest || limit < range.lowest)
        threshold.limit = 0;
    return threshold;
}

} // namespace

Ptr<Filter> createThresholdFilter(int srcType, double thresh, double maxval, int type)
{
    ThresholdPlan plan;
    setTypes(plan, __func__, srcType, -1, DepthPairs::Threshold);
    setPointwise(plan);
    CUDATILED_REQUIRE(
        type < 0 || (type & (cv::THRESH_OTSU | cv::THRESH_TRIANGLE)) == 0, __func__, StsBadFlag,
        "type is %d; thresholds that an image's histogram makes, THRESH_OTSU (8) and THRESH_TRIANGLE (16), "
        "are not supported",
        type);
    CUDATILED_REQUIRE(
        type >= cv::THRESH_BINARY && type <= cv::THRESH_TOZERO_INV, __func__, StsBadFlag,
        "type is %d; it must be THRESH_BINARY (0), BINARY_INV (1), TRUNC (2), TOZERO (3) or TOZERO_INV (4)", type);
    plan.thresh = checkedLevel(plan, __func__, "thresh", thresh);
    plan.maxval = checkedLevel(plan, __func__, "maxval", maxval);
    plan.type = type;
    plan.threshold = thresholdOf(plan);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
