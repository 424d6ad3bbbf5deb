// SPDX-License-Identifier: Apache-2.0
// Compares a result with OpenCV's, and where they differ with the exact value.
#include "comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <opencv2/cudatiled.hpp>

#include "opencv_reference.hpp"

namespace samples {
namespace {

cv::Mat asDouble(const cv::Mat& image)
{
    cv::Mat wide;
    image.reshape(1).convertTo(wide, CV_64F);
    return wide;
}

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

// Whether all scalars that differ from OpenCV's lie in the interval that the contract allows. Nothing is promised where
// the exact value is no float.
bool contractKept(const cv::Mat& result, const cv::Mat& reference, const Expected& expected)
{
    const cv::Mat1d ours = asDouble(result), theirs = asDouble(reference);
    const cv::Mat1d lowest = expected.lowest.reshape(1), highest = expected.highest.reshape(1);
    for (int y = 0; y < ours.rows; ++y)
        for (int x = 0; x < ours.cols; ++x)
            if (!same(ours(y, x), theirs(y, x)) && std::abs(lowest(y, x)) <= std::numeric_limits<float>::max() &&
                !(ours(y, x) >= lowest(y, x) && ours(y, x) <= highest(y, x)))
                return false;
    return true;
}

} // namespace

std::string Comparison::text() const
{
    if (differingPixels == 0)
        return "equal to OpenCV's CPU in every pixel";
    return cv::format("differs from OpenCV's CPU by at most %g, in %lld of %lld pixels: %s", largest,
                      static_cast<long long>(differingPixels), static_cast<long long>(reference.total()),
                      contractKept ? "within the accuracy contract" : "this BREAKS the accuracy contract");
}

namespace {

// Counts the pixels that differ from the reference. NaNs are equal.
Comparison differences(const cv::Mat& result, const cv::Mat& reference)
{
    Comparison comparison;
    comparison.reference = reference;
    const cv::Mat1d ours = asDouble(result), theirs = asDouble(comparison.reference);
    const int channels = result.channels();
    for (int y = 0; y < ours.rows; ++y)
        for (int x = 0; x < ours.cols; x += channels)
        {
            bool differs = false;
            for (int c = x; c < x + channels; ++c)
                if (!same(ours(y, c), theirs(y, c)))
                {
                    const double difference = std::abs(ours(y, c) - theirs(y, c));
                    differs = true;
                    comparison.largest = std::isnan(difference) ? HUGE_VAL : std::max(comparison.largest, difference);
                }
            comparison.differingPixels += differs;
        }
    return comparison;
}

} // namespace

Comparison compareWithOpenCv(const Recipe& recipe, const cv::Mat& src, const cv::Mat& result)
{
    Comparison comparison = differences(result, opencvResult(recipe, src));
    if (comparison.differingPixels != 0)
        comparison.contractKept = contractKept(result, comparison.reference, contractFor(recipe, src));
    return comparison;
}

Comparison compareWithOpenCv(const RecipeChain& chain, const cv::Mat& src, const cv::Mat& result)
{
    cv::Mat ours = src, theirs = src;
    bool kept = true;
    for (const Recipe& recipe : chain.recipes)
    {
        cv::Mat next;
        recipe.create(ours.type())->apply(ours, next);
        kept = kept && compareWithOpenCv(recipe, ours, next).contractKept;
        ours = next;
        theirs = opencvResult(recipe, theirs);
    }
    Comparison comparison = differences(result, theirs);
    comparison.contractKept = kept && differences(result, ours).differingPixels == 0;
    return comparison;
}

namespace {

// A NaN beside a number counts as the largest difference.
cv::Mat absoluteDifference(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat difference;
    cv::absdiff(a, b, difference);
    if (difference.depth() == CV_32F)
        cv::patchNaNs(difference, std::numeric_limits<float>::max());
    return difference;
}

} // namespace

double brightestScale(const cv::Mat& a, const cv::Mat& b)
{
    double largest = 0;
    cv::minMaxLoc(absoluteDifference(a, b).reshape(1), nullptr, &largest);
    return largest > 0 ? 255 / largest : 1;
}

cv::Mat differencePicture(const cv::Mat& a, const cv::Mat& b, double scale)
{
    cv::Mat picture;
    absoluteDifference(a, b).convertTo(picture, CV_8U, scale);
    return picture;
}

cv::Mat signedDifference(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat difference;
    cv::subtract(a, b, difference, cv::noArray(), CV_32F);
    return difference;
}

} // namespace samples
