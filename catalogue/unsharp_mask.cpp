// SPDX-License-Identifier: Apache-2.0
// Unsharp masks.
#include "catalogue.hpp"
#include "gaussian.hpp"
#include "parameters.hpp"
#include "parts.hpp"

namespace cudatiled_catalogue {

namespace {

// The numbers as the filter has them.
struct Mask
{
    float amount, threshold;

    double sharpened(double pixel, double difference, int depth) const
    {
        return saturateRound(std::fma(amount, static_cast<float>(difference), static_cast<float>(pixel)), depth);
    }

    // The results for all blurred pixels of an interval: a result grows or falls with the difference.
    Interval sharpened(double pixel, Interval blurred, int depth) const
    {
        const double lowest = static_cast<float>(pixel - blurred.highest),
                     highest = static_cast<float>(pixel - blurred.lowest);
        const double least = isFloatDepth(depth) ? threshold : std::ceil(threshold); // of differences that count
        Interval results{kInfinity, -kInfinity};
        const auto add = [&](double result) {
            results = {std::min(results.lowest, result), std::max(results.highest, result)};
        };
        const auto addDifferences = [&](double first, double last) {
            if (first > last)
                return;
            add(sharpened(pixel, first, depth));
            add(sharpened(pixel, last, depth));
        };
        addDifferences(lowest, std::min(highest, -least));
        addDifferences(std::max(lowest, least), highest);
        if (lowest < least && highest > -least)
            add(pixel);
        return results;
    }
};

Factory unsharpMaskFactory(cv::Size ksize, double sigmaX, double sigmaY, double amount, double threshold)
{
    return [=](int srcType, int, const Borders& b) {
        return cv::cudatiled::createUnsharpMaskFilter(srcType, ksize, sigmaX, sigmaY, amount, threshold, b.row,
                                                      b.column, b.outside);
    };
}

} // namespace

Instance unsharpMask(cv::Size ksize, double sigmaX, double sigmaY, double amount, double threshold)
{
    const Mask mask{static_cast<float>(amount), static_cast<float>(threshold)};
    const Instance blur = gaussian(ksize, sigmaX, sigmaY);
    Instance instance = blur;
    instance.takesInside = false;
    instance.text = "UnsharpMask " + text(ksize) +
                    cv::format(" sigma %g %g amount %g threshold %g", sigmaX, sigmaY, amount, threshold);
    instance.create = unsharpMaskFactory(ksize, sigmaX, sigmaY, amount, threshold);
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& situation) {
        Definition definition = blur.definition(srcDepth, dstDepth, situation);
        definition.combined = [=](double pixel, Interval blurred) {
            return mask.sharpened(pixel, blurred, dstDepth);
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::Mat pixels, blurred;
        blur.opencv(src, blurred, ddepth, borderType);
        src.convertTo(pixels, CV_64F);
        blurred.convertTo(blurred, CV_64F);
        for (int y = 0; y < pixels.rows; ++y)
            for (int i = 0; i < pixels.cols * pixels.channels(); ++i)
            {
                double& result = blurred.ptr<double>(y)[i];
                result = mask.sharpened(pixels.ptr<double>(y)[i], {result, result}, ddepth).lowest;
            }
        blurred.convertTo(dst, ddepth);
    };
    return instance;
}

namespace {

Instance drawUnsharpMask(cv::RNG& random)
{
    const Parameters blur = drawGaussian(random).parameters;
    const double amount = oneOf(random, {1., 1., 0., 0.5, 1.5, 2.25, 0.3, -0.5}),
                 threshold = oneOf(random, {0., 0., 3., 10.5});
    return unsharpMask(blur.ksize, blur.sigmaX, blur.sigmaY, amount, threshold);
}

Instance unsharpMaskFrom(int srcType, const Settings& s)
{
    const Parameters blur = gaussianFrom(srcType, s).parameters;
    return unsharpMask(blur.ksize, blur.sigmaX, blur.sigmaY, s.real("amount"), s.real("threshold"));
}

std::vector<Refused> refusedByUnsharpMask()
{
    std::vector<Refused> refused = refusedBlurs(
        [](cv::Size ksize, double sigmaX, double sigmaY) { return unsharpMaskFactory(ksize, sigmaX, sigmaY, 1, 0); });
    const auto masks = [](double amount, double threshold) {
        return unsharpMaskFactory({5, 5}, 1, 0, amount, threshold);
    };
    refused.insert(refused.end(), {{masks(kNaN, 0), "amount is nan", kFinite},
                                   {masks(-kInfinity, 0), "amount is -inf", kFinite},
                                   {masks(1e39, 0), "amount is 1e+39", kFinite},
                                   {masks(1, kNaN), "threshold is nan", kFinite},
                                   {masks(1, kInfinity), "threshold is inf", kFinite},
                                   {masks(1, -0.5), "threshold is -0.5", "must not be negative"}});
    return refused;
}

} // namespace

Entry unsharpMaskEntry()
{
    return {"UnsharpMask",
            "cv::GaussianBlur, cv::addWeighted",
            "8U, 16U",
            Depths::Same,
            drawUnsharpMask,
            {"unsharp",
             "adds the difference to a Gaussian blur",
             withBlur({{"amount", Kind::Real, "1", "factor of the difference; below 0 the picture is blurred"},
                       {"threshold", Kind::Real, "0", "smaller differences are left out", 0, kUnbounded}}),
             {numbers(kSizeBar, "sigma", 0.5, 10, 0.5, 1.5), numbers(kAmountBar, "amount", 0, 5, 0.1, 1),
              numbers(kVariantBar, "threshold", 0, 30, 1, 0)},
             unsharpMaskFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, unsharpMask({13, 13}, 2, 0, 1.5, 2)},
            {
                {"", kSameDepth, true, unsharpMask({5, 5}, 0, 0, 1, 0)},
                {"", kSameDepth, false, unsharpMask({7, 7}, 1.5, 0, 1, 0)},
                {"", kSameDepth, false, unsharpMask({15, 15}, 3, 0, 1, 0)},
            },
            refusedByUnsharpMask()};
}

} // namespace cudatiled_catalogue
