// SPDX-License-Identifier: Apache-2.0
// Checks and normal forms of the arguments that factories share.
#include "arguments.hpp"

#include <cmath>

#include "../api/gpumat.hpp"
#include "../core/dispatch.hpp"
#include "../core/require.hpp"

namespace cv { namespace cudatiled {

bool hasDepthPair(DepthPairs pairs, int srcDepth, int dstDepth)
{
    const auto nothing = [](auto...) {
    };
    switch (pairs)
    {
    case DepthPairs::Conv2d: return withDepthPair<Conv2dTargets>(srcDepth, dstDepth, nothing);
    case DepthPairs::Separable: return withDepthPair<SeparableTargets>(srcDepth, dstDepth, nothing);
    case DepthPairs::Same: return withDepthPair<SameTarget>(srcDepth, dstDepth, nothing);
    case DepthPairs::Gradient: return withDepthPair<GradientTargets>(srcDepth, dstDepth, nothing);
    case DepthPairs::Statistic: return withDepthPair<StatisticTargets>(srcDepth, dstDepth, nothing);
    case DepthPairs::Squares:
        return withDepthPair<StatisticTargets>(srcDepth, dstDepth, nothing) ||
               (srcDepth != CV_16F && withDepthPair<StatisticTargets>(srcDepth, CV_32F, nothing) &&
                (dstDepth == CV_8U || dstDepth == CV_16U || dstDepth == CV_16S));
    case DepthPairs::SameOrFloat: return withDepthPair<SameOrFloatTargets>(srcDepth, dstDepth, nothing);
    case DepthPairs::Bytes: return srcDepth == CV_8U && dstDepth == CV_8U;
    case DepthPairs::Levels: return srcDepth == dstDepth && (srcDepth == CV_8U || srcDepth == CV_16U);
    case DepthPairs::Pyramid: return srcDepth == dstDepth && withDepth(srcDepth, PyramidTypes{}, nothing);
    case DepthPairs::Color: return srcDepth == dstDepth && withDepth(srcDepth, ColorTypes{}, nothing);
    case DepthPairs::Threshold: return srcDepth == dstDepth && withDepth(srcDepth, ThresholdTypes{}, nothing);
    case DepthPairs::Corner: return dstDepth == CV_32F && withDepth(srcDepth, ByteOrFloatTypes{}, nothing);
    case DepthPairs::ByteOrFloat: return srcDepth == dstDepth && withDepth(srcDepth, ByteOrFloatTypes{}, nothing);
    case DepthPairs::Sum: break;
    }
    return withDepthPair<SumTargets>(srcDepth, dstDepth, nothing);
}

namespace {

// E.g. "8U 16U 16S 32F", or nothing if the source depth has no pair.
std::string targetsOf(DepthPairs pairs, int srcDepth)
{
    std::string names;
    for (int depth = 0; depth < CV_DEPTH_MAX; ++depth)
        if (hasDepthPair(pairs, srcDepth, depth))
            names += (names.empty() ? "" : " ") + depthName(depth);
    return names;
}

// E.g. "the depths 8U, 16U and 32F are".
std::string sourcesOf(DepthPairs pairs)
{
    std::string names, last;
    for (int depth = 0; depth < CV_DEPTH_MAX; ++depth)
        if (!targetsOf(pairs, depth).empty())
        {
            names += last.empty() ? "" : (names.empty() ? "" : ", ") + last;
            last = depthName(depth);
        }
    return names.empty() ? "the depth " + last + " is" : "the depths " + names + " and " + last + " are";
}

Border border(const char* function, const char* name, int mode)
{
    const int plain = mode & ~cv::BORDER_ISOLATED;
    CUDATILED_REQUIRE(
        mode >= 0 && plain <= cv::BORDER_REFLECT_101, function, StsBadArg,
        "%s is %d; it must be BORDER_CONSTANT (0), REPLICATE (1), REFLECT (2), WRAP (3) or REFLECT_101 (4), "
        "to which BORDER_ISOLATED (16) may be added",
        name, mode);
    return static_cast<Border>(plain);
}

} // namespace

void setTypes(ImagePlan& plan, const char* function, int srcType, int dstType, DepthPairs pairs)
{
    CUDATILED_REQUIRE(srcType >= 0 && srcType == CV_MAT_TYPE(srcType), function, StsUnsupportedFormat,
                      "srcType is %d, which is no type; CV_8UC1 is one", srcType);
    const int channels = CV_MAT_CN(srcType), srcDepth = CV_MAT_DEPTH(srcType);
    CUDATILED_REQUIRE(channels <= 4, function, BadNumChannels, "srcType is %s; images of 1 to 4 channels are supported",
                      typeName(srcType).c_str());
    CUDATILED_REQUIRE(!targetsOf(pairs, srcDepth).empty(), function, StsUnsupportedFormat,
                      "srcType is %s; %s supported", typeName(srcType).c_str(), sourcesOf(pairs).c_str());
    if (dstType < 0)
        dstType = srcType;
    else if (CV_MAT_CN(dstType) == 1 && dstType == CV_MAT_TYPE(dstType)) // a depth, as cv::cuda takes it
        dstType = CV_MAKETYPE(dstType, channels);
    CUDATILED_REQUIRE(CV_MAT_CN(dstType) == channels, function, BadNumChannels,
                      "dstType is %s and srcType %s; both must have the same number of channels, or dstType be a depth",
                      typeName(dstType).c_str(), typeName(srcType).c_str());
    CUDATILED_REQUIRE(dstType == CV_MAT_TYPE(dstType) && hasDepthPair(pairs, srcDepth, CV_MAT_DEPTH(dstType)), function,
                      StsUnsupportedFormat, "dstType is %s; from %s the depths %s are supported",
                      typeName(dstType).c_str(), typeName(srcType).c_str(), targetsOf(pairs, srcDepth).c_str());
    plan.srcType = srcType;
    plan.dstType = dstType;
}

void setAperture(ImagePlan& plan, const char* function, cv::Size ksize, cv::Point anchor)
{
    CUDATILED_REQUIRE(ksize.width >= 1 && ksize.height >= 1, function, StsBadSize,
                      "ksize is %d x %d; width and height must be at least 1", ksize.width, ksize.height);
    const cv::Point given = anchor;
    if (anchor.x == -1)
        anchor.x = ksize.width / 2;
    if (anchor.y == -1)
        anchor.y = ksize.height / 2;
    CUDATILED_REQUIRE(anchor.x >= 0 && anchor.x < ksize.width && anchor.y >= 0 && anchor.y < ksize.height, function,
                      StsOutOfRange,
                      "anchor is (%d, %d); it must lie inside the kernel of %d x %d, or be -1 for the centre", given.x,
                      given.y, ksize.width, ksize.height);
    plan.ksize = ksize;
    plan.anchor = anchor;
}

void setPointwise(ImagePlan& plan)
{
    plan.ksize = {1, 1};
    plan.anchor = {0, 0};
    plan.border.row = plan.border.column = Border::Replicate;
    plan.border.isolated = true;
    plan.pointwise = true;
}

void setBorder(ImagePlan& plan, const char* function, int rowBorderMode, int columnBorderMode, const cv::Scalar& value)
{
    const bool one = columnBorderMode == rowBorderMode; // what factories with a single mode hand over
    if (columnBorderMode < 0)
        columnBorderMode = rowBorderMode;
    plan.border.row = border(function, one ? "borderMode" : "rowBorderMode", rowBorderMode);
    plan.border.column = border(function, "columnBorderMode", columnBorderMode);
    plan.border.isolated = ((rowBorderMode | columnBorderMode) & cv::BORDER_ISOLATED) != 0;
    for (int c = 0; c < 4; ++c)
        plan.border.outside[c] = finite(function, "borderVal", value[c]);
}

double finite(const char* function, const char* name, double value)
{
    CUDATILED_REQUIRE(std::isfinite(value) && std::abs(value) <= 3.4028234663852886e38, function, StsBadArg,
                      "%s is %g; it must be a finite float", name, value);
    return value;
}

cv::Mat checkedKernel(const char* function, const char* name, cv::InputArray kernel, bool vector)
{
    const cv::Mat given = kernelOf(function, name, kernel);
    CUDATILED_REQUIRE(!given.empty(), function, StsBadSize, "%s is empty; it must have at least one tap", name);
    CUDATILED_REQUIRE(given.channels() == 1 && given.depth() <= CV_64F, function, StsUnsupportedFormat,
                      "%s is of type %s; taps must have one channel and a depth of 8U to 64F", name,
                      typeName(given.type()).c_str());
    CUDATILED_REQUIRE(!vector || given.rows == 1 || given.cols == 1, function, StsBadSize,
                      "%s is %d x %d; it must be one row or one column", name, given.cols, given.rows);
    cv::Mat taps;
    given.convertTo(taps, CV_32F); // a copy, because the caller may change the original
    cv::Point bad;
    CUDATILED_REQUIRE(cv::checkRange(taps, true, &bad), function, StsBadArg,
                      "%s has the tap %g at (%d, %d); all must be finite floats", name, taps.at<float>(bad), bad.x,
                      bad.y);
    return vector ? taps.reshape(1, 1) : taps;
}

}} // namespace cv::cudatiled
