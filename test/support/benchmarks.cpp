// SPDX-License-Identifier: Apache-2.0
// The filters whose speed is recorded: a line for each.
#include "benchmarks.hpp"
#include "rank_definition.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_test {

namespace {

using namespace cv::cudatiled;

constexpr int kSameDepth = -1;
const cv::Point kCentre(-1, -1);

// Neither symmetric nor of rank 1, so that no special case of any library applies.
cv::Mat floatTaps(int rows, int cols)
{
    cv::RNG random(1);
    cv::Mat taps(rows, cols, CV_32F);
    random.fill(taps, cv::RNG::UNIFORM, -1.f, 1.f);
    return taps * (1 / std::sqrt(static_cast<double>(taps.total())));
}

cv::Mat byteTaps(int rows, int cols)
{
    cv::RNG random(1);
    cv::Mat integers(rows, cols, CV_8S), taps;
    random.fill(integers, cv::RNG::UNIFORM, -127, 128);
    integers.convertTo(taps, CV_32F);
    return taps;
}

cv::Mat laplacianTaps()
{
    return cv::Mat(cv::Matx33f(0, 1, 0, 1, -4, 1, 0, 1, 0));
}

Instance separableFloat(int size)
{
    return separableLinear(floatTaps(1, size), floatTaps(size, 1), kCentre, 0);
}

Instance squareGaussian(int size)
{
    return gaussian({size, size}, 0, 0);
}

Instance rectangle(cv::MorphTypes op, int size)
{
    return morphology({op, cv::Mat::ones(size, size, CV_8U), kCentre, 1, true}, "rectangle");
}

Instance corner(cv::MorphTypes op, int size)
{
    return morphology({op, cv::Mat::ones(size, size, CV_8U), {0, 0}, 1, true}, "rectangle");
}

Instance shaped(cv::MorphTypes op, cv::MorphShapes shape, int size)
{
    return morphology({op, cv::getStructuringElement(shape, {size, size}), kCentre, 1, true}, "element");
}

Instance squareBox(int size)
{
    return box({size, size}, kCentre, true);
}

} // namespace

std::string Benchmark::kernelText() const
{
    const cv::Size size = instance.parameters.ksize; // -1: the 3x3 Scharr operator
    return cv::format("%dx%d", size.width < 0 ? 3 : size.width, size.height < 0 ? 3 : size.height);
}

std::string Benchmark::title() const
{
    return filter + " " + kernelText() + (variant.empty() ? "" : " " + variant);
}

const std::vector<Benchmark>& benchmarks()
{
    static const std::vector<Benchmark> list = {
        {"Linear", "integer taps", kSameDepth, false, linear(laplacianTaps(), kCentre, 0)},
        {"Linear", "float taps", kSameDepth, false, linear(floatTaps(3, 3), kCentre, 0)},
        {"Sharpen", "", kSameDepth, true, sharpen(SHARPEN_8, 1, 0)},
        {"Emboss", "", kSameDepth, false, emboss(EMBOSS_NORTH_WEST, 1, true, 0)},
        {"Sobel", "", kSameDepth, false, sobel(1, 0, 3, 1, 0)},
        {"Sobel", "", CV_16S, true, sobel(1, 0, 3, 1, 0)},
        {"Sobel", "", CV_32S, false, sobel(1, 0, 3, 1, 0)},
        {"Sobel", "", CV_32S, false, sobel(1, 0, 5, 1, 0)},
        {"Sobel", "Scharr", kSameDepth, false, sobel(1, 0, -1, 1, 0)},
        {"Sobel", "Scharr", CV_16S, false, sobel(1, 0, -1, 1, 0)},
        {"Gaussian", "", kSameDepth, false, squareGaussian(3)},
        {"Gaussian", "", kSameDepth, true, squareGaussian(5)},
        {"Gaussian", "", kSameDepth, false, squareGaussian(7)},
        {"Gaussian", "", kSameDepth, false, squareGaussian(9)},
        {"Gaussian", "", kSameDepth, true, squareGaussian(15)},
        {"Gaussian", "", kSameDepth, false, squareGaussian(31)},
        {"Gaussian", "", kSameDepth, false, squareGaussian(51)},
        {"SeparableLinear", "", kSameDepth, false, separableFloat(5)},
        {"SeparableLinear", "", kSameDepth, false, separableFloat(15)},
        {"SeparableLinear", "", kSameDepth, false, separableFloat(31)},
        {"Linear", "float taps", kSameDepth, false, linear(floatTaps(5, 5), kCentre, 0)},
        {"Linear", "float taps", kSameDepth, true, linear(floatTaps(7, 7), kCentre, 0)},
        {"Linear", "float taps", kSameDepth, false, linear(floatTaps(11, 11), kCentre, 0)},
        {"Linear", "float taps", kSameDepth, false, linear(floatTaps(17, 17), kCentre, 0)},
        {"Linear", "integer taps", kSameDepth, false, linear(byteTaps(5, 5), kCentre, 0)},
        {"Linear", "integer taps", kSameDepth, false, linear(byteTaps(7, 7), kCentre, 0)},
        {"Linear", "integer taps", kSameDepth, false, linear(byteTaps(11, 11), kCentre, 0)},
        {"Box", "", kSameDepth, false, squareBox(3)},
        {"Box", "", kSameDepth, false, squareBox(5)},
        {"Box", "", kSameDepth, true, squareBox(15)},
        {"Box", "", kSameDepth, false, squareBox(31)},
        {"Box", "", kSameDepth, false, squareBox(101)},
        {"Laplacian", "", kSameDepth, false, laplacian(3, 1, 0)},
        {"Laplacian", "", kSameDepth, false, laplacian(5, 1, 0)},
        {"Morphology", "erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 3)},
        {"Morphology", "erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 15)},
        {"Morphology", "erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 5)},
        {"Morphology", "erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 31)},
        {"Morphology", "open", kSameDepth, false, rectangle(cv::MORPH_OPEN, 3)},
        {"Morphology", "open", kSameDepth, false, rectangle(cv::MORPH_OPEN, 15)},
        {"Morphology", "gradient", kSameDepth, false, rectangle(cv::MORPH_GRADIENT, 3)},
        {"Morphology", "erode by a cross", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_CROSS, 3)},
        {"Morphology", "erode by an ellipse", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_ELLIPSE, 5)},
        {"Morphology", "erode by an ellipse", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_ELLIPSE, 9)},
        {"Morphology", "erode at a corner", kSameDepth, false, corner(cv::MORPH_ERODE, 101)},
        {"Median", "", kSameDepth, false, median(3)},
        {"Median", "", kSameDepth, false, median(5)},
        {"Median", "", kSameDepth, false, median(7)},
        {"Median", "", kSameDepth, false, median(15)},
        {"Median", "", kSameDepth, false, median(31)},
        {"Median", "", kSameDepth, false, median(63)},
        {"Median", "", kSameDepth, false, median(151)},
        {"RowSum", "", CV_32F, false, lineSum(true, 15, -1)},
        {"ColumnSum", "", CV_32F, false, lineSum(false, 15, -1)},
    };
    return list;
}

} // namespace cudatiled_test
