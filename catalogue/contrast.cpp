// SPDX-License-Identifier: Apache-2.0
// Contrast between two levels.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

namespace cudatiled_catalogue {

namespace {

Factory contrastFactory(int lowest, int highest)
{
    return [=](int srcType, int, const Borders&) {
        return cv::cudatiled::createContrastFilter(srcType, lowest, highest);
    };
}

// A half is a double: it comes out exactly.
cv::Mat stretched(const cv::Mat& image, int lowest, int highest)
{
    cv::Mat levels;
    image.convertTo(levels, CV_64F);
    for (int y = 0; y < levels.rows; ++y)
        for (int i = 0; i < levels.cols * levels.channels(); ++i)
        {
            double& level = levels.ptr<double>(y)[i];
            if (lowest == highest)
                continue;
            if (level <= lowest)
                level = 0;
            else if (level >= highest)
                level = 255;
            else
                level = std::nearbyint(255 * (level - lowest) / (highest - lowest));
        }
    return levels;
}

} // namespace

Instance contrast(int lowest, int highest)
{
    Instance instance;
    instance.text = cv::format("Contrast from %d to %d", lowest, highest);
    instance.borderModes = 0;
    instance.parameters.ksize = {1, 1};
    instance.create = contrastFactory(lowest, highest);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return exactly(stretched(image.whole(image.region), lowest, highest));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int) {
        stretched(src, lowest, highest).convertTo(dst, ddepth);
    };
    return instance;
}

namespace {

// All ranges, among them some with halves.
Instance drawContrast(cv::RNG& random)
{
    const int range = oneOf(random, {random.uniform(0, 256), random.uniform(0, 256), random.uniform(0, 256), 0, 1, 2,
                                     14, 126, 238, 246, 252, 255});
    const int lowest = oneOf(random, {0, random.uniform(0, 256 - range), 255 - range});
    return contrast(lowest, lowest + range);
}

Instance contrastFrom(int, const Settings& s)
{
    return contrast(s.integer("low"), s.integer("high"));
}

} // namespace

Entry contrastEntry()
{
    return {"Contrast",
            "–",
            "no such function; equal on both backends",
            Depths::Bytes,
            drawContrast,
            {"contrast",
             "stretches the levels between two over all",
             {{"low", Kind::Integer, "60", "level that becomes 0", 0, 255},
              {"high", Kind::Integer, "190", "level that becomes 255", 0, 255}},
             {numbers(kSizeBar, "low", 0, 120, 5, 60), numbers(kAmountBar, "high", 125, 255, 5, 190)},
             contrastFrom},
            {"coffee", kCup, CV_8UC3, kSameDepth, contrast(60, 190)},
            {{"", CV_8U, true, contrast(20, 230)}},
            {{contrastFactory(-1, 9), "lowest is -1", "from 0 to 255"},
             {contrastFactory(0, 256), "highest is 256", "from 0 to 255"},
             {contrastFactory(10, 9), "lowest is 10 and highest 9", "must not be above"}}};
}

} // namespace cudatiled_catalogue
