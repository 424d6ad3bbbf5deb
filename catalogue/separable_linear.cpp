// SPDX-License-Identifier: Apache-2.0
// Correlation of rows, then of columns.
#include "catalogue.hpp"
#include "convolution.hpp"
#include "inside.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory separableLinearFactory(const cv::Mat& row, const cv::Mat& column, cv::Point anchor = {-1, -1}, double delta = 0)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createSeparableLinearFilter(srcType, dstType, row, column, anchor, b.row, b.column, delta, b.outside);
    };
}

Factory insideFactory(const cv::Mat& row, const cv::Mat& column)
{
    return [=](int srcType, int dstType, const Borders&) {
        return createSeparableLinearFilter(srcType, dstType, row, column, {-1, -1}, BORDER_INSIDE);
    };
}

// Weights that sum to 1.
Definition insideDefinition(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta, int srcDepth)
{
    const double ofRow = 1 / cv::sum(row)[0], ofColumn = 1 / cv::sum(column)[0], scale = ofRow * ofColumn;
    const Definition unscaled = separable(row, column, anchor, delta);
    if (isFloatDepth(srcDepth) || !areIntegers(row) || !areIntegers(column))
        return inside(separable(scaledTaps(row, ofRow), scaledTaps(column, ofColumn), anchor, delta), unscaled.kernel);
    return inside(scale == 1 ? unscaled : scaledLast(unscaled, scale), unscaled.kernel);
}

} // namespace

Instance separableLinear(const cv::Mat& row, const cv::Mat& column, cv::Point anchor, double delta)
{
    const cv::Size ksize(static_cast<int>(row.total()), static_cast<int>(column.total()));
    Instance instance;
    instance.text = "SeparableLinear " + text(ksize) + text(anchor) + textOfDelta(delta);
    instance.parameters.rowKernel = row;
    instance.parameters.columnKernel = column;
    instance.parameters.ksize = ksize;
    instance.parameters.anchor = anchor;
    instance.parameters.delta = delta;
    instance.borderModes = 2;
    instance.create = separableLinearFactory(row, column, anchor, delta);
    instance.definition = [=](int srcDepth, int, const Situation& s) {
        return isInside(s) ? insideDefinition(row, column, anchor, delta, srcDepth)
                           : separable(row, column, anchor, delta);
    };
    const auto opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        cv::sepFilter2D(src, dst, ddepth, row, column, anchor, delta, borderType);
    };
    instance.opencv = orInDouble(opencv, row, column, anchor, delta);
    return instance;
}

namespace {

Instance drawSeparableLinear(cv::RNG& random)
{
    // Squares of floats have a kernel of their own for each size.
    if (random.uniform(0, 3) == 0)
    {
        const int size = random.uniform(5, 17) * 2 + 1;
        return separableLinear(drawTaps(random, 1, size), drawTaps(random, size, 1), {-1, -1}, 0);
    }
    const cv::Size ksize = drawKernelSize(random);
    cv::Mat row = drawTaps(random, 1, ksize.width), column = drawTaps(random, ksize.height, 1);
    const cv::Point anchor = drawAnchor(random, ksize), ofRow(anchor.x, 0), ofColumn(0, anchor.y);
    const std::uint64_t same = random.state; // both are weights, or neither
    drawWeights(random, row, ofRow);
    random.state = same;
    drawWeights(random, column, ofColumn);
    Instance instance = separableLinear(row, column, anchor, drawDelta(random));
    instance.takesInside = areWeights(row, ofRow) && areWeights(column, ofColumn);
    return instance;
}

Instance separableLinearFrom(int, const Settings& s)
{
    return separableLinear(floats(s.matrix("row")), floats(s.matrix("column")), s.point("anchor"), s.real("delta"));
}

// Float taps of no structure.
Instance square(int size)
{
    cv::RNG random(1);
    cv::Mat taps(1, size, CV_32F);
    random.fill(taps, cv::RNG::UNIFORM, -1.f, 1.f);
    taps *= 1 / std::sqrt(static_cast<double>(size));
    return separableLinear(taps, taps.t(), {-1, -1}, 0);
}

std::vector<Refused> refusedBySeparableLinear()
{
    const cv::Mat row = cv::Mat::ones(1, 5, CV_32F), column = cv::Mat::ones(3, 1, CV_64F);
    const char* const types = "one channel and a depth of 8U to 64F";
    const char* const vector = "one row or one column";
    const char* const inside = "inside the kernel of 5 x 3";
    return withDeltas(
        [=](double delta) { return separableLinearFactory(row, column, cv::Point(-1, -1), delta); },
        {{separableLinearFactory({}, column), "rowKernel is empty", "at least one tap"},
         {separableLinearFactory(row, {}), "columnKernel is empty", "at least one tap"},
         {separableLinearFactory(cv::Mat::ones(1, 3, CV_16SC2), column), "rowKernel is of type 16SC2", types},
         {separableLinearFactory(row, cv::Mat::ones(3, 1, CV_32SC2)), "columnKernel is of type 32SC2", types},
         {separableLinearFactory(cv::Mat::ones(2, 3, CV_32F), column), "rowKernel is 3 x 2", vector},
         {separableLinearFactory(row, onesWith(1)), "columnKernel is 3 x 3", vector},
         {separableLinearFactory(row * kNaN, column), "rowKernel has the tap nan at (0, 0)", kFinite},
         {separableLinearFactory(row, column * kInfinity), "columnKernel has the tap inf", kFinite},
         {separableLinearFactory(row, column, {5, 1}), "anchor is (5, 1)", inside},
         {separableLinearFactory(row, column, {1, 3}), "anchor is (1, 3)", inside},
         {insideFactory(row, column * -1), "columnKernel has the tap -1 at (0, 0)", "no tap may be negative"},
         {insideFactory(cv::Mat(cv::Matx13f(1, 0, 1)), column), "the tap 0 at its anchor (1, 0)", "must be positive"},
         refusedInsideAndOther(separableLinearFactory(row, column))});
}

} // namespace

Entry separableLinearEntry()
{
    return {
        "SeparableLinear",
        "cv::sepFilter2D",
        "integer images, integer taps",
        Depths::Separable,
        drawSeparableLinear,
        {"separable",
         "correlation of every row, then of every column",
         withInside(
             withSeparable({{"row", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "horizontal taps, or a text file"},
                            {"column", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "vertical taps, or a text file"},
                            anchorParameter()})),
         {{kVariantBar,
           {"--row 1/16 4/16 6/16 4/16 1/16 --column 1/16 4/16 6/16 4/16 1/16",
            "--row 1/9 1/9 1/9 1/9 1/9 1/9 1/9 1/9 1/9 --column 1", "--row -1 0 1 --column 3/8 10/8 3/8 --delta 128"},
           0}},
         separableLinearFrom},
        {"chelsea", kCat, CV_8UC3, kSameDepth,
         separableLinear(cv::Mat::ones(1, 15, CV_32F) / 15, cv::Mat::ones(3, 1, CV_32F) / 3, {-1, -1}, 0)},
        {
            {"", kSameDepth, false, square(5)},
            {"", kSameDepth, false, square(15)},
            {"", kSameDepth, false, square(31)},
        },
        refusedBySeparableLinear()};
}

} // namespace cudatiled_catalogue
