// SPDX-License-Identifier: Apache-2.0
// Highest and lowest pixels of rectangles.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory boxMinmaxFactory(bool highest, cv::Size ksize, cv::Point anchor)
{
    return [=](int srcType, int, const Borders& b) {
        const auto create = highest ? createBoxMaxFilter : createBoxMinFilter;
        return create(srcType, ksize, anchor, b.row, b.outside);
    };
}

} // namespace

Instance boxMinmax(const std::string& name, cv::Size ksize, cv::Point anchor)
{
    const bool highest = name == "BoxMax";
    const MorphologyCase m{highest ? cv::MORPH_DILATE : cv::MORPH_ERODE, cv::Mat::ones(ksize, CV_8U), anchor, 1, false};
    Instance instance = morphology(m, "");
    instance.text = name + " " + text(ksize) + text(anchor);
    instance.create = boxMinmaxFactory(highest, ksize, anchor);
    return instance;
}

namespace {

Instance drawBoxMax(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    return boxMinmax("BoxMax", ksize, drawAnchor(random, ksize));
}

Instance drawBoxMin(cv::RNG& random)
{
    const cv::Size ksize = drawKernelSize(random);
    return boxMinmax("BoxMin", ksize, drawAnchor(random, ksize));
}

std::vector<Parameter> parameters()
{
    return {{"ksize", Kind::Size, "3", "width and height of the rectangle", 1, 1e4},
            anchorParameter(),
            borderParameter(),
            borderValueParameter()};
}

Instance boxMaxFrom(int, const Settings& s)
{
    return boxMinmax("BoxMax", s.size("ksize"), s.point("anchor"));
}

Instance boxMinFrom(int, const Settings& s)
{
    return boxMinmax("BoxMin", s.size("ksize"), s.point("anchor"));
}

} // namespace

Entry boxMaxEntry()
{
    return {"BoxMax",
            "cv::dilate",
            "all images",
            Depths::Same,
            drawBoxMax,
            {"boxmax",
             "the highest pixel of a rectangle",
             parameters(),
             {numbers(kSizeBar, "ksize", 1, 41, 1, 5)},
             boxMaxFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, boxMinmax("BoxMax", {7, 7}, {-1, -1})},
            {},
            {{boxMinmaxFactory(true, {0, 3}, {-1, -1}), "ksize is 0 x 3", "at least 1"},
             {boxMinmaxFactory(true, {3, 3}, {3, 1}), "anchor is (3, 1)", "inside the kernel of 3 x 3"}}};
}

Entry boxMinEntry()
{
    return {"BoxMin",
            "cv::erode",
            "all images",
            Depths::Same,
            drawBoxMin,
            {"boxmin",
             "the lowest pixel of a rectangle",
             parameters(),
             {numbers(kSizeBar, "ksize", 1, 41, 1, 5)},
             boxMinFrom},
            {"chelsea", kCat, CV_8UC3, kSameDepth, boxMinmax("BoxMin", {7, 7}, {-1, -1})},
            {},
            {{boxMinmaxFactory(false, {3, -1}, {-1, -1}), "ksize is 3 x -1", "at least 1"},
             {boxMinmaxFactory(false, {3, 3}, {1, -2}), "anchor is (1, -2)", "inside the kernel of 3 x 3"}}};
}

} // namespace cudatiled_catalogue
