// SPDX-License-Identifier: Apache-2.0
// Contrast stretched over all levels.
#include "catalogue.hpp"
#include "levels.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

constexpr int kColours = 3;

// The level, counted from one end of a histogram, below which at most so many pixels lie.
template <class Iterator> int levelsBefore(Iterator count, double cutOff)
{
    int level = 0;
    for (double pixels = *count; pixels <= cutOff; pixels += *count)
    {
        ++level;
        ++count;
    }
    return level;
}

double stretched(const Histogram& histogram, double share, int level)
{
    double pixels = 0;
    for (const double count : histogram)
        pixels += count;
    const double cutOff = std::floor(share * pixels);
    const int lowest = levelsBefore(histogram.begin(), cutOff),
              highest = kLevels - 1 - levelsBefore(histogram.rbegin(), cutOff);
    if (lowest == highest)
        return level;
    return saturateRound(255. * (level - lowest) / (highest - lowest), CV_8U); // a tie is exact in double
}

Factory autoContrastFactory(double share, bool together)
{
    return [=](int srcType, int, const Borders&) {
        return createAutoContrastFilter(srcType, share, together);
    };
}

} // namespace

Instance autoContrast(double share, bool together)
{
    const auto ruleOf = [=](const cv::Mat& image) -> LevelRule {
        std::vector<Histogram> histograms = histogramsOf(image);
        histograms.resize(std::min(image.channels(), kColours));
        Histogram all(kLevels);
        for (const Histogram& histogram : histograms)
            for (int level = 0; level < kLevels; ++level)
                all[level] += histogram[level];
        return [=](int channel, int level) {
            return channel == kColours ? level : stretched(together ? all : histograms[channel], share, level);
        };
    };
    Instance instance = byLevels(ruleOf);
    instance.text = cv::format("AutoContrast %g %s", share, together ? "together" : "channel by channel");
    instance.create = autoContrastFactory(share, together);
    instance.opencv = byTables(ruleOf);
    return instance;
}

namespace {

Instance drawAutoContrast(cv::RNG& random)
{
    return autoContrast(oneOf(random, {0., 0., 0.02, 0.25, 0.499999, random.uniform(0., 0.5)}),
                        random.uniform(0, 2) == 0);
}

Parameter togetherParameter()
{
    return choice("together", "off", "whether all colours have the same levels, and keep their hues", onOff());
}

Instance autoContrastFrom(int, const Settings& s)
{
    return autoContrast(s.real("share"), s.integer("together") == 1);
}

} // namespace

Entry autoContrastEntry()
{
    const char* const shares = "at least 0 and below 0.5";
    return {
        "AutoContrast",
        "cv::calcHist, cv::LUT",
        "all images",
        Depths::Bytes,
        drawAutoContrast,
        {"auto-contrast",
         "stretches the levels of the picture over all 256",
         {{"share", Kind::Real, "0", "of the pixels that may be cut off at each end", 0, 0.4999}, togetherParameter()},
         {numbers(kAmountBar, "share", 0, 0.2, 0.01, 0), everyChoice(kVariantBar, togetherParameter())},
         autoContrastFrom},
        {"chelsea", kCat, CV_8UC3, kSameDepth, autoContrast(0.02, true)},
        {{"", CV_8U, true, autoContrast(0.01, false)}},
        {{autoContrastFactory(0.5, false), "share is 0.5", shares},
         {autoContrastFactory(-0.1, true), "share is -0.1", shares},
         {autoContrastFactory(kNaN, false), "share is nan", shares}}};
}

} // namespace cudatiled_catalogue
