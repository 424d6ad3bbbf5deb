// SPDX-License-Identifier: Apache-2.0
// Convolution with any 2-D mask, whose sum is scaled once.
#include "convolution.hpp"

#include "catalogue.hpp"
#include "masks.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

cv::Mat turned(const cv::Mat& mask)
{
    cv::Mat kernel;
    cv::flip(mask, kernel, -1);
    return kernel;
}

cv::Point anchorOf(cv::Point origin, cv::Size size)
{
    const cv::Point at(origin.x < 0 ? (size.width - 1) / 2 : origin.x, origin.y < 0 ? (size.height - 1) / 2 : origin.y);
    return {size.width - 1 - at.x, size.height - 1 - at.y};
}

bool areIntegers(const cv::Mat& taps)
{
    cv::Mat rounded;
    taps.convertTo(rounded, CV_32S);
    rounded.convertTo(rounded, taps.type());
    return cv::norm(taps, rounded, cv::NORM_INF) == 0 && cv::norm(taps, cv::NORM_INF) < 16777216;
}

cv::Mat scaledTaps(const cv::Mat& taps, double scale)
{
    cv::Mat scaled;
    floats(taps).convertTo(scaled, CV_64F);
    return floats(scaled * scale);
}

Definition scaledLast(Definition definition, double scale)
{
    definition.finish = Finish::Scaled;
    definition.scale = scale;
    return definition;
}

std::string textOfScale(double scale)
{
    return scale == 1 ? "" : cv::format(" scale %g", scale);
}

std::string textOfOrigin(cv::Point origin)
{
    return origin.x < 0 ? "" : cv::format(" origin (%d, %d)", origin.x, origin.y);
}

cv::Mat drawLargeIntegers(cv::RNG& random, int rows, int cols)
{
    return drawIntegerTaps(random, rows, cols) * oneOf(random, {1., 1., 1., 40.});
}

double drawConvolutionScale(cv::RNG& random)
{
    return oneOf(random, {1., 1. / 273, 0.125, 0.3, -2.5});
}

std::vector<Parameter> withOrigin(std::vector<Parameter> own)
{
    own.insert(own.end(), {{"origin", Kind::Point, "-1,-1", "tap that lies on the pixel; -1,-1 is the centre", -1, 1e6},
                           {"scale", Kind::Real, "1", "factor of every sum"},
                           choice("normalize", "on", "divides by the sum of the taps, if that is not 0", onOff())});
    return own;
}

double scaleOf(const cv::Mat& mask, const Settings& settings)
{
    return settings.real("scale") * (settings.integer("normalize") ? normalizingScale(mask) : 1);
}

namespace {

Factory convolutionFactory(const cv::Mat& mask, cv::Point origin = {-1, -1}, double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& borders) {
        return createConvolutionFilter(srcType, dstType, mask, origin, scale, delta, borders.row, borders.outside);
    };
}

} // namespace

Instance convolution(const cv::Mat& mask, cv::Point origin, double scale, double delta)
{
    const cv::Mat kernel = turned(mask), scaled = scaledTaps(kernel, scale);
    const cv::Point anchor = anchorOf(origin, mask.size());
    const bool integers = areIntegers(mask);
    Instance instance = linear(scaled, anchor, delta);
    instance.text = "Convolution " + text(mask.size()) + textOfOrigin(origin) + textOfScale(scale) + textOfDelta(delta);
    instance.create = convolutionFactory(mask, origin, scale, delta);
    instance.definition = [=](int srcDepth, int, const Situation&) {
        if (scale == 1 || !integers || isFloatDepth(srcDepth))
            return dense(scaled, anchor, delta);
        return scaledLast(dense(kernel, anchor, delta), scale);
    };
    return instance;
}

namespace {

Instance drawConvolution(cv::RNG& random)
{
    const cv::Size size = drawKernelSize(random);
    const cv::Mat mask =
        random.uniform(0, 2) ? drawLargeIntegers(random, size.height, size.width) : drawMask(random, size);
    const cv::Point origin = drawAnchor(random, size);
    const double scale = drawConvolutionScale(random);
    return convolution(mask, origin, scale, drawDelta(random));
}

Instance convolutionFrom(int, const Settings& s)
{
    const cv::Mat mask = s.matrix("mask");
    return convolution(floats(mask), s.point("origin"), scaleOf(mask, s), s.real("delta"));
}

std::vector<Refused> refusedByConvolution()
{
    const cv::Mat good = onesWith(1);
    const char* const inside = "inside the mask of 3 x 3";
    return withDeltas(
        [=](double delta) {
            return convolutionFactory(good, {-1, -1}, 1, delta);
        },
        {{convolutionFactory({}), "mask is empty", "at least one tap"},
         {convolutionFactory(onesWith(1, CV_32FC2)), "mask is of type 32FC2", "one channel"},
         {convolutionFactory(onesWith(kNaN)), "mask has the tap nan at (1, 2)", kFinite},
         {convolutionFactory(good, {3, 0}), "origin is (3, 0)", inside},
         {convolutionFactory(good, {0, -2}), "origin is (0, -2)", inside},
         {convolutionFactory(good, {-1, -1}, kNaN), "scale is nan", kFinite},
         {convolutionFactory(good, {-1, -1}, kInfinity), "scale is inf", kFinite},
         {convolutionFactory(onesWith(1e30), {-1, -1}, 1e30), "scale is 1e+30", "finite floats"}});
}

} // namespace

Entry convolutionEntry()
{
    const cv::Mat edges(cv::Matx33f(2, 1, 0, 1, 0, -1, 0, -1, -2));
    return {"Convolution",
            "cv::filter2D",
            "integer images, integer taps, scale 1",
            Depths::Conv2d,
            drawConvolution,
            {"convolution",
             "convolution with any mask: its sum times a scale",
             with2d(withOrigin({maskParameter("mask", "gaussian5")})),
             {everyMask("mask")},
             convolutionFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, convolution(edges, {-1, -1}, 0.5, 128)},
            {
                {"integer taps, scaled", kSameDepth, false, convolution(namedMask("gaussian5"), {-1, -1}, 1. / 273, 0)},
            },
            refusedByConvolution()};
}

} // namespace cudatiled_catalogue
