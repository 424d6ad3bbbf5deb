// SPDX-License-Identifier: Apache-2.0
// Thresholds.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Factory thresholdFactory(double thresh, double maxval, int type)
{
    return [=](int srcType, int, const Borders&) {
        return cv::cudatiled::createThresholdFilter(srcType, thresh, maxval, type);
    };
}

cv::Mat comparedWith(const cv::Mat& image, double thresh, double maxval, int type)
{
    const bool integers = !isFloatDepth(image.depth());
    const double limit = integers ? std::floor(thresh) : static_cast<float>(thresh);
    const double highest = saturateRound(maxval, image.depth());
    // OpenCV's truncation at less than all levels; of 8U and 16U it is saturation.
    const double cut = integers && limit < saturateRound(-1e9, image.depth()) ? 0 : limit;
    cv::Mat results;
    image.convertTo(results, CV_64F);
    for (int y = 0; y < results.rows; ++y)
        for (int i = 0; i < results.cols * results.channels(); ++i)
        {
            double& value = results.ptr<double>(y)[i];
            const bool above = value > limit;
            switch (type)
            {
            case cv::THRESH_BINARY: value = above ? highest : 0; break;
            case cv::THRESH_BINARY_INV: value = above ? 0 : highest; break;
            case cv::THRESH_TRUNC: value = above ? cut : value; break;
            case cv::THRESH_TOZERO: value = above ? value : 0; break;
            default: value = above ? 0 : value; break;
            }
        }
    return results;
}

Choices thresholdTypes()
{
    return {{"binary", cv::THRESH_BINARY},
            {"binary-inv", cv::THRESH_BINARY_INV},
            {"trunc", cv::THRESH_TRUNC},
            {"tozero", cv::THRESH_TOZERO},
            {"tozero-inv", cv::THRESH_TOZERO_INV}};
}

} // namespace

Instance threshold(double thresh, double maxval, int type)
{
    Instance instance;
    instance.text = cv::format("Threshold %g maximum %g type %d", thresh, maxval, type);
    instance.borderModes = 0;
    instance.parameters.ksize = {1, 1};
    instance.create = thresholdFactory(thresh, maxval, type);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return exactly(comparedWith(image.whole(image.region), thresh, maxval, type));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::threshold(src, dst, thresh, maxval, type);
    };
    return instance;
}

namespace {

// Levels of all depths, and the first ones beyond.
Instance drawThreshold(cv::RNG& random)
{
    const double thresh = oneOf(random, {random.uniform(0., 256.),
                                         random.uniform(0., 256.),
                                         random.uniform(0., 65536.),
                                         random.uniform(-32768., 32768.),
                                         random.uniform(-1., 1.),
                                         0.,
                                         1.,
                                         127.,
                                         128.,
                                         254.,
                                         255.,
                                         254.5,
                                         -1.,
                                         -0.5,
                                         32767.,
                                         32766.9,
                                         32768.,
                                         65534.,
                                         65535.,
                                         -32768.,
                                         -32769.,
                                         2147483647.5});
    const double maxval =
        oneOf(random, {255., 1., 0., 128.5, 129.5, 255.4, 300., -7., 0.75, 65535., 32767.5, -40000., 1e9});
    return threshold(thresh, maxval, random.uniform(0, 5));
}

Parameter typeParameter()
{
    return choice("type", "binary", "what becomes of pixels above the threshold, and of the others", thresholdTypes());
}

Instance thresholdFrom(int, const Settings& s)
{
    return threshold(s.real("thresh"), s.real("maxval"), s.integer("type"));
}

std::vector<Refused> refusedByThreshold()
{
    const char* const range = "between -2^31 and 2^31";
    return {{thresholdFactory(1, 2, cv::THRESH_OTSU), "type is 8", "an image's histogram makes"},
            {thresholdFactory(1, 2, cv::THRESH_TRIANGLE | cv::THRESH_TRUNC), "type is 18", "are not supported"},
            {thresholdFactory(1, 2, 5), "type is 5", "TOZERO_INV (4)"},
            {thresholdFactory(1, 2, -1), "type is -1", "THRESH_BINARY (0)"},
            {thresholdFactory(kNaN, 2, 0), "thresh is nan", kFinite},
            {thresholdFactory(3e9, 2, 0), "thresh is 3e+09", range},
            {thresholdFactory(1, kInfinity, 0), "maxval is inf", range},
            {thresholdFactory(1, -2147483648., 0), "maxval is -2.14748e+09", range}};
}

} // namespace

Entry thresholdEntry()
{
    return {"Threshold",
            "cv::threshold",
            "all",
            Depths::Threshold,
            drawThreshold,
            {"threshold",
             "compares every channel with a number",
             {{"thresh", Kind::Real, "127", "the number, in the unit of the picture"},
              {"maxval", Kind::Real, "255", "what binary types set"},
              typeParameter()},
             {numbers(kSizeBar, "thresh", 0, 255, 1, 127), numbers(kAmountBar, "maxval", 0, 255, 5, 255),
              everyChoice(kVariantBar, typeParameter())},
             thresholdFrom},
            {"coffee", kCup, CV_8UC1, kSameDepth, threshold(110, 255, cv::THRESH_BINARY)},
            {{"", kSameDepth, true, threshold(100, 255, cv::THRESH_BINARY)},
             {"tozero", kSameDepth, false, threshold(100, 255, cv::THRESH_TOZERO)}},
            refusedByThreshold()};
}

} // namespace cudatiled_catalogue
