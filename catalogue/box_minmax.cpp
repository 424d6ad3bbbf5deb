// SPDX-License-Identifier: Apache-2.0
// Highest and lowest pixels of rectangles.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

Instance boxMinmax(const std::string& name, cv::Size ksize, cv::Point anchor)
{
    const bool highest = name == "BoxMax";
    const MorphologyCase m{highest ? cv::MORPH_DILATE : cv::MORPH_ERODE, cv::Mat::ones(ksize, CV_8U), anchor, 1, false};
    Instance instance = morphology(m, "");
    instance.text = name + " " + text(ksize) + text(anchor);
    instance.create = [=](int srcType, int, const Borders& b) {
        return highest ? createBoxMaxFilter(srcType, ksize, anchor, b.row, b.outside)
                       : createBoxMinFilter(srcType, ksize, anchor, b.row, b.outside);
    };
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
            {}};
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
            {}};
}

} // namespace cudatiled_catalogue
