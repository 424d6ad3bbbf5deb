// SPDX-License-Identifier: Apache-2.0
// Thresholds that follow the mean around a pixel.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <cmath>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

namespace {

struct AdaptiveParameters
{
    double maxValue;
    int method, type, blockSize;
    double c;

    // The result for a mean.
    double compared(double pixel, double mean) const
    {
        const bool inverse = type == cv::THRESH_BINARY_INV;
        const bool above = pixel - mean > (inverse ? -std::floor(c) : -std::ceil(c));
        return above != inverse ? saturateRound(maxValue, CV_8U) : 0;
    }
};

Factory adaptiveThresholdFactory(const AdaptiveParameters& p)
{
    return [=](int srcType, int, const Borders&) {
        return cv::cudatiled::createAdaptiveThresholdFilter(srcType, p.maxValue, p.method, p.type, p.blockSize, p.c);
    };
}

// Of the mean, finished by the comparison.
Definition comparedMean(const AdaptiveParameters& p, cv::Size size)
{
    const cv::Mat taps = cv::getGaussianKernel(p.blockSize, 0, CV_32F);
    Definition definition =
        p.method == cv::ADAPTIVE_THRESH_GAUSSIAN_C
            ? separable(taps, taps, {-1, -1}, 0)
            : box({p.blockSize, p.blockSize}, {-1, -1}, true)
                  .definition(CV_8U, CV_8U, {size, cv::BORDER_REPLICATE | cv::BORDER_ISOLATED, false});
    definition.combined = [=](double pixel, Interval mean) {
        const double first = p.compared(pixel, mean.lowest), second = p.compared(pixel, mean.highest);
        return Interval{std::min(first, second), std::max(first, second)};
    };
    return definition;
}

} // namespace

Instance adaptiveThreshold(double maxValue, int adaptiveMethod, int thresholdType, int blockSize, double c)
{
    const AdaptiveParameters p{maxValue, adaptiveMethod, thresholdType, blockSize, c};
    Instance instance;
    instance.text = cv::format("AdaptiveThreshold %s %d maximum %g type %d C %g",
                               adaptiveMethod == cv::ADAPTIVE_THRESH_MEAN_C ? "mean" : "Gaussian", blockSize, maxValue,
                               thresholdType, c);
    instance.borderModes = 0;
    instance.parameters.ksize = {blockSize, blockSize};
    instance.create = adaptiveThresholdFactory(p);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int dstDepth, bool openCvItself) {
            const cv::Mat region = image.whole(image.region).clone();
            return evaluate(comparedMean(p, region.size()),
                            {region, {{0, 0}, region.size()}, cv::BORDER_REPLICATE, cv::BORDER_REPLICATE, {}}, dstDepth,
                            openCvItself);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int) {
        cv::adaptiveThreshold(src, dst, maxValue, adaptiveMethod, thresholdType, blockSize, c);
    };
    return instance;
}

namespace {

// Means of at most 15 x 15 pixels have an integer formula; those of more than 49 x 49 a kernel of their own.
Instance drawAdaptiveThreshold(cv::RNG& random)
{
    const int usual = 2 * random.uniform(1, 9) + 1;
    const int blockSize = oneOf(random, {3, 5, 7, usual, usual, usual, 15, 17, 19, 2 * random.uniform(9, 26) + 1, 43,
                                         49, 51, 2 * random.uniform(26, 40) + 1});
    const double c = oneOf(random, {0., 0., 5., -3., 2.5, -2.5, 1., -1., 300., -255., -256., 1e6});
    return adaptiveThreshold(oneOf(random, {255., 255., 100., 77.5, 300., -5.}), random.uniform(0, 2),
                             random.uniform(0, 2), blockSize, c);
}

Parameter methodParameter()
{
    return choice("method", "mean", "what pixels are compared with: their mean, or Gaussian blur",
                  {{"mean", cv::ADAPTIVE_THRESH_MEAN_C}, {"gaussian", cv::ADAPTIVE_THRESH_GAUSSIAN_C}});
}

Instance adaptiveThresholdFrom(int, const Settings& s)
{
    return adaptiveThreshold(s.real("maxval"), s.integer("method"), s.integer("inverse") ? 1 : 0, s.integer("ksize"),
                             s.real("offset"));
}

std::vector<Refused> refusedByAdaptiveThreshold()
{
    const auto with = [](double maxValue, int method, int type, int blockSize, double c) {
        return adaptiveThresholdFactory({maxValue, method, type, blockSize, c});
    };
    const char* const range = "between -2^31 and 2^31";
    return {{with(255, 2, 0, 3, 0), "adaptiveMethod is 2", "ADAPTIVE_THRESH_GAUSSIAN_C (1)"},
            {with(255, 0, 2, 3, 0), "thresholdType is 2", "THRESH_BINARY_INV (1)"},
            {with(255, 1, 0, 4, 0), "blockSize is 4", "odd and at least 3"},
            {with(255, 1, 0, 1, 0), "blockSize is 1", "odd and at least 3"},
            {with(kNaN, 0, 0, 3, 0), "maxValue is nan", range},
            {with(255, 0, 0, 3, -3e9), "C is -3e+09", range}};
}

} // namespace

Entry adaptiveThresholdEntry()
{
    const int mean = cv::ADAPTIVE_THRESH_MEAN_C, gaussian = cv::ADAPTIVE_THRESH_GAUSSIAN_C, binary = cv::THRESH_BINARY;
    return {"AdaptiveThreshold",
            "cv::adaptiveThreshold",
            "means up to 15 x 15, Gaussians up to 7 x 7; others but where the mean lies next to a tie",
            Depths::Bytes,
            drawAdaptiveThreshold,
            {"adaptive-threshold",
             "compares every pixel of a gray picture with the mean around it",
             {{"ksize", Kind::Integer, "11", "side of the square, odd", 3, 4095},
              {"offset", Kind::Real, "5", "subtracted from the mean"},
              {"maxval", Kind::Real, "255", "what pixels above become"},
              methodParameter(),
              choice("inverse", "off", "on: what the others become", onOff())},
             {numbers(kSizeBar, "ksize", 3, 101, 2, 11), numbers(kAmountBar, "offset", -20, 20, 1, 5),
              everyChoice(kVariantBar, methodParameter())},
             adaptiveThresholdFrom},
            {"coffee", kCup, CV_8UC1, kSameDepth, adaptiveThreshold(255, mean, binary, 51, 5)},
            {
                {"mean", CV_8U, true, adaptiveThreshold(255, mean, binary, 11, 5)},
                {"mean", CV_8U, false, adaptiveThreshold(255, mean, binary, 15, 5)},
                {"mean", CV_8U, false, adaptiveThreshold(255, mean, binary, 31, 5)},
                {"mean", CV_8U, false, adaptiveThreshold(255, mean, binary, 101, 5)},
                {"Gaussian", CV_8U, false, adaptiveThreshold(255, gaussian, binary, 5, 5)},
                {"Gaussian", CV_8U, false, adaptiveThreshold(255, gaussian, binary, 11, 5)},
                {"Gaussian", CV_8U, false, adaptiveThreshold(255, gaussian, binary, 31, 5)},
            },
            refusedByAdaptiveThreshold(),
            {1}};
}

} // namespace cudatiled_catalogue
