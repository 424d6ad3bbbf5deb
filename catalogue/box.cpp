// SPDX-License-Identifier: Apache-2.0
// Means and sums of rectangles.
#include "catalogue.hpp"
#include "inside.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Definition boxDefinition(cv::Size ksize, cv::Point anchor, bool normalize, int srcDepth, int dstDepth)
{
    Definition definition = dense(cv::Mat::ones(ksize, CV_64F), anchor, 0);
    definition.chain = ksize.width + ksize.height;
    definition.scale = normalize ? 1. / ksize.area() : 1;
    if (isFloatDepth(srcDepth) || srcDepth == CV_32S)
        definition.kernel *= definition.scale;
    else if (dstDepth == CV_32S && definition.scale == 1)
        definition.finish = Finish::Sum;
    else if (srcDepth == CV_8U && dstDepth == CV_8U && normalize && ksize.area() > 1 && ksize.area() <= 256)
        definition.finish = Finish::ByteMean;
    else
        definition.finish = Finish::FloatScale;
    return definition;
}

Factory boxFactory(cv::Size ksize, cv::Point anchor, bool normalize = true)
{
    return [=](int srcType, int dstType, const Borders& b) {
        return createBoxFilter(srcType, dstType, ksize, anchor, b.row, b.outside, normalize);
    };
}

} // namespace

Instance box(cv::Size ksize, cv::Point anchor, bool normalize)
{
    Instance instance;
    instance.text = "Box " + text(ksize) + text(anchor) + (normalize ? "" : " sum");
    instance.parameters.ksize = ksize;
    instance.parameters.anchor = anchor;
    instance.parameters.normalize = normalize;
    instance.create = boxFactory(ksize, anchor, normalize);
    instance.definition = [=](int srcDepth, int dstDepth, const Situation& s) {
        if (isInside(s))
            return inside(boxDefinition(ksize, anchor, normalize, srcDepth, dstDepth), cv::Mat::ones(ksize, CV_64F));
        const bool shrinks = normalize && s.isolated();
        cv::Size size = ksize;
        cv::Point place = anchor;
        if (shrinks && s.size.height == 1)
            size.height = 1, place.y = anchor.y < 0 ? -1 : 0;
        if (shrinks && s.size.width == 1)
            size.width = 1, place.x = anchor.x < 0 ? -1 : 0;
        return boxDefinition(size, place, normalize, srcDepth, dstDepth);
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int ddepth, int borderType) {
        if (src.depth() <= CV_16S || !has32S(src, ddepth)) // of 32S, it adds up in int and makes means in float
            return cv::boxFilter(src, dst, ddepth, ksize, anchor, normalize, borderType);
        inDouble(src, dst, ddepth, [&](const cv::Mat& from, cv::Mat& to) {
            cv::boxFilter(from, to, CV_64F, ksize, anchor, normalize, borderType);
        });
    };
    return instance;
}

namespace {

Instance drawBox(cv::RNG& random)
{
    // Two white bytes are the one mean that OpenCV's integer formula puts above 255. Large boxes have a kernel of their
    // own. Boxes of 17 x 17 bytes are the smallest that have no integer formula.
    const int kind = random.uniform(0, 9);
    const cv::Size ksize = kind == 0   ? cv::Size(2, 1)
                           : kind == 8 ? cv::Size(random.uniform(16, 18), 17)
                           : kind == 1 ? cv::Size(random.uniform(12, 50), random.uniform(6, 40))
                                       : drawKernelSize(random);
    const cv::Point anchor = drawAnchor(random, ksize);
    Instance instance = box(ksize, anchor, random.uniform(0, 4) != 0);
    instance.takesInside = instance.parameters.normalize;
    return instance;
}

Instance boxFrom(int, const Settings& s)
{
    return box(s.size("ksize"), s.point("anchor"), s.integer("normalize") != 0);
}

std::vector<Refused> refusedByBox()
{
    const auto sumInside = [](int srcType, int dstType, const Borders&) {
        return createBoxFilter(srcType, dstType, {3, 3}, {-1, -1}, BORDER_INSIDE, {}, false);
    };
    return {{boxFactory({0, 3}, {-1, -1}), "ksize is 0 x 3", "at least 1"},
            {boxFactory({3, -1}, {-1, -1}), "ksize is 3 x -1", "at least 1"},
            {boxFactory({3, 3}, {3, 1}), "anchor is (3, 1)", "inside the kernel of 3 x 3"},
            {boxFactory({3, 3}, {1, -2}), "anchor is (1, -2)", "inside the kernel of 3 x 3"},
            {sumInside, "normalize is false", "mean of the pixels inside"}};
}

} // namespace

Entry boxEntry()
{
    return {"Box",
            "cv::boxFilter",
            "8U → 8U of at most 256 pixels; other images of 8 and 16 bits but for ties in OpenCV's last columns",
            Depths::Separable,
            drawBox,
            {"box",
             "the mean, or the sum, of a rectangle of pixels",
             withInside({{"ksize", Kind::Size, "3", "width and height of the rectangle", 1, 1e4},
                         anchorParameter(),
                         choice("normalize", "on", "on: mean, off: sum", onOff()),
                         depthParameter(),
                         borderParameter(),
                         borderValueParameter()}),
             {numbers(kSizeBar, "ksize", 1, 41, 1, 9)},
             boxFrom},
            {"astronaut", kFace, CV_8UC3, kSameDepth, box({9, 9}, {-1, -1}, true)},
            {
                {"", kSameDepth, false, box({3, 3}, {-1, -1}, true)},
                {"", kSameDepth, false, box({5, 5}, {-1, -1}, true)},
                {"", kSameDepth, true, takingInside(box({15, 15}, {-1, -1}, true))},
                {"", kSameDepth, false, box({31, 31}, {-1, -1}, true)},
                {"", kSameDepth, false, box({101, 101}, {-1, -1}, true)},
            },
            refusedByBox()};
}

} // namespace cudatiled_catalogue
