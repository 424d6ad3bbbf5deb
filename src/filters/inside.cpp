// SPDX-License-Identifier: Apache-2.0
// Filters with BORDER_INSIDE.
#include "inside.hpp"

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/rank_one.hpp"
#include "mask.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kPlain = ~cv::BORDER_ISOLATED;

// Means need weights. The pixel under the anchor may be the only one inside.
void requireWeights(const char* function, const char* name, const cv::Mat& taps, cv::Point anchor)
{
    cv::Point least;
    double lowest = 0;
    cv::minMaxLoc(taps, &lowest, nullptr, &least, nullptr);
    CUDATILED_REQUIRE(lowest >= 0, function, StsBadArg,
                      "%s has the tap %g at (%d, %d); with BORDER_INSIDE no tap may be negative", name, lowest, least.x,
                      least.y);
    CUDATILED_REQUIRE(taps.at<float>(anchor) > 0, function, StsBadArg,
                      "%s has the tap 0 at its anchor (%d, %d); with BORDER_INSIDE that must be positive", name,
                      anchor.x, anchor.y);
}

template <class Plan> InsidePlan insidePlan(const Plan& within)
{
    InsidePlan plan;
    static_cast<ImagePlan&>(plan) = within;
    plan.within = within;
    return plan;
}

template <class Tap> cv::Mat floatTaps(const std::vector<Tap>& taps)
{
    cv::Mat row(1, static_cast<int>(taps.size()), CV_32F);
    std::copy(taps.begin(), taps.end(), row.begin<float>());
    return row;
}

} // namespace

bool setBorderOrInside(ImagePlan& plan, const char* function, int rowBorderMode, int columnBorderMode,
                       const cv::Scalar& value)
{
    const auto isInside = [](int mode) {
        return mode >= 0 && (mode & kPlain) == BORDER_INSIDE;
    };
    const int column = columnBorderMode < 0 ? rowBorderMode : columnBorderMode;
    if (!isInside(rowBorderMode) && !isInside(column))
    {
        setBorder(plan, function, rowBorderMode, columnBorderMode, value);
        return false;
    }
    CUDATILED_REQUIRE(isInside(rowBorderMode) && isInside(column), function, StsBadArg,
                      "rowBorderMode is %d and columnBorderMode %d; both must be BORDER_INSIDE (32), or neither",
                      rowBorderMode, column);
    const int mode = cv::BORDER_REPLICATE | ((rowBorderMode | column) & cv::BORDER_ISOLATED);
    setBorder(plan, function, mode, mode, value);
    return true;
}

cv::Ptr<Filter> makeInside(const char* function, BoxPlan box)
{
    CUDATILED_REQUIRE(box.normalize, function, StsBadArg,
                      "normalize is false; with BORDER_INSIDE it must be true, for the mean of the pixels inside");
    InsidePlan plan = insidePlan(box);
    plan.rowKernel = cv::Mat::ones(1, box.ksize.width, CV_32F);
    plan.columnKernel = cv::Mat::ones(1, box.ksize.height, CV_32F);
    return makeFilter(plan);
}

cv::Ptr<Filter> makeInside(const char* function, Conv2dPlan correlation)
{
    const cv::Mat taps = correlation.kernel;
    requireWeights(function, "kernel", taps, correlation.anchor);
    const double scale = 1 / cv::sum(taps)[0];
    if (areExact(correlation.srcType, taps))
        correlation.scale = static_cast<float>(scale);
    else
        correlation.kernel = scaledTaps(function, taps, scale);
    InsidePlan plan = insidePlan(correlation);
    plan.delta = correlation.delta;
    if (const std::optional<IntegerFactors> factors = integerFactors(taps))
    {
        factors->row.convertTo(plan.rowKernel, CV_32F); // exact: no factor is larger than a tap
        factors->column.convertTo(plan.columnKernel, CV_32F);
    }
    else
        plan.kernel = taps;
    return makeFilter(plan);
}

cv::Ptr<Filter> makeInside(const char* function, SeparablePlan correlation)
{
    const cv::Mat row = correlation.rowKernel, column = correlation.columnKernel;
    requireWeights(function, "rowKernel", row, {correlation.anchor.x, 0});
    requireWeights(function, "columnKernel", column, {correlation.anchor.y, 0});
    const double ofRow = 1 / cv::sum(row)[0], ofColumn = 1 / cv::sum(column)[0];
    if (areExact(correlation.srcType, row) && areExact(correlation.srcType, column))
        correlation.scale = ofRow * ofColumn;
    else
    {
        correlation.rowKernel = scaledTaps(function, row, ofRow);
        correlation.columnKernel = scaledTaps(function, column, ofColumn);
    }
    InsidePlan plan = insidePlan(correlation);
    plan.rowKernel = row;
    plan.columnKernel = column;
    plan.delta = correlation.delta;
    return makeFilter(plan);
}

cv::Ptr<Filter> makeInside(const char* function, GaussianPlan blur)
{
    if (!blur.isFixedPoint())
    {
        InsidePlan plan = insidePlan(blur.floating);
        plan.rowKernel = blur.floating.rowKernel;
        plan.columnKernel = blur.floating.columnKernel;
        return makeFilter(plan);
    }
    blur.alwaysFixedPoint = true;
    InsidePlan plan = insidePlan(blur);
    plan.rowKernel = floatTaps(blur.rowTaps);
    plan.columnKernel = floatTaps(blur.columnTaps);
    requireWeights(function, "the fixed-point row", plan.rowKernel, {blur.anchor.x, 0});
    requireWeights(function, "the fixed-point column", plan.columnKernel, {blur.anchor.y, 0});
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
