// SPDX-License-Identifier: Apache-2.0
// Look-up tables.
#include "catalogue.hpp"
#include "levels.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

// A table for each channel of such an image, of four that are there; or the only one.
cv::Mat tableFor(const cv::Mat& lut, int channels)
{
    if (lut.channels() == 1)
        return lut;
    std::vector<cv::Mat> tables;
    cv::split(lut, tables);
    tables.resize(channels);
    cv::Mat all;
    cv::merge(tables, all);
    return all;
}

Factory lookUpTableFactory(const cv::Mat& lut)
{
    return [=](int srcType, int, const Borders&) {
        return createLookUpTableFilter(srcType, tableFor(lut, CV_MAT_CN(srcType)));
    };
}

} // namespace

Instance lookUpTable(const cv::Mat& lut)
{
    Instance instance = byLevels([=](const cv::Mat& image) -> LevelRule {
        const cv::Mat tables = tableFor(lut, image.channels());
        return [=](int channel, int level) -> double {
            return tables.ptr()[level * tables.channels() + (tables.channels() == 1 ? 0 : channel)];
        };
    });
    instance.text = cv::format("LookUpTable of %d channels", lut.channels());
    instance.create = lookUpTableFactory(lut);
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::LUT(src, tableFor(lut, src.channels()), dst);
    };
    return instance;
}

namespace {

Instance drawLookUpTable(cv::RNG& random)
{
    const bool alike = random.uniform(0, 3) == 0, column = random.uniform(0, 2) == 0;
    cv::Mat lut(column ? kLevels : 1, column ? 1 : kLevels, alike ? CV_8UC1 : CV_8UC4);
    random.fill(lut, cv::RNG::UNIFORM, 0, 256);
    return lookUpTable(lut);
}

cv::Mat curve(double gamma, bool negative)
{
    cv::Mat_<uchar> lut(1, kLevels);
    for (int level = 0; level < kLevels; ++level)
    {
        const double become = 255 * std::pow(level / 255., 1 / gamma);
        lut(level) = cv::saturate_cast<uchar>(negative ? 255 - become : become);
    }
    return lut;
}

Instance lookUpTableFrom(int, const Settings& s)
{
    return lookUpTable(curve(s.real("gamma"), s.integer("negative") == 1));
}

cv::Mat colourTable()
{
    cv::Mat lut(1, kLevels, CV_8UC4);
    for (int i = 0; i < 4 * kLevels; ++i)
        lut.ptr()[i] = static_cast<uchar>(i * 7);
    return lut;
}

// A factory for any table, as it is.
Factory factoryOf(const cv::Mat& lut)
{
    return [=](int srcType, int, const Borders&) {
        return createLookUpTableFilter(srcType, lut);
    };
}

} // namespace

Entry lookUpTableEntry()
{
    const Parameter negative = choice("negative", "off", "whether the result is turned over", onOff());
    return {
        "LookUpTable",
        "cv::LUT",
        "all images",
        Depths::Bytes,
        drawLookUpTable,
        {"levels",
         "levels by a table: gamma correction, negatives",
         {{"gamma", Kind::Real, "1", "exponent; above 1 the picture becomes brighter", 0.01, 100}, negative},
         {numbers(kAmountBar, "gamma", 0.2, 5, 0.2, 1), everyChoice(kVariantBar, negative)},
         lookUpTableFrom},
        {"chelsea", kCat, CV_8UC3, kSameDepth, lookUpTable(curve(1, true))},
        {
            {"", CV_8U, true, lookUpTable(curve(2.2, false))},
            {"of each channel", CV_8U, false, lookUpTable(colourTable())},
        },
        {{factoryOf(cv::Mat()), "lut has 0 x 0 entries", "must have 256"},
         {factoryOf(cv::Mat::zeros(1, 255, CV_8UC1)), "lut has 255 x 1 entries", "must have 256"},
         {factoryOf(cv::Mat::zeros(1, 256, CV_32FC1)), "lut is of type 32FC1", "must be 8U"},
         {factoryOf(cv::Mat::zeros(1, 256, CV_8UC(5))), "lut is of type 8UC5", "one channel or those of the image"}}};
}

} // namespace cudatiled_catalogue
