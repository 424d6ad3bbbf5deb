// SPDX-License-Identifier: Apache-2.0
// createMorphologyFilter.
#include "../plans/morphology_plan.hpp"

#include <cfloat>

#include "../api/engine.hpp"
#include "../api/gpumat.hpp"
#include "../core/require.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

// The element as it is, or one of 3x3 pixels where none is given.
cv::Mat checkedElement(const char* function, InputArray kernel)
{
    const cv::Mat given = kernelOf(function, "kernel", kernel);
    if (given.empty())
        return cv::Mat::ones(3, 3, CV_8U);
    CUDATILED_REQUIRE(given.channels() == 1 && given.depth() <= CV_64F, function, StsUnsupportedFormat,
                      "kernel is of type %s; a structuring element must have one channel and a depth of 8U to 64F",
                      typeName(given.type()).c_str());
    CUDATILED_REQUIRE(cv::countNonZero(given) > 0, function, StsBadArg,
                      "kernel is %d x %d and all of it is 0; at least one pixel must belong to the element", given.cols,
                      given.rows);
    cv::Mat element; // a copy, because the caller may change the original
    cv::compare(given, 0, element, cv::CMP_NE);
    return element;
}

// cv::erode and cv::dilate make one larger rectangle of a rectangle that is applied several times.
void foldIterations(MorphologyPlan& plan, const char* function, int iterations)
{
    constexpr double kLargest = 1 << 20;
    const double width = plan.ksize.width + (iterations - 1.) * (plan.ksize.width - 1.);
    const double height = plan.ksize.height + (iterations - 1.) * (plan.ksize.height - 1.);
    CUDATILED_REQUIRE(width <= kLargest && height <= kLargest, function, StsOutOfRange,
                      "iterations is %d; %d x %d pixels that often make %g x %g, and at most %g x %g are supported",
                      iterations, plan.ksize.width, plan.ksize.height, width, height, kLargest, kLargest);
    plan.ksize = {static_cast<int>(width), static_cast<int>(height)};
    plan.anchor *= iterations;
}

bool isDefault(const Scalar& value)
{
    return value == Scalar::all(DBL_MAX); // cv::morphologyDefaultBorderValue()
}

} // namespace

Ptr<Filter> createMorphologyFilter(int op, int srcType, InputArray kernel, Point anchor, int iterations, int borderMode,
                                   Scalar borderVal)
{
    MorphologyPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Same);
    CUDATILED_REQUIRE(op >= static_cast<int>(MorphologyOperation::Erode) &&
                          op <= static_cast<int>(MorphologyOperation::BlackHat),
                      __func__, StsBadArg, "op is %d; it must be one of MORPH_ERODE (0) to MORPH_BLACKHAT (6)", op);
    CUDATILED_REQUIRE(iterations >= 0, __func__, StsBadArg, "iterations is %d; it must not be negative", iterations);
    plan.operation = static_cast<MorphologyOperation>(op);
    const cv::Mat element = checkedElement(__func__, kernel);
    setAperture(plan, __func__, element.size(), anchor);
    plan.defaultOutside = isDefault(borderVal);
    setBorder(plan, __func__, borderMode, borderMode, plan.defaultOutside ? Scalar() : borderVal);
    if (iterations == 0)
        setAperture(plan, __func__, {1, 1}, {0, 0});
    else if (cv::countNonZero(element) == static_cast<int>(element.total()))
        foldIterations(plan, __func__, iterations);
    else
    {
        constexpr int kMost = 10000; // each is a kernel of its own
        CUDATILED_REQUIRE(iterations <= kMost, __func__, StsOutOfRange,
                          "iterations is %d; of an element that is no rectangle at most %d are supported", iterations,
                          kMost);
        plan.element = element;
        plan.iterations = iterations;
    }
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
