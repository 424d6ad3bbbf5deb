// SPDX-License-Identifier: Apache-2.0
// White balance by equal means.
#include "catalogue.hpp"
#include "levels.hpp"
#include "parameters.hpp"
#include "parts.hpp"

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

constexpr int kColours = 3;

double sumOf(const Histogram& histogram)
{
    double sum = 0;
    for (int level = 0; level < kLevels; ++level)
        sum += level * histogram[level];
    return sum;
}

// Of integers below 2^53; ties are exact in double.
double balanced(const std::vector<double>& sums, double pixels, int channel, int level)
{
    double all = 0;
    for (const double sum : sums)
        all += sum;
    const auto colours = static_cast<double>(sums.size());
    const bool byFactor = 20 * sums[channel] > pixels;
    return saturateRound(byFactor ? level * all / (colours * sums[channel])
                                  : (level * colours * pixels + all) / (colours * pixels),
                         CV_8U);
}

} // namespace

Instance greyWorld()
{
    const auto ruleOf = [](const cv::Mat& image) -> LevelRule {
        std::vector<double> sums;
        for (const Histogram& histogram : histogramsOf(image))
            sums.push_back(sumOf(histogram));
        sums.resize(std::min(image.channels(), kColours));
        return [sums, pixels = static_cast<double>(image.total())](int channel, int level) {
            return channel == kColours ? level : balanced(sums, pixels, channel, level);
        };
    };
    Instance instance = byLevels(ruleOf);
    instance.text = "GreyWorld";
    instance.create = [](int srcType, int, const Borders&) {
        return createGreyWorldFilter(srcType);
    };
    instance.opencv = byTables(ruleOf);
    return instance;
}

Entry greyWorldEntry()
{
    return {"GreyWorld",
            "cv::calcHist, cv::LUT",
            "all images",
            Depths::Bytes,
            [](cv::RNG&) { return greyWorld(); },
            {"grey-world",
             "gives all colours the same mean",
             {},
             {},
             [](int, const Settings&) {
                 return greyWorld();
             }},
            {"coffee", kCup, CV_8UC3, kSameDepth, greyWorld()},
            {{"", CV_8U, true, greyWorld()}},
            {}};
}

} // namespace cudatiled_catalogue
