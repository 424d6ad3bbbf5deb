// SPDX-License-Identifier: Apache-2.0
// Variances and standard deviations of rectangles.
#include "local_statistics.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

namespace cudatiled_catalogue {

namespace {

Factory localVarianceFactory(cv::Size ksize, cv::Point anchor, bool deviation)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createLocalVarianceFilter(srcType, dstType, ksize, deviation, anchor, b.row, b.outside);
    };
}

// The root has 3/4 of the relative 2^-21 for itself.
Interval root(Interval variance)
{
    const double own = std::ldexp(1.5, -22);
    return {std::sqrt(variance.lowest) * (1 - own), std::sqrt(variance.highest) * (1 + own)};
}

} // namespace

Instance localVariance(cv::Size ksize, cv::Point anchor, bool deviation)
{
    Instance instance;
    instance.text = deviation ? "LocalVariance deviation" : "LocalVariance";
    instance.create = localVarianceFactory(ksize, anchor, deviation);
    describeStatistic(instance, ksize, anchor, [=](const WindowMoments& m, bool) {
        return deviation ? root(m.computedVariance()) : m.computedVariance();
    });
    return instance;
}

namespace {

Instance drawLocalVariance(cv::RNG& random)
{
    const cv::Size ksize = drawWindow(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    return localVariance(ksize, anchor, random.uniform(0, 2) != 0);
}

Instance localVarianceFrom(int, const Settings& s)
{
    return localVariance(s.size("ksize"), s.point("anchor"), s.integer("deviation") != 0);
}

} // namespace

Entry localVarianceEntry()
{
    return {
        "LocalVariance",
        "–",
        "no such function",
        Depths::Statistic,
        drawLocalVariance,
        {"variance",
         "the variance of a rectangle of pixels, or their standard deviation",
         withWindow("7",
                    {choice("deviation", "on", "on: standard deviation, off: variance", onOff()), floatParameter()}),
         {numbers(kSizeBar, "ksize", 1, 41, 1, 7)},
         localVarianceFrom},
        {"astronaut", kFace, CV_8UC1, CV_32F, localVariance({7, 7}, {-1, -1}, true), 4},
        {
            {"", CV_32F, true, localVariance({3, 3}, {-1, -1}, false)},
            {"deviation", CV_32F, false, localVariance({7, 7}, {-1, -1}, true)},
            {"", CV_32F, false, localVariance({31, 31}, {-1, -1}, false)},
        },
        withWindows([](cv::Size ksize, cv::Point anchor) { return localVarianceFactory(ksize, anchor, false); }, {})};
}

} // namespace cudatiled_catalogue
