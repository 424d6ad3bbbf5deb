// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image.
#include "inside.hpp"

#include <cmath>

#include "parts.hpp"

namespace cudatiled_catalogue {

bool isInside(const Situation& situation)
{
    return (situation.borderType & ~cv::BORDER_ISOLATED) == cv::cudatiled::BORDER_INSIDE;
}

bool areWeights(const cv::Mat& taps, cv::Point anchor)
{
    double lowest = 0;
    cv::minMaxLoc(taps, &lowest, nullptr);
    return lowest >= 0 && taps.at<float>(centred(anchor, taps.size())) > 0;
}

void drawWeights(cv::RNG& random, cv::Mat& taps, cv::Point anchor)
{
    if (random.uniform(0, 3) != 0)
        return;
    taps = cv::abs(taps);
    float& atAnchor = taps.at<float>(centred(anchor, taps.size()));
    atAnchor = std::max(atAnchor, 1.f);
}

Instance takingInside(Instance instance)
{
    instance.takesInside = true;
    return instance;
}

namespace {

// The sums of both under a window, whose first tap lies at (left, top) of the image.
struct WeightedSum
{
    double sum = 0, magnitude = 0, weight = 0;
    bool exact = true; // all of them are multiples of 2^-32 that a double holds
};

WeightedSum sumInside(const cv::Mat1d& taps, const cv::Mat& pixels, int left, int top, int channel)
{
    WeightedSum s;
    for (int j = std::max(-top, 0); j < std::min(taps.rows, pixels.rows - top); ++j)
        for (int i = std::max(-left, 0); i < std::min(taps.cols, pixels.cols - left); ++i)
        {
            const double tap = taps(j, i),
                         pixel = pixels.ptr<double>(top + j)[(left + i) * pixels.channels() + channel];
            s.sum += tap * pixel;
            s.magnitude += std::abs(tap * pixel);
            s.weight += tap;
            s.exact = s.exact && std::ldexp(tap, 32) == std::nearbyint(std::ldexp(tap, 32));
        }
    s.exact = s.exact && std::max(s.magnitude, s.weight) < 2097152.; // 2^53 / 2^32
    return s;
}

// Sums in double, of which 2^-40 is more than all roundings, divided and rounded once.
Interval meanInside(const WeightedSum& s, double delta, bool integers, int dstDepth)
{
    const double mean = s.sum / s.weight + delta;
    const double magnitude = s.magnitude / s.weight + std::abs(delta);
    // Those of 16F are rounded to float before, exact ones too.
    const double window = dstDepth == CV_16F    ? std::ldexp(magnitude, -24)
                          : integers && s.exact ? 0
                                                : std::ldexp(magnitude, -40);
    return {saturateRound(mean - window, dstDepth), saturateRound(mean + window, dstDepth)};
}

} // namespace

Definition inside(const Definition& within, const cv::Mat& taps)
{
    cv::Mat1d weights;
    taps.convertTo(weights, CV_64F);
    Definition definition = within;
    definition.results = [=](const Surroundings& image, int dstDepth, bool openCvItself) {
        Surroundings replicated = image;
        replicated.rowBorder = replicated.columnBorder = cv::BORDER_REPLICATE;
        Expected expected = evaluate(within, replicated, dstDepth, openCvItself);
        cv::Mat pixels;
        image.whole.convertTo(pixels, CV_64F);
        const cv::Rect all({0, 0}, image.whole.size());
        const bool integers = image.whole.depth() <= CV_32S;
        const int channels = pixels.channels();
        for (int y = 0; y < image.region.height; ++y)
            for (int x = 0; x < image.region.width; ++x)
            {
                const cv::Rect window(image.region.tl() + cv::Point(x, y) - within.anchor, weights.size());
                if ((window & all) == window)
                    continue;
                for (int c = 0; c < channels; ++c)
                {
                    const Interval mean =
                        meanInside(sumInside(weights, pixels, window.x, window.y, c), within.delta, integers, dstDepth);
                    expected.lowest.ptr<double>(y)[x * channels + c] = mean.lowest;
                    expected.highest.ptr<double>(y)[x * channels + c] = mean.highest;
                }
            }
        return expected;
    };
    return definition;
}

std::vector<Parameter> withInside(std::vector<Parameter> parameters)
{
    for (Parameter& parameter : parameters)
        if (parameter.name == "border" || parameter.name == "border-y")
            parameter.choices.push_back({"inside", cv::cudatiled::BORDER_INSIDE});
    return parameters;
}

Refused refusedInsideAndOther(const Factory& create)
{
    const auto mixed = [=](int srcType, int dstType, const Borders& borders) {
        return create(srcType, dstType, {cv::BORDER_REFLECT, cv::cudatiled::BORDER_INSIDE, borders.outside});
    };
    return {mixed, "rowBorderMode is 2 and columnBorderMode 32", "both must be BORDER_INSIDE (32), or neither"};
}

} // namespace cudatiled_catalogue
