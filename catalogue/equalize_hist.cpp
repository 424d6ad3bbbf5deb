// SPDX-License-Identifier: Apache-2.0
// Equalized histograms.
#include "catalogue.hpp"
#include "levels.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

// The quotient is a float, as OpenCV's.
double equalized(const Histogram& histogram, int level)
{
    int lowest = 0;
    while (histogram[lowest] == 0)
        ++lowest;
    double all = 0, upTo = 0;
    for (int i = lowest + 1; i < kLevels; ++i)
    {
        all += histogram[i];
        upTo += i <= level ? histogram[i] : 0;
    }
    return all == 0 ? level : saturateRound(static_cast<float>(upTo) * (255.f / static_cast<float>(all)), CV_8U);
}

} // namespace

Instance equalizeHist()
{
    Instance instance = byLevels([](const cv::Mat& image) -> LevelRule {
        return [histograms = histogramsOf(image)](int channel, int level) {
            return equalized(histograms[channel], level);
        };
    });
    instance.text = "EqualizeHist";
    instance.create = [](int srcType, int, const Borders&) {
        return createEqualizeHistFilter(srcType);
    };
    instance.opencv = channelByChannel([](const cv::Mat& src, cv::Mat& dst) { cv::equalizeHist(src, dst); });
    return instance;
}

Entry equalizeHistEntry()
{
    return {"EqualizeHist",
            "cv::equalizeHist",
            "all images",
            Depths::Bytes,
            [](cv::RNG&) { return equalizeHist(); },
            {"equalize",
             "equalizes the histogram of each channel",
             {},
             {},
             [](int, const Settings&) {
                 return equalizeHist();
             }},
            {"chelsea", kCat, CV_8UC1, kSameDepth, equalizeHist()},
            {{"", CV_8U, true, equalizeHist()}},
            {}};
}

} // namespace cudatiled_catalogue
