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

// The exact value as the depth can hold it.
double saturated(double value, int depth)
{
    static const double lowest[] = {0, -128, 0, -32768, -2147483648.},
                        highest[] = {255, 127, 65535, 32767, 2147483647.};
    return depth > CV_32S ? value : std::min(std::max(value, lowest[depth]), highest[depth]);
}

// What the contract allows a float sum, in units of 2^-24 * sum |tap * pixel|; the CPU backend has the rounding of OpenCV's own sums.
double roundingsAllowed(const ExactResult& exact)
{
    const double roundings = exact.chain + 1.;
    return cv::cudatiled::getBackend() == cv::cudatiled::BACKEND_CPU ? std::max(16., exact.taps + 1.)
                                                                     : std::min(roundings, 2.5 * std::sqrt(roundings));
}

// Whether `result` is a rounding of a value within `tolerance` of the exact one; for integers that is at most 1 from
// OpenCV's pixel, and only next to a tie. Nothing is promised where the exact value is no float.
bool isRoundingOf(double exact, double tolerance, double result, int depth)
{
    if (!(std::abs(exact) <= std::numeric_limits<float>::max()))
        return true;
    const bool integer = depth <= CV_32S;
    return std::abs(result - saturated(exact, depth)) <= (integer ? std::max(1e-3, tolerance) + 0.5 : tolerance);
}

bool contractKept(const Recipe& recipe, const cv::Mat& src, const cv::Mat& result, const cv::Mat& reference)
{
    const ExactResult exact = exactResult(recipe, src);
    const cv::Mat1d ours = asDouble(result), theirs = asDouble(reference);
    const cv::Mat1d value = exact.value.reshape(1), magnitude = exact.magnitude.reshape(1);
    const double allowed = std::ldexp(roundingsAllowed(exact), -24);
    for (int y = 0; y < ours.rows; ++y)
        for (int x = 0; x < ours.cols; ++x)
            if (!same(ours(y, x), theirs(y, x)) &&
                !isRoundingOf(value(y, x), allowed * magnitude(y, x), ours(y, x), result.depth()))
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

Comparison compareWithOpenCv(const Recipe& recipe, const cv::Mat& src, const cv::Mat& result)
{
    Comparison comparison;
    comparison.reference = opencvResult(recipe, src);
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
    if (comparison.differingPixels != 0)
        comparison.contractKept =
            !promisesEquality(recipe, src.type()) && contractKept(recipe, src, result, comparison.reference);
    return comparison;
}

cv::Mat differencePicture(const cv::Mat& a, const cv::Mat& b)
{
    cv::Mat difference, picture;
    cv::absdiff(a, b, difference);
    if (difference.depth() == CV_32F)
        cv::patchNaNs(difference, std::numeric_limits<float>::max());
    double largest = 0;
    cv::minMaxLoc(difference.reshape(1), nullptr, &largest);
    difference.convertTo(picture, CV_8U, largest > 0 ? 255 / largest : 0);
    return picture;
}

} // namespace samples
