// SPDX-License-Identifier: Apache-2.0
// Gray images.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

Factory grayFactory(int code)
{
    return [=](int srcType, int, const Borders&) {
        return cv::cudatiled::createGrayFilter(srcType, code);
    };
}

bool isBlueFirst(int code)
{
    return code == cv::COLOR_BGR2GRAY || code == cv::COLOR_BGRA2GRAY;
}

// Of floats three products are added up, by four roundings at most.
Expected grayOf(const cv::Mat& image, bool blueFirst)
{
    const bool integers = !isFloatDepth(image.depth());
    const double red = integers ? 9798. : 0.299f, green = integers ? 19235. : 0.587f, blue = integers ? 3735. : 0.114f;
    const double weights[] = {blueFirst ? blue : red, green, blueFirst ? red : blue};
    cv::Mat pixels;
    image.convertTo(pixels, CV_64F);
    cv::Mat_<double> lowest(image.size()), highest(image.size());
    for (int y = 0; y < image.rows; ++y)
        for (int x = 0; x < image.cols; ++x)
        {
            double sum = 0, magnitude = 0;
            for (int c = 0; c < 3; ++c)
            {
                const double product = weights[c] * pixels.ptr<double>(y)[x * image.channels() + c];
                sum += product;
                magnitude += std::abs(product);
            }
            const double gray = integers ? std::floor((sum + 16384) / 32768) : sum;
            const double tolerance = integers ? 0 : std::ldexp(4 * magnitude, -24);
            lowest(y, x) = gray - tolerance;
            highest(y, x) = gray + tolerance;
        }
    return {lowest, highest};
}

} // namespace

Instance gray(int code)
{
    Instance instance;
    instance.text = std::string("Gray of ") + (isBlueFirst(code) ? "blue" : "red") + " first";
    instance.borderModes = 0;
    instance.dstChannels = 1;
    instance.parameters.ksize = {1, 1};
    instance.create = grayFactory(code);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return grayOf(image.whole(image.region), isBlueFirst(code));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::cvtColor(src, dst, code);
    };
    return instance;
}

namespace {

Instance drawGray(cv::RNG& random)
{
    return gray(oneOf<int>(random, {cv::COLOR_BGR2GRAY, cv::COLOR_RGB2GRAY, cv::COLOR_BGRA2GRAY, cv::COLOR_RGBA2GRAY}));
}

Parameter orderParameter()
{
    return choice("order", "bgr", "which channel comes first: blue or red",
                  {{"bgr", cv::COLOR_BGR2GRAY}, {"rgb", cv::COLOR_RGB2GRAY}});
}

Instance grayFrom(int, const Settings& s)
{
    return gray(s.integer("order"));
}

} // namespace

Entry grayEntry()
{
    return {"Gray",
            "cv::cvtColor",
            "8U, 16U",
            Depths::Color,
            drawGray,
            {"gray",
             "one channel of brightness from colours",
             {orderParameter()},
             {everyChoice(kVariantBar, orderParameter())},
             grayFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth, gray(cv::COLOR_BGR2GRAY)},
            {{"", kSameDepth, true, gray(cv::COLOR_BGR2GRAY)}},
            {{grayFactory(cv::COLOR_GRAY2BGR), "code is 8", "COLOR_BGR2GRAY (6)"},
             {grayFactory(-1), "code is -1", "COLOR_RGBA2GRAY (11)"}},
            {3, 4}};
}

} // namespace cudatiled_catalogue
