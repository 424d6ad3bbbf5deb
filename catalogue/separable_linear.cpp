// SPDX-License-Identifier: Apache-2.0
// Correlation of rows, then of columns.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

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
    instance.separateBorders = true;
    instance.create = [=](int srcType, int dstType, const Borders& b) {
        return createSeparableLinearFilter(srcType, dstType, row, column, anchor, b.row, b.column, delta, b.outside);
    };
    instance.definition = [=](int, int, const Situation&) {
        return separable(row, column, anchor, delta);
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
    const cv::Size ksize = drawKernelSize(random);
    const cv::Mat row = drawTaps(random, 1, ksize.width), column = drawTaps(random, ksize.height, 1);
    const cv::Point anchor = drawAnchor(random, ksize);
    return separableLinear(row, column, anchor, drawDelta(random));
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
         withSeparable({{"row", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "horizontal taps, or a text file"},
                        {"column", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "vertical taps, or a text file"},
                        anchorParameter()}),
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
        }};
}

} // namespace cudatiled_catalogue
