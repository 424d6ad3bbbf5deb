// SPDX-License-Identifier: Apache-2.0
// Thresholds from the histogram of an image.
#include "catalogue.hpp"
#include "levels.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cfloat>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

// The products and sums of cv::threshold, in its order: near a tie the last bit decides.
int otsuThreshold(const Histogram& histogram)
{
    const int levels = static_cast<int>(histogram.size());
    double pixels = 0, weighted = 0;
    for (int level = 0; level < levels; ++level)
    {
        pixels += histogram[level];
        weighted += level * histogram[level];
    }
    const double scale = 1 / pixels, mean = weighted * scale;
    double below = 0, lower = 0, largest = 0;
    int best = 0;
    for (int level = 0; level < levels; ++level)
    {
        const double share = histogram[level] * scale;
        lower *= below;
        below += share;
        const double above = 1 - below;
        if (std::min(below, above) < FLT_EPSILON || std::max(below, above) > 1 - double(FLT_EPSILON))
            continue;
        lower = (lower + level * share) / below;
        const double higher = (mean - below * lower) / above,
                     variance = below * above * (lower - higher) * (lower - higher);
        if (variance > largest)
        {
            largest = variance;
            best = level;
        }
    }
    return best;
}

// The histogram lies with its long side to the left of the peak.
int thresholdLeftOfPeak(const Histogram& histogram, int begin, int peak)
{
    int best = begin;
    double farthest = 0;
    for (int level = begin + 1; level <= peak; ++level)
    {
        const double distance = histogram[peak] * level - (peak - begin) * histogram[level];
        if (distance > farthest)
        {
            farthest = distance;
            best = level;
        }
    }
    return best - 1;
}

int triangleThreshold(Histogram histogram)
{
    const int last = static_cast<int>(histogram.size()) - 1;
    int left = 0, right = last;
    while (histogram[left] == 0)
        ++left;
    while (right > 0 && histogram[right] == 0)
        --right;
    left = std::max(left - 1, 0);
    right = std::min(right + 1, last);
    const auto peak = static_cast<int>(std::max_element(histogram.begin(), histogram.end()) - histogram.begin());
    if (peak - left >= right - peak)
        return thresholdLeftOfPeak(histogram, left, peak);
    std::reverse(histogram.begin(), histogram.end());
    return last - thresholdLeftOfPeak(histogram, last - right, last - peak);
}

double compared(int level, int threshold, double maxval, int comparison)
{
    const bool above = level > threshold;
    switch (comparison)
    {
    case cv::THRESH_BINARY: return above ? maxval : 0;
    case cv::THRESH_BINARY_INV: return above ? 0 : maxval;
    case cv::THRESH_TRUNC: return above ? std::max(threshold, 0) : level;
    case cv::THRESH_TOZERO: return above ? level : 0;
    default: return above ? 0 : level;
    }
}

Factory autoThresholdFactory(double maxval, int type)
{
    return [=](int srcType, int, const Borders&) {
        return createAutoThresholdFilter(srcType, maxval, type);
    };
}

} // namespace

Instance autoThreshold(double maxval, int type)
{
    Instance instance = byLevels([=](const cv::Mat& image) -> LevelRule {
        std::vector<int> thresholds;
        for (const Histogram& histogram : histogramsOf(image))
            thresholds.push_back(type & cv::THRESH_OTSU ? otsuThreshold(histogram) : triangleThreshold(histogram));
        return [=, most = saturateRound(maxval, image.depth())](int channel, int level) {
            return compared(level, thresholds[channel], most, type & cv::THRESH_MASK);
        };
    });
    instance.text = cv::format("AutoThreshold %g type %d", maxval, type);
    instance.create = autoThresholdFactory(maxval, type);
    instance.opencv = channelByChannel([=](const cv::Mat& src, cv::Mat& dst) {
        if (src.depth() == CV_8U || (type & cv::THRESH_OTSU) != 0)
            cv::threshold(src, dst, 0, maxval, type);
        else // which cv::threshold finds of 8U alone
            cv::threshold(src, dst, triangleThreshold(histogramsOf(src).front()), maxval, type & cv::THRESH_MASK);
    });
    return instance;
}

namespace {

Instance drawAutoThreshold(cv::RNG& random)
{
    const int method = random.uniform(0, 2) == 0 ? cv::THRESH_OTSU : cv::THRESH_TRIANGLE;
    return autoThreshold(oneOf(random, {255., 255., 1., 127.5, 300., -4., 70000.}), method | random.uniform(0, 5));
}

Parameter levelMethodParameter()
{
    return choice("method", "otsu", "how the threshold is found",
                  {{"otsu", cv::THRESH_OTSU}, {"triangle", cv::THRESH_TRIANGLE}});
}

Parameter typeParameter()
{
    return choice("type", "binary", "what becomes of pixels above the threshold, and of the others",
                  {{"binary", cv::THRESH_BINARY},
                   {"binary-inv", cv::THRESH_BINARY_INV},
                   {"trunc", cv::THRESH_TRUNC},
                   {"tozero", cv::THRESH_TOZERO},
                   {"tozero-inv", cv::THRESH_TOZERO_INV}});
}

Instance autoThresholdFrom(int, const Settings& s)
{
    return autoThreshold(s.real("maxval"), s.integer("method") | s.integer("type"));
}

} // namespace

Entry autoThresholdEntry()
{
    const char* const types = "must be THRESH_OTSU (8) or THRESH_TRIANGLE (16)";
    const char* const range = "between -2^31 and 2^31";
    return {
        "AutoThreshold",
        "cv::threshold",
        "8U; 16U with THRESH_OTSU",
        Depths::Levels,
        drawAutoThreshold,
        {"auto-threshold",
         "a threshold that the histogram tells",
         {levelMethodParameter(), typeParameter(), {"maxval", Kind::Real, "255", "what binary types set", 0, 65535}},
         {everyChoice(kVariantBar, levelMethodParameter())},
         autoThresholdFrom},
        {"coffee", kCup, CV_8UC1, kSameDepth, autoThreshold(255, cv::THRESH_OTSU)},
        {
            {"Otsu", CV_8U, true, autoThreshold(255, cv::THRESH_OTSU)},
            {"triangle", CV_8U, false, autoThreshold(255, cv::THRESH_TRIANGLE)},
            {"Otsu", CV_16U, false, autoThreshold(65535, cv::THRESH_OTSU)},
            {"triangle", CV_16U, false, autoThreshold(65535, cv::THRESH_TRIANGLE)},
        },
        {{autoThresholdFactory(255, cv::THRESH_BINARY), "type is 0", types},
         {autoThresholdFactory(255, cv::THRESH_OTSU | cv::THRESH_TRIANGLE), "type is 24", types},
         {autoThresholdFactory(255, cv::THRESH_OTSU | 5), "type is 13", types},
         {autoThresholdFactory(255, -1), "type is -1", types},
         {autoThresholdFactory(kNaN, cv::THRESH_OTSU), "maxval is nan", range},
         {autoThresholdFactory(3e9, cv::THRESH_OTSU), "maxval is 3e+09", range}}};
}

} // namespace cudatiled_catalogue
