// SPDX-License-Identifier: Apache-2.0
// Correlation with any 2-D kernel.
#include "catalogue.hpp"
#include "convolution.hpp"
#include "inside.hpp"
#include "masks.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory linearFactory(const cv::Mat& kernel, cv::Point anchor = {-1, -1}, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& borders) {
        return createLinearFilter(srcType, dstType, kernel, anchor, borders.row, borders.outside, delta);
    };
}

Factory insideFactory(const cv::Mat& kernel, cv::Point anchor = {-1, -1})
{
    return [=](int srcType, int dstType, const Borders&) {
        return createLinearFilter(srcType, dstType, kernel, anchor, BORDER_INSIDE);
    };
}

// Weights that sum to 1.
Definition insideDefinition(const cv::Mat& kernel, cv::Point anchor, double delta, int srcDepth)
{
    const double scale = 1 / cv::sum(kernel)[0];
    const bool scalesSum = scale != 1 && !isFloatDepth(srcDepth) && areIntegers(kernel);
    return inside(scalesSum ? scaledLast(dense(kernel, anchor, delta), scale)
                            : dense(scaledTaps(kernel, scale), anchor, delta),
                  kernel);
}

} // namespace

Instance linear(const cv::Mat& kernel, cv::Point anchor, double delta)
{
    Instance instance;
    instance.text = "Linear " + text(kernel.size()) + text(anchor) + textOfDelta(delta);
    instance.parameters.kernel = kernel;
    instance.parameters.ksize = kernel.size();
    instance.parameters.anchor = anchor;
    instance.parameters.delta = delta;
    instance.create = linearFactory(kernel, anchor, delta);
    instance.definition = [=](int srcDepth, int, const Situation& s) {
        return isInside(s) ? insideDefinition(kernel, anchor, delta, srcDepth) : dense(kernel, anchor, delta);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::filter2D(src, dst, ddepth, kernel, anchor, delta, borderType);
    };
    return instance;
}

namespace {

Instance drawLinear(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    cv::Mat kernel = drawMask(random, ksize);
    const cv::Point anchor = drawAnchor(random, ksize);
    drawWeights(random, kernel, anchor);
    Instance instance = linear(kernel, anchor, drawDelta(random));
    instance.takesInside = areWeights(kernel, anchor);
    return instance;
}

Instance linearFrom(int, const Settings& s)
{
    return linear(floats(s.matrix("kernel")), s.point("anchor"), s.real("delta"));
}

Parameter linearKernel()
{
    return maskParameter("kernel", "-1 -1 -1; -1 8 -1; -1 -1 -1");
}

// Neither symmetric nor of rank 1, so that no special case of any library applies.
cv::Mat floatTaps(int size)
{
    cv::RNG random(1);
    cv::Mat taps(size, size, CV_32F);
    random.fill(taps, cv::RNG::UNIFORM, -1.f, 1.f);
    return taps * (1 / std::sqrt(static_cast<double>(taps.total())));
}

cv::Mat byteTaps(int size)
{
    cv::RNG random(1);
    cv::Mat integers(size, size, CV_8S), taps;
    random.fill(integers, cv::RNG::UNIFORM, -127, 128);
    integers.convertTo(taps, CV_32F);
    return taps;
}

cv::Mat laplacianTaps()
{
    return cv::Mat(cv::Matx33f(0, 1, 0, 1, -4, 1, 0, 1, 0));
}

std::vector<Refused> refusedByLinear()
{
    const cv::Mat good = onesWith(1);
    const char* const inside = "inside the kernel of 3 x 3";
    const char* const types = "one channel and a depth of 8U to 64F";
    return withDeltas([=](double delta) { return linearFactory(good, cv::Point(-1, -1), delta); },
                      {{linearFactory({}), "kernel is empty", "at least one tap"},
                       {linearFactory(cv::Mat({2, 3, 4}, CV_32F)), "kernel has 3 dimensions", "matrix of 2"},
                       {linearFactory(onesWith(1, CV_16FC1)), "kernel is of type 16FC1", types},
                       {linearFactory(onesWith(1, CV_32FC2)), "kernel is of type 32FC2", types},
                       {linearFactory(onesWith(kNaN)), "kernel has the tap nan at (1, 2)", kFinite},
                       {linearFactory(onesWith(-kInfinity)), "kernel has the tap -inf at (1, 2)", kFinite},
                       {linearFactory(onesWith(1e300, CV_64FC1)), "kernel has the tap inf at (1, 2)", kFinite},
                       {linearFactory(good, {3, 0}), "anchor is (3, 0)", inside},
                       {linearFactory(good, {0, 3}), "anchor is (0, 3)", inside},
                       {linearFactory(good, {-2, 0}), "anchor is (-2, 0)", inside},
                       {insideFactory(onesWith(-1)), "kernel has the tap -1 at (1, 2)", "no tap may be negative"},
                       {insideFactory(onesWith(0), {1, 2}), "the tap 0 at its anchor (1, 2)", "must be positive"}});
}

} // namespace

Entry linearEntry()
{
    return {"Linear",
            "cv::filter2D",
            "integer images, integer taps",
            Depths::Conv2d,
            drawLinear,
            {"linear",
             "correlation with any 2-D kernel",
             withInside(with2d({linearKernel(), anchorParameter()})),
             {{kVariantBar,
               {"--kernel -1 -1 -1; -1 8 -1; -1 -1 -1", "--kernel 0 1 0; 1 -4 1; 0 1 0",
                "--kernel 1/5 0 0 0 0; 0 1/5 0 0 0; 0 0 1/5 0 0; 0 0 0 1/5 0; 0 0 0 0 1/5"},
               0}},
             linearFrom},
            {"coffee", kCup, CV_8UC3, kSameDepth, linear(cv::Mat(cv::Mat::eye(15, 15, CV_32F)) / 15, {-1, -1}, 0)},
            {
                {"integer taps", kSameDepth, false, linear(laplacianTaps(), {-1, -1}, 0)},
                {"float taps", kSameDepth, false, linear(floatTaps(3), {-1, -1}, 0)},
                {"float taps", kSameDepth, false, linear(floatTaps(5), {-1, -1}, 0)},
                {"float taps", kSameDepth, true, linear(floatTaps(7), {-1, -1}, 0)},
                {"float taps", kSameDepth, false, linear(floatTaps(11), {-1, -1}, 0)},
                {"float taps", kSameDepth, false, linear(floatTaps(17), {-1, -1}, 0)},
                {"integer taps", kSameDepth, false, linear(byteTaps(5), {-1, -1}, 0)},
                {"integer taps", kSameDepth, false, linear(byteTaps(7), {-1, -1}, 0)},
                {"integer taps", kSameDepth, false, linear(byteTaps(11), {-1, -1}, 0)},
                {"tent", kSameDepth, true, takingInside(linear(floats(namedMask("tent5")), {-1, -1}, 0))},
            },
            refusedByLinear()};
}

} // namespace cudatiled_catalogue
