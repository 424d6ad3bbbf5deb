// SPDX-License-Identifier: Apache-2.0
// Filters by histograms: cv::equalizeHist and cv::threshold of each channel; contrast and means by tables.
#include <array>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "../plans/levels_plan.hpp"
#include "histogram.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

using Counts = std::array<std::uint64_t, kLevels>;

template <class Function> void channelByChannel(const cv::Mat& src, cv::Mat& dst, const Function& function)
{
    if (src.channels() == 1)
        return function(src, dst);
    std::vector<cv::Mat> channels;
    cv::split(src, channels);
    for (cv::Mat& channel : channels)
        function(channel, channel);
    cv::merge(channels, dst);
}

std::vector<Counts> countsOf(const cv::Mat& image)
{
    const int channels = image.channels();
    std::vector<Counts> counts(channels, Counts{});
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x)
            for (int c = 0; c < channels; ++c)
                ++counts[c][image.ptr(y)[x * channels + c]];
    return counts;
}

std::uint64_t sumOf(const Counts& counts)
{
    std::uint64_t sum = 0;
    for (int level = 0; level < kLevels; ++level)
        sum += level * counts[level];
    return sum;
}

// A table of each colour: what `become(colour, level)` says. A fourth channel stays as it is.
template <class Become> void lookUpColours(const cv::Mat& src, cv::Mat& dst, const Become& become)
{
    const int channels = src.channels();
    cv::Mat levels(1, kLevels, CV_8UC(channels));
    for (int level = 0; level < kLevels; ++level)
        for (int c = 0; c < channels; ++c)
            levels.ptr()[level * channels + c] = c < kColours ? become(c, level) : static_cast<std::uint8_t>(level);
    cv::LUT(src, levels, dst);
}

// The lowest and the highest level that are left.
std::pair<int, int> limitsOf(const ContrastRule& rule, const Counts& counts)
{
    std::uint64_t all = 0;
    for (const std::uint64_t count : counts)
        all += count;
    const std::uint64_t cutOff = rule.cutOff(all);
    int lowest = 0, highest = kLevels - 1;
    for (std::uint64_t upTo = counts[lowest]; upTo <= cutOff; upTo += counts[lowest])
        ++lowest;
    for (std::uint64_t from = counts[highest]; from <= cutOff; from += counts[highest])
        --highest;
    return {lowest, highest};
}

void stretchContrast(const ContrastRule& rule, const cv::Mat& src, cv::Mat& dst)
{
    std::vector<Counts> counts = countsOf(src);
    counts.resize(std::min(src.channels(), kColours));
    if (rule.together)
        for (std::size_t c = 1; c < counts.size(); ++c)
            for (int level = 0; level < kLevels; ++level)
                counts[0][level] += counts[c][level];
    std::vector<std::pair<int, int>> limits;
    for (const Counts& ofColour : counts)
        limits.push_back(limitsOf(rule, rule.together ? counts[0] : ofColour));
    lookUpColours(src, dst, [&](int c, int level) { return stretchedLevel(level, limits[c].first, limits[c].second); });
}

// Of 16U, of which cv::threshold finds Otsu's threshold alone.
void compareWithLevel(const ThresholdRule& rule, bool otsu, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat hist(1, kWideLevels, CV_32SC1), level(1, 1, CV_32SC1);
    countOnCpu(src, hist);
    thresholdsOnCpu(hist, otsu, level);
    cv::threshold(src, dst, level.at<int>(0, 0), rule.maxval, rule.type);
}

void balanceColours(const cv::Mat& src, cv::Mat& dst)
{
    const std::vector<Counts> counts = countsOf(src);
    const int colours = std::min(src.channels(), kColours);
    std::uint64_t sums[kColours] = {}, sumOfColours = 0;
    for (int c = 0; c < colours; ++c)
        sumOfColours += sums[c] = sumOf(counts[c]);
    lookUpColours(src, dst, [&](int c, int level) {
        return GreyWorldRule()(level, sums[c], sumOfColours, colours, src.total());
    });
}

} // namespace

void runOnCpu(const LevelsPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    switch (plan.rule)
    {
    case LevelsRule::Equalize:
        return channelByChannel(src, dst, [](const cv::Mat& from, cv::Mat& to) { cv::equalizeHist(from, to); });
    case LevelsRule::OtsuThreshold:
    case LevelsRule::TriangleThreshold:
        return channelByChannel(src, dst, [&](const cv::Mat& from, cv::Mat& to) {
            const bool otsu = plan.rule == LevelsRule::OtsuThreshold;
            if (from.depth() != CV_8U)
                return compareWithLevel(plan.threshold, otsu, from, to);
            cv::threshold(from, to, 0, plan.threshold.maxval,
                          plan.threshold.type | (otsu ? cv::THRESH_OTSU : cv::THRESH_TRIANGLE));
        });
    case LevelsRule::Contrast: return stretchContrast(plan.contrast, src, dst);
    case LevelsRule::GreyWorld: return balanceColours(src, dst);
    }
}

}} // namespace cv::cudatiled
