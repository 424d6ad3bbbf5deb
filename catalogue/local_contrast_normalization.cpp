// SPDX-License-Identifier: Apache-2.0
// Local contrast normalization.
#include "local_statistics.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <algorithm>
#include <cmath>

namespace cudatiled_catalogue {

namespace {

struct Contrast
{
    double gain, offset, least;
};

Factory normalizationFactory(cv::Size ksize, cv::Point anchor, const Contrast& c)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createLocalContrastNormalizationFilter(srcType, dstType, ksize, c.gain, c.offset, c.least,
                                                                     anchor, b.row, b.outside);
    };
}

Interval normalized(const WindowMoments& m, const Contrast& c)
{
    const Interval variance = m.computedVariance();
    const double lowest = std::max(std::sqrt(variance.lowest), c.least),
                 highest = std::max(std::sqrt(variance.highest), c.least);
    const double above = c.gain * (m.pixel - m.mean), first = above / lowest, second = above / highest;
    const double error = std::ldexp(std::abs(first), -20) + std::abs(c.gain) * m.meanError / lowest;
    const double low = std::min(first, second) - error + c.offset, high = std::max(first, second) + error + c.offset;
    const double rounding = std::ldexp(std::max(std::abs(low), std::abs(high)), -24);
    return {low - rounding, high + rounding};
}

} // namespace

Instance localContrastNormalization(cv::Size ksize, cv::Point anchor, double gain, double offset, double least)
{
    Instance instance;
    instance.text = cv::format("LocalContrastNormalization gain %g offset %g least %g", gain, offset, least);
    instance.create = normalizationFactory(ksize, anchor, {gain, offset, least});
    const Contrast given{static_cast<float>(gain), static_cast<float>(offset), static_cast<float>(least)};
    describeStatistic(instance, ksize, anchor, [=](const WindowMoments& m, bool) { return normalized(m, given); });
    return instance;
}

namespace {

Instance drawNormalization(cv::RNG& random)
{
    const cv::Size ksize = drawWindow(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    const double gain = oneOf(random, {1., 50., 40.5, -30., 0., 1000.}), offset = oneOf(random, {0., 128., 127.5, -3.});
    return localContrastNormalization(ksize, anchor, gain, offset, oneOf(random, {1., 0.1, 10., 1e-3, 500.}));
}

Instance normalizationFrom(int, const Settings& s)
{
    return localContrastNormalization(s.size("ksize"), s.point("anchor"), s.real("gain"), s.real("offset"),
                                      s.real("least"));
}

std::vector<Refused> refusedByNormalization()
{
    const auto of = [](double gain, double offset, double least) {
        return normalizationFactory({3, 3}, {-1, -1}, {gain, offset, least});
    };
    return withWindows(
        [](cv::Size ksize, cv::Point anchor) {
            return normalizationFactory(ksize, anchor, {1, 0, 1});
        },
        {{of(1, 0, 0), "leastDeviation is 0", "must be positive"},
         {of(1, 0, -2), "leastDeviation is -2", "must be positive"},
         {of(1, 0, 1e-40), "leastDeviation is 1e-40", "must be positive"},
         {of(1, 0, kNaN), "leastDeviation is nan", kFinite},
         {of(kInfinity, 0, 1), "gain is inf", kFinite},
         {of(1, kNaN, 1), "offset is nan", kFinite}});
}

} // namespace

Entry localContrastNormalizationEntry()
{
    const cv::Point centre(-1, -1);
    return {
        "LocalContrastNormalization",
        "–",
        "no such function",
        Depths::SameOrFloat,
        drawNormalization,
        {"local-contrast",
         "gives all parts of a picture the same brightness and the same contrast",
         withWindow("31", {{"gain", Kind::Real, "50", "standard deviation of the results"},
                           {"offset", Kind::Real, "128", "mean of the results"},
                           {"least", Kind::Real, "4", "deviation below which contrast counts as noise", 0, kUnbounded},
                           depthParameter()}),
         {numbers(kSizeBar, "ksize", 3, 101, 2, 31), numbers(kAmountBar, "least", 1, 50, 1, 4)},
         normalizationFrom},
        {"astronaut", kFace, CV_8UC3, kSameDepth, localContrastNormalization({31, 31}, centre, 50, 128, 4)},
        {
            {"", kSameDepth, true, localContrastNormalization({7, 7}, centre, 50, 128, 4)},
            {"", CV_32F, false, localContrastNormalization({7, 7}, centre, 1, 0, 4)},
            {"", kSameDepth, false, localContrastNormalization({31, 31}, centre, 50, 128, 4)},
        },
        refusedByNormalization()};
}

} // namespace cudatiled_catalogue
