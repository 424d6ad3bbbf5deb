// SPDX-License-Identifier: Apache-2.0
// Convolution of rows, then of columns, whose sum is scaled once.
#include "catalogue.hpp"
#include "convolution.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory separableConvolutionFactory(const cv::Mat& row, const cv::Mat& column, cv::Point origin = {-1, -1},
                                    double scale = 1, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createSeparableConvolutionFilter(srcType, dstType, row, column, origin, scale, delta, b.row, b.column,
                                                b.outside);
    };
}

} // namespace

Instance separableConvolution(const cv::Mat& row, const cv::Mat& column, cv::Point origin, double scale, double delta)
{
    const cv::Size size(static_cast<int>(row.total()), static_cast<int>(column.total()));
    const cv::Mat rowKernel = turned(row), columnKernel = turned(column), scaled = scaledTaps(columnKernel, scale);
    const cv::Point anchor = anchorOf(origin, size);
    const auto scalesSum = [integers = areIntegers(row) && areIntegers(column)](int srcDepth) {
        return integers && !isFloatDepth(srcDepth);
    };
    Instance instance = separableLinear(rowKernel, scaled, anchor, delta);
    instance.text =
        "SeparableConvolution " + text(size) + textOfOrigin(origin) + textOfScale(scale) + textOfDelta(delta);
    instance.create = separableConvolutionFactory(row, column, origin, scale, delta);
    instance.definition = [=](int srcDepth, int, const Situation&) {
        if (scale == 1 || !scalesSum(srcDepth))
            return separable(rowKernel, scaled, anchor, delta);
        return scaledLast(separable(rowKernel, columnKernel, anchor, delta), scale);
    };
    instance.opencv = [=, inFloat = instance.opencv](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (!has32S(src, ddepth))
            return inFloat(src, dst, ddepth, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            const bool last = scalesSum(src.depth());
            cv::sepFilter2D(from, to, CV_64F, rowKernel, last ? columnKernel : scaled, anchor, 0, borderType);
            to.convertTo(to, CV_64F, last ? scale : 1, delta);
        });
    };
    return instance;
}

namespace {

Instance drawSeparableConvolution(cv::RNG& random)
{
    const int square = random.uniform(0, 2) ? oneOf(random, {3, 5, 7, 9}) : 0; // has fast kernels, around its centre
    const cv::Size size = square ? cv::Size(square, square) : drawKernelSize(random);
    const auto draw = random.uniform(0, 2) ? drawLargeIntegers : drawTaps;
    const cv::Mat row = draw(random, 1, size.width), column = draw(random, size.height, 1);
    const cv::Point origin = square ? cv::Point(-1, -1) : drawAnchor(random, size);
    const double scale = drawConvolutionScale(random);
    return separableConvolution(row, column, origin, scale, drawDelta(random));
}

Instance separableConvolutionFrom(int, const Settings& s)
{
    const cv::Mat row = s.matrix("row"), column = s.matrix("column");
    const double scale = scaleOf(column.reshape(1, static_cast<int>(column.total())) * row, s);
    return separableConvolution(floats(row), floats(column), s.point("origin"), scale, s.real("delta"));
}

std::vector<Refused> refusedBySeparableConvolution()
{
    const cv::Mat row = cv::Mat::ones(1, 5, CV_32F), column = cv::Mat::ones(3, 1, CV_64F);
    const char* const inside = "inside the mask of 5 x 3";
    return withDeltas(
        [=](double delta) {
            return separableConvolutionFactory(row, column, {-1, -1}, 1, delta);
        },
        {{separableConvolutionFactory({}, column), "rowMask is empty", "at least one tap"},
         {separableConvolutionFactory(row, cv::Mat::ones(3, 1, CV_32SC2)), "columnMask is of type 32SC2",
          "one channel"},
         {separableConvolutionFactory(onesWith(1), column), "rowMask is 3 x 3", "one row or one column"},
         {separableConvolutionFactory(row, column * kInfinity), "columnMask has the tap inf", kFinite},
         {separableConvolutionFactory(row, column, {5, 1}), "origin is (5, 1)", inside},
         {separableConvolutionFactory(row, column, {1, 3}), "origin is (1, 3)", inside},
         {separableConvolutionFactory(row, column, {-1, -1}, kNaN), "scale is nan", kFinite},
         {separableConvolutionFactory(row, column * 1e30 + 0.5, {-1, -1}, -1e30), "scale is -1e+30", "finite floats"}});
}

cv::Mat binomials()
{
    return cv::Mat(cv::Matx<float, 1, 5>(1, 4, 6, 4, 1));
}

} // namespace

Entry separableConvolutionEntry()
{
    const cv::Mat ramp(cv::Matx<float, 1, 7>(1, 2, 3, 4, 5, 6, 7)); // an unsymmetric trail
    return {"SeparableConvolution",
            "cv::sepFilter2D",
            "integer images, integer taps, scale 1",
            Depths::Separable,
            drawSeparableConvolution,
            {"separable-convolution",
             "convolution of every row, then of every column: its sum times a scale",
             withSeparable(withOrigin({{"row", Kind::Vector, "1 4 6 4 1", "horizontal taps, or a text file"},
                                       {"column", Kind::Vector, "1 4 6 4 1", "vertical taps, or a text file"}})),
             {{kVariantBar,
               {"--row 1 4 6 4 1 --column 1 4 6 4 1", "--row 1 2 3 4 5 6 7 --column 1", "--row -1 0 1 --column 1 2 1"},
               0}},
             separableConvolutionFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth,
             separableConvolution(ramp, cv::Mat::ones(1, 1, CV_32F), {-1, -1}, 1. / 28, 0)},
            {
                {"integer taps, scaled", kSameDepth, false,
                 separableConvolution(binomials(), binomials(), {-1, -1}, 1. / 256, 0)},
            },
            refusedBySeparableConvolution()};
}

} // namespace cudatiled_catalogue
