// SPDX-License-Identifier: Apache-2.0
// Magnitudes of gradients.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory gradientFactory(int ksize, int norm, double scale)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createGradientFilter(srcType, dstType, ksize, norm, false, scale, b.row, b.outside);
    };
}

int derivativeDepth(int depth)
{
    return depth == CV_8U ? CV_16S : depth;
}

double length(double dx, double dy, int norm)
{
    return norm == cv::NORM_L1 ? std::abs(dx) + std::abs(dy) : std::sqrt(dx * dx + dy * dy);
}

// The shortest and the longest of the numbers in an interval.
std::pair<double, double> magnitudes(double lowest, double highest)
{
    const double a = std::abs(lowest), b = std::abs(highest);
    return {lowest <= 0 && highest >= 0 ? 0. : std::min(a, b), std::max(a, b)};
}

double inDepth(double value, int depth)
{
    return depth == CV_32F ? value : std::min(std::nearbyint(value), depth == CV_8U ? 255. : 32767.);
}

// Two squares, their sum and its root are rounded to float.
constexpr double kRelativeError = 1. / (1 << 22);

Expected magnitudeOf(const Expected& dx, const Expected& dy, int norm, int depth)
{
    Expected magnitude{cv::Mat(dx.lowest.size(), dx.lowest.type()), cv::Mat(dx.lowest.size(), dx.lowest.type())};
    const double tolerance = depth == CV_32F ? kRelativeError : 0;
    for (int y = 0; y < dx.lowest.rows; ++y)
        for (int x = 0; x < dx.lowest.cols * dx.lowest.channels(); ++x)
        {
            const auto alongX = magnitudes(dx.lowest.ptr<double>(y)[x], dx.highest.ptr<double>(y)[x]),
                       alongY = magnitudes(dy.lowest.ptr<double>(y)[x], dy.highest.ptr<double>(y)[x]);
            magnitude.lowest.ptr<double>(y)[x] =
                inDepth(length(alongX.first, alongY.first, norm) * (1 - tolerance), depth);
            magnitude.highest.ptr<double>(y)[x] =
                inDepth(length(alongX.second, alongY.second, norm) * (1 + tolerance), depth);
        }
    return magnitude;
}

cv::Mat magnitudeByOpenCv(const cv::Mat& dx, const cv::Mat& dy, int norm)
{
    cv::Mat x, y, magnitude;
    dx.convertTo(x, CV_64F);
    dy.convertTo(y, CV_64F);
    if (norm == cv::NORM_L1)
        magnitude = cv::abs(x) + cv::abs(y);
    else
        cv::magnitude(x, y, magnitude);
    return magnitude;
}

} // namespace

Instance gradient(int ksize, int norm, double scale)
{
    Instance instance;
    instance.text = cv::format("Gradient ksize %d %s scale %g", ksize, norm == cv::NORM_L1 ? "L1" : "L2", scale);
    instance.parameters.ksize = {ksize, ksize};
    instance.parameters.scale = scale;
    instance.create = gradientFactory(ksize, norm, scale);
    const Instance alongX = sobel(1, 0, ksize, scale, 0), alongY = sobel(0, 1, ksize, scale, 0);
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& situation) {
        const Definition dx = alongX.definition(srcDepth, dstDepth, situation),
                         dy = alongY.definition(srcDepth, dstDepth, situation);
        Definition definition;
        definition.results = [=](const Surroundings& image, int depth, bool openCvItself) {
            const int ofDerivatives = derivativeDepth(depth);
            return magnitudeOf(evaluate(dx, image, ofDerivatives, openCvItself),
                               evaluate(dy, image, ofDerivatives, openCvItself), norm, depth);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::Mat dx, dy;
        alongX.opencv(src, dx, derivativeDepth(ddepth), borderType);
        alongY.opencv(src, dy, derivativeDepth(ddepth), borderType);
        magnitudeByOpenCv(dx, dy, norm).convertTo(dst, ddepth);
    };
    return instance;
}

namespace {

Instance drawGradient(cv::RNG& random)
{
    const int ksize = oneOf(random, {3, 3, 5, 1, 7, 9, -1});
    const int norm = oneOf<int>(random, {cv::NORM_L1, cv::NORM_L2});
    return gradient(ksize, norm, drawScale(random));
}

Parameter normParameter()
{
    return choice("norm", "l2", "magnitude: root of the sum of squares, or sum of magnitudes",
                  {{"l2", cv::NORM_L2}, {"l1", cv::NORM_L1}});
}

Instance gradientFrom(int, const Settings& s)
{
    return gradient(s.integer("ksize"), s.integer("norm"), s.real("scale"));
}

std::vector<Refused> refusedByGradient()
{
    const char* const apertures = "odd and from 1 to 31";
    return {{gradientFactory(4, cv::NORM_L2, 1), "ksize is 4", apertures},
            {gradientFactory(33, cv::NORM_L2, 1), "ksize is 33", apertures},
            {gradientFactory(3, cv::NORM_INF, 1), "norm is 1", "NORM_L1 (2) or NORM_L2 (4)"},
            {gradientFactory(3, cv::NORM_L2, kNaN), "scale is nan", kFinite},
            {gradientFactory(3, cv::NORM_L2, 3e38), "scale is 3e+38", "finite floats"}};
}

} // namespace

Entry gradientEntry()
{
    return {"Gradient",
            "cv::spatialGradient",
            "integer images to 8U or 16S, integer scale",
            Depths::Gradient,
            drawGradient,
            {"gradient",
             "the magnitude of the gradient",
             {{"ksize", Kind::Integer, "3", "aperture: odd, or -1 for the Scharr operator", -1, 31},
              normParameter(),
              {"scale", Kind::Real, "1", "factor of the derivatives"},
              depthParameter(),
              borderParameter(),
              borderValueParameter()},
             {{kSizeBar, {"--ksize 1", "--ksize 3", "--ksize 5", "--ksize 7", "--ksize -1"}, 1},
              numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.5),
              everyChoice(kVariantBar, normParameter())},
             gradientFrom},
            {"coffee", kCup, CV_8UC1, CV_8U, gradient(3, cv::NORM_L2, 0.6)},
            {
                {"", CV_8U, false, gradient(3, cv::NORM_L2, 1)},
                {"", CV_16S, true, gradient(3, cv::NORM_L2, 1)},
                {"", CV_16S, false, gradient(5, cv::NORM_L2, 1)},
                {"L1", CV_16S, false, gradient(3, cv::NORM_L1, 1)},
                {"", CV_32F, false, gradient(3, cv::NORM_L2, 1)},
            },
            refusedByGradient()};
}

} // namespace cudatiled_catalogue
