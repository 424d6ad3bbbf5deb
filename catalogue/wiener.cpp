// SPDX-License-Identifier: Apache-2.0
// Local Wiener filters.
#include "local_statistics.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <algorithm>
#include <cmath>

namespace cudatiled_catalogue {

namespace {

Factory wienerFactory(cv::Size ksize, cv::Point anchor, double noise)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return cv::cudatiled::createWienerFilter(srcType, dstType, ksize, noise, anchor, b.row, b.outside);
    };
}

// The pixel without the share of its distance from the mean that counts as noise.
Interval denoised(const WindowMoments& m, const Interval& noise)
{
    const Interval variance = m.computedVariance();
    const auto shareOf = [](double n, double v) {
        return v > n ? n / v : 1.;
    };
    const double above = m.pixel - m.mean, error = std::ldexp(std::abs(above), -20) + m.meanError;
    const double first = m.pixel - shareOf(noise.highest, variance.lowest) * above,
                 second = m.pixel - shareOf(noise.lowest, variance.highest) * above;
    const double rounding = std::ldexp(std::max(std::abs(first), std::abs(second)), -24);
    return {std::min(first, second) - error - rounding, std::max(first, second) + error + rounding};
}

// The mean of the variances, of which all are within 2^-22; the rest of 2^-21 is for its sum and its rounding.
Interval estimated(const WindowMoments& m)
{
    const double own = std::ldexp(1., -22);
    return {m.meanVariance.lowest * (1 - own), m.meanVariance.highest * (1 + own)};
}

// Distances from the mean that are made as a contrast lose what is smaller.
Interval denoisedByEstimate(const WindowMoments& m)
{
    const Interval result = denoised(m, estimated(m));
    const double error = std::ldexp(1., -89);
    return {result.lowest - error, result.highest + error};
}

} // namespace

Instance wiener(cv::Size ksize, cv::Point anchor, double noise)
{
    Instance instance;
    instance.text = noise < 0 ? "Wiener estimated noise" : cv::format("Wiener noise %g", noise);
    instance.create = wienerFactory(ksize, anchor, noise);
    const double given = static_cast<float>(noise);
    describeStatistic(instance, ksize, anchor, [=](const WindowMoments& m, bool) {
        return noise < 0 ? denoisedByEstimate(m) : denoised(m, {given, given});
    });
    return instance;
}

namespace {

Instance drawWiener(cv::RNG& random)
{
    const cv::Size ksize = drawWindow(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    return wiener(ksize, anchor, oneOf(random, {0., 1., 0.25, 100., 2000., 1e4, 1e8, 1e-7, 0.1, -1., -1., -1.}));
}

Instance wienerFrom(int, const Settings& s)
{
    return wiener(s.size("ksize"), s.point("anchor"), s.real("noise"));
}

std::vector<Refused> refusedByWiener()
{
    const auto of = [](double noise) {
        return wienerFactory({3, 3}, {-1, -1}, noise);
    };
    return withWindows([](cv::Size ksize, cv::Point anchor) { return wienerFactory(ksize, anchor, 1); },
                       {{of(kNaN), "noise is nan", kFinite}, {of(kInfinity), "noise is inf", kFinite}});
}

} // namespace

Entry wienerEntry()
{
    return {"Wiener",
            "–",
            "no such function",
            Depths::SameOrFloat,
            drawWiener,
            {"wiener",
             "removes noise, and keeps what varies more than noise does",
             withWindow("5", {{"noise", Kind::Real, "100", "variance of the noise; negative: estimated", -kUnbounded,
                               kUnbounded},
                              depthParameter()}),
             {numbers(kSizeBar, "ksize", 3, 31, 2, 5), numbers(kAmountBar, "noise", 0, 1000, 50, 100)},
             wienerFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth, wiener({5, 5}, {-1, -1}, 100)},
            {
                {"", kSameDepth, true, wiener({3, 3}, {-1, -1}, 100)},
                {"", kSameDepth, false, wiener({5, 5}, {-1, -1}, 100)},
                {"", kSameDepth, false, wiener({31, 31}, {-1, -1}, 100)},
                {"estimated noise", kSameDepth, false, wiener({5, 5}, {-1, -1}, -1)},
            },
            refusedByWiener()};
}

} // namespace cudatiled_catalogue
