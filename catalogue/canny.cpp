// SPDX-License-Identifier: Apache-2.0
// Canny's edge detector.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

struct CannyParameters
{
    double threshold1, threshold2;
    int apertureSize;
    bool l2;
};

Factory cannyFactory(const CannyParameters& p)
{
    return [=](int srcType, int, const Borders&) {
        return createCannyFilter(srcType, p.threshold1, p.threshold2, p.apertureSize, p.l2);
    };
}

cv::Mat_<cv::Vec4s> derivative(const cv::Mat& image, bool alongX, int apertureSize)
{
    cv::Mat alongRow, alongColumn, sums, derivatives;
    cv::getDerivKernels(alongRow, alongColumn, alongX ? 1 : 0, alongX ? 0 : 1, apertureSize, false, CV_64F);
    cv::sepFilter2D(image, sums, CV_64F, alongRow, alongColumn, {-1, -1}, 0, cv::BORDER_REPLICATE);
    sums.convertTo(derivatives, CV_16S, apertureSize == 7 ? 1. / 16 : 1);
    std::vector<cv::Mat> channels;
    cv::split(derivatives, channels);
    channels.resize(4, cv::Mat::zeros(image.size(), CV_16SC1)); // gradients of length 0 are never the longest
    cv::merge(channels, derivatives);
    return derivatives;
}

struct Gradient
{
    int x, y;
    double length; // squared for L2
};

Gradient longest(const cv::Vec4s& x, const cv::Vec4s& y, bool l2)
{
    Gradient longest{0, 0, -1};
    for (int c = 0; c < 4; ++c)
    {
        const double length = l2 ? double(x[c]) * x[c] + double(y[c]) * y[c] : std::abs(x[c]) + std::abs(y[c]);
        if (length > longest.length)
            longest = {x[c], y[c], length};
    }
    return longest;
}

double threshold(double value, const CannyParameters& p)
{
    value /= p.apertureSize == 7 ? 16 : 1;
    value = p.l2 ? std::min(value, 32767.) : value;
    return std::floor(p.l2 && value > 0 ? value * value : value);
}

// The neighbour along the gradient, whose angle is rounded to 45 degrees; the tangents have 15 bits.
cv::Point alongGradient(const Gradient& g)
{
    const std::int64_t x = std::abs(g.x), y = std::abs(std::int64_t(g.y)) << 15;
    if (y < 13573 * x)
        return {1, 0};
    if (y > (13573 + 65536) * x)
        return {0, 1};
    return (g.x < 0) != (g.y < 0) ? cv::Point(-1, 1) : cv::Point(1, 1);
}

cv::Mat edgesOf(const cv::Mat& image, const CannyParameters& p)
{
    const cv::Mat_<cv::Vec4s> dx = derivative(image, true, p.apertureSize),
                              dy = derivative(image, false, p.apertureSize);
    const double low = threshold(std::min(p.threshold1, p.threshold2), p),
                 high = threshold(std::max(p.threshold1, p.threshold2), p);
    const cv::Rect all({0, 0}, image.size());
    const auto lengthAt = [&](cv::Point at) {
        return all.contains(at) ? longest(dx(at), dy(at), p.l2).length : 0;
    };
    cv::Mat_<uchar> candidate(image.size(), uchar(0));
    cv::Mat_<double> edges(image.size(), 0.);
    std::vector<cv::Point> found;
    for (cv::Point at; at.y < image.rows; ++at.y)
        for (at.x = 0; at.x < image.cols; ++at.x)
        {
            const Gradient g = longest(dx(at), dy(at), p.l2);
            const cv::Point step = alongGradient(g);
            const bool diagonal = step.x != 0 && step.y != 0;
            const double after = lengthAt(at + step);
            candidate(at) =
                g.length > low && g.length > lengthAt(at - step) && (diagonal ? g.length > after : g.length >= after);
            if (candidate(at) && g.length > high)
                found.push_back(at);
        }
    while (!found.empty())
    {
        const cv::Point at = found.back();
        found.pop_back();
        if (!candidate(at))
            continue;
        candidate(at) = 0;
        edges(at) = 255;
        for (int y = std::max(at.y - 1, 0); y <= std::min(at.y + 1, image.rows - 1); ++y)
            for (int x = std::max(at.x - 1, 0); x <= std::min(at.x + 1, image.cols - 1); ++x)
                if (candidate(y, x))
                    found.push_back({x, y});
    }
    return edges;
}

} // namespace

Instance canny(double threshold1, double threshold2, int apertureSize, bool l2)
{
    const CannyParameters p{threshold1, threshold2, apertureSize, l2};
    Instance instance;
    instance.text = cv::format("Canny %g %g aperture %d %s", threshold1, threshold2, apertureSize, l2 ? "L2" : "L1");
    instance.borderModes = 0;
    instance.dstChannels = 1;
    instance.parameters.ksize = {apertureSize, apertureSize};
    instance.parameters.thresholds[0] = threshold1;
    instance.parameters.thresholds[1] = threshold2;
    instance.parameters.l2 = l2;
    instance.create = cannyFactory(p);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return exactly(edgesOf(image.whole(image.region).clone(), p));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::Canny(src, dst, p.threshold1, p.threshold2, p.apertureSize, p.l2);
    };
    return instance;
}

namespace {

// Thresholds among the lengths of random images, and some that all or no gradients pass.
Instance drawCanny(cv::RNG& random)
{
    const int apertureSize = oneOf(random, {3, 3, 3, 5, 7});
    const double usual = apertureSize == 3 ? 600 : apertureSize == 5 ? 6000 : 90000;
    const auto draw = [&] {
        return oneOf(random, {random.uniform(0., usual), random.uniform(0., usual), 0.2 * usual, 3 * usual, 0., -3.5,
                              32767. * 32767});
    };
    const double threshold1 = draw(), threshold2 = random.uniform(0, 5) == 0 ? threshold1 : draw();
    const bool l2 = random.uniform(0, 2) == 1;
    return canny(threshold1, threshold2, l2 && random.uniform(0, 6) == 0 ? -1 : apertureSize, l2);
}

Parameter lengthParameter()
{
    return choice("norm", "l1", "length of gradients: sum of magnitudes, or root of the sum of squares",
                  {{"l1", 0}, {"l2", 1}});
}

Instance cannyFrom(int, const Settings& s)
{
    return canny(s.real("low"), s.real("high"), s.integer("ksize"), s.integer("norm") == 1);
}

std::vector<Refused> refusedByCanny()
{
    const char* const apertures = "must be 3, 5 or 7";
    const char* const range = "between -2^31 and 2^31";
    const auto thresholds = [](double threshold1, double threshold2) {
        return cannyFactory({threshold1, threshold2, 3, false});
    };
    const auto aperture = [](int size, bool l2) {
        return cannyFactory({50, 100, size, l2});
    };
    return {{aperture(1, true), "apertureSize is 1", apertures},
            {aperture(4, false), "apertureSize is 4", apertures},
            {aperture(9, true), "apertureSize is 9", apertures},
            {aperture(-1, false), "apertureSize is -1", "with L2gradient also -1"},
            {thresholds(kNaN, 0), "threshold1 is nan", range},
            {thresholds(0, 3e9), "threshold2 is 3e+09", range}};
}

} // namespace

Entry cannyEntry()
{
    return {"Canny",
            "cv::Canny",
            "all",
            Depths::Bytes,
            drawCanny,
            {"canny",
             "edges, by Canny's method",
             {{"low", Kind::Real, "60", "threshold of pixels that continue an edge"},
              {"high", Kind::Real, "150", "threshold of pixels that make an edge"},
              {"ksize", Kind::Integer, "3", "aperture of the derivatives: 3, 5 or 7", -1, 7},
              lengthParameter()},
             {{kSizeBar, {"--ksize 3", "--ksize 5", "--ksize 7"}, 0},
              numbers(kAmountBar, "high", 10, 1000, 10, 150),
              everyChoice(kVariantBar, lengthParameter())},
             cannyFrom},
            {"coffee", kCup, CV_8UC1, kSameDepth, canny(60, 150, 3, false)},
            {
                {"", CV_8U, true, canny(500, 900, 3, false)},
                {"L2", CV_8U, false, canny(400, 700, 3, true)},
                {"", CV_8U, false, canny(5000, 9000, 5, false)},
            },
            refusedByCanny()};
}

} // namespace cudatiled_catalogue
