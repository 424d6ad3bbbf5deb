// SPDX-License-Identifier: Apache-2.0
// Means and sums of squares.
#include "local_statistics.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

namespace cudatiled_catalogue {

namespace {

Factory sqrBoxFactory(cv::Size ksize, cv::Point anchor, bool normalize)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createSqrBoxFilter(srcType, dstType, ksize, anchor, b.row, b.outside, normalize);
    };
}

// A sum of integers is exact, and rounded once.
Interval squares(const WindowMoments& m, double area, bool normalize)
{
    const double value = m.meanSquare * (normalize ? 1 : area);
    if (!normalize && m.varianceError == 0)
    {
        const double rounded = static_cast<float>(std::nearbyint(value));
        return {rounded, rounded};
    }
    const double error = std::ldexp(value, -22) + m.varianceError * (normalize ? 1 : area);
    return {value - error, value + error};
}

} // namespace

Instance sqrBox(cv::Size ksize, cv::Point anchor, bool normalize)
{
    Instance instance;
    instance.text = normalize ? "SqrBox" : "SqrBox sum";
    instance.parameters.normalize = normalize;
    instance.create = sqrBoxFactory(ksize, anchor, normalize);
    describeStatistic(instance, ksize, anchor,
                      [=](const WindowMoments& m, bool) { return squares(m, ksize.area(), normalize); });
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (isFloatDepth(ddepth))
            return openCvsSquares(src, dst, ddepth, ksize, anchor, normalize, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) { // which saturates what exceeds 2^31
            openCvsSquares(from, to, CV_64F, ksize, anchor, normalize, borderType);
        });
    };
    return instance;
}

namespace {

Instance drawSqrBox(cv::RNG& random)
{
    const cv::Size ksize = drawWindow(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    return sqrBox(ksize, anchor, random.uniform(0, 4) != 0);
}

Parameter depthOfSquares()
{
    return choice("depth", "32F", "depth of the result",
                  {{"8U", CV_8U}, {"16U", CV_16U}, {"16S", CV_16S}, {"32F", CV_32F}, {"16F", CV_16F}});
}

Instance sqrBoxFrom(int, const Settings& s)
{
    return sqrBox(s.size("ksize"), s.point("anchor"), s.integer("normalize") != 0);
}

} // namespace

Entry sqrBoxEntry()
{
    return {"SqrBox",
            "cv::sqrBoxFilter",
            "sums over integer images",
            Depths::Squares,
            drawSqrBox,
            {"sqr-box",
             "the mean, or the sum, of the squares of a rectangle of pixels",
             withWindow("3", {choice("normalize", "on", "on: mean, off: sum", onOff()), depthOfSquares()}),
             {numbers(kSizeBar, "ksize", 1, 41, 1, 9)},
             sqrBoxFrom},
            {"astronaut", kFace, CV_8UC1, CV_32F, sqrBox({9, 9}, {-1, -1}, true), 1. / 255},
            {
                {"", CV_32F, true, sqrBox({3, 3}, {-1, -1}, true)},
                {"", CV_32F, false, sqrBox({7, 7}, {-1, -1}, true)},
                {"", CV_32F, false, sqrBox({31, 31}, {-1, -1}, true)},
                {"", CV_16U, false, sqrBox({7, 7}, {-1, -1}, true)},
            },
            withWindows([](cv::Size ksize, cv::Point anchor) { return sqrBoxFactory(ksize, anchor, true); }, {})};
}

} // namespace cudatiled_catalogue
