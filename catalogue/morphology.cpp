// SPDX-License-Identifier: Apache-2.0
// Erosion, dilation, and what is made of them.
#include "catalogue.hpp"
#include "parameters.hpp"
#include "parts.hpp"

#include <algorithm>
#include <climits>

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

using namespace cv::cudatiled;

namespace {

Factory morphologyFactory(const MorphologyCase& m)
{
    return [=](int srcType, int, const Borders& b) {
        const cv::Scalar outside = m.defaultOutside ? cv::morphologyDefaultBorderValue() : b.outside;
        return createMorphologyFilter(m.op, srcType, m.element, m.anchor, m.iterations, b.row, outside);
    };
}

} // namespace

Instance morphology(const MorphologyCase& m, const std::string& shape)
{
    static const char* const names[] = {"erode", "dilate", "open", "close", "gradient", "top-hat", "black-hat"};
    Instance instance;
    instance.text = cv::format("Morphology %s ", names[m.op]) + text(m.element.size()) + " " + shape + text(m.anchor) +
                    cv::format(" iterations %d%s", m.iterations, m.defaultOutside ? " default outside" : "");
    instance.parameters.element = m.element;
    instance.parameters.ksize = m.element.size();
    instance.parameters.anchor = m.anchor;
    instance.parameters.op = m.op;
    instance.parameters.iterations = m.iterations;
    instance.parameters.defaultOutside = m.defaultOutside;
    instance.create = morphologyFactory(m);
    instance.definition = [=](int, int, const Situation&) {
        Definition definition;
        definition.results = [=](const Surroundings& image, int, bool) {
            return exactly(morphologyOf(m, image));
        };
        return definition;
    };
    instance.opencv = [=](const cv::Mat& src, cv::Mat& dst, int, int borderType) {
        const cv::Scalar outside = m.defaultOutside ? cv::morphologyDefaultBorderValue() : cv::Scalar();
        cv::morphologyEx(src, dst, m.op, m.element, m.anchor, m.iterations, borderType, outside);
    };
    return instance;
}

namespace {

// An element whose lower rows mirror the upper ones. Most rows are centred, some empty, some have any pixels: kernels
// tell such elements apart.
cv::Mat drawMirrored(cv::RNG& random, cv::Size ksize)
{
    cv::Mat mask = cv::Mat::zeros(ksize, CV_8U);
    const int middle = ksize.width / 2;
    for (int j = 0; 2 * j < ksize.height; ++j)
    {
        cv::Mat row = mask.row(j);
        const int side = random.uniform(-1, middle + 1);
        if (random.uniform(0, 6) == 0)
            random.fill(row, cv::RNG::UNIFORM, 0, 2);
        else if (side >= 0)
            row.colRange(middle - side, std::min(middle + side + 1, ksize.width)).setTo(1);
        row.copyTo(mask.row(ksize.height - 1 - j));
    }
    mask.at<uchar>(ksize.height / 2, middle) = 1; // one at least
    return mask;
}

// A structuring element, and what to call it.
std::pair<cv::Mat, std::string> drawElement(cv::RNG& random, cv::Size ksize)
{
    const int shape = random.uniform(0, 6);
    if (shape < 2)
        return {cv::Mat::ones(ksize, CV_8U), "rectangle"};
    if (shape == 2)
        return {cv::getStructuringElement(cv::MORPH_CROSS, ksize), "cross"};
    if (shape == 3)
        return {cv::getStructuringElement(cv::MORPH_ELLIPSE, ksize), "ellipse"};
    if (shape == 4)
        return {drawMirrored(random, ksize), "mirrored"};
    cv::Mat mask(ksize, CV_8U);
    random.fill(mask, cv::RNG::UNIFORM, 0, 3);
    mask.at<uchar>(random.uniform(0, ksize.height), random.uniform(0, ksize.width)) = 1; // one at least
    return {mask, "mask"};
}

Instance drawMorphology(cv::RNG& random)
{
    MorphologyCase m;
    // Kernels walk masks in cells of 16 pixels; small elements, and squares of 7 x 7 to 31 x 31, have kernels of their
    // own.
    const int kind = random.uniform(0, 10);
    const bool small = kind == 6 || kind == 7, square = kind > 7;
    const int side = square ? oneOf(random, {7, 9, 11, 13, 15, 15, 31, 31}) : oneOf(random, {3, 3, 5, 7, 9});
    const cv::Size ksize = small || square ? cv::Size(side, side)
                           : kind == 0     ? cv::Size(random.uniform(17, 40), random.uniform(2, 8))
                                           : drawKernelSize(random);
    const auto [element, shape] =
        square ? std::pair<cv::Mat, std::string>(cv::Mat::ones(ksize, CV_8U), "square") : drawElement(random, ksize);
    m.op = random.uniform(0, square ? 2 : 7);
    m.element = element;
    m.anchor = small || square ? cv::Point(-1, -1) : drawAnchor(random, ksize);
    m.iterations = small || square || ksize.area() > 400 ? 1 : oneOf(random, {1, 1, 1, 2, 3, 0});
    m.defaultOutside = random.uniform(0, 2) == 0;
    return morphology(m, shape);
}

Instance morphologyFrom(int, const Settings& s)
{
    MorphologyCase m;
    m.op = s.integer("op");
    m.element = cv::getStructuringElement(s.integer("shape"), s.size("ksize"));
    m.anchor = s.point("anchor");
    m.iterations = s.integer("iterations");
    m.defaultOutside = s.integer("border") < 0;
    return morphology(m, "element");
}

Instance rectangle(cv::MorphTypes op, int size, cv::Point anchor = {-1, -1})
{
    return morphology({op, cv::Mat::ones(size, size, CV_8U), anchor, 1, true}, "rectangle");
}

Instance shaped(cv::MorphTypes op, cv::MorphShapes shape, int size)
{
    return morphology({op, cv::getStructuringElement(shape, {size, size}), {-1, -1}, 1, true}, "element");
}

std::vector<Refused> refusedByMorphology()
{
    const int erode = cv::MORPH_ERODE;
    const cv::Mat element = cv::Mat::ones(3, 3, CV_8U);
    const char* const operations = "MORPH_ERODE (0) to MORPH_BLACKHAT (6)";
    const char* const inside = "inside the kernel of 3 x 3";
    return {{morphologyFactory({cv::MORPH_HITMISS, element}), "op is 7", operations},
            {morphologyFactory({-1, element}), "op is -1", operations},
            {morphologyFactory({erode, onesWith(1, CV_8UC2)}), "kernel is of type 8UC2", "must have one channel"},
            {morphologyFactory({erode, cv::Mat::zeros(3, 2, CV_8U)}), "kernel is 2 x 3 and all of it is 0",
             "at least one pixel"},
            {morphologyFactory({erode, element, {3, 1}}), "anchor is (3, 1)", inside},
            {morphologyFactory({erode, {}, {0, 3}}), "anchor is (0, 3)", inside},
            {morphologyFactory({erode, element, {-1, -1}, -1}), "iterations is -1", "must not be negative"},
            {morphologyFactory({erode, element, {-1, -1}, INT_MAX}), "iterations is 2147483647", "at most"},
            {morphologyFactory({erode, cv::Mat::eye(3, 3, CV_8U), {-1, -1}, 10001}), "iterations is 10001",
             "at most 10000"}};
}

} // namespace

Entry morphologyEntry()
{
    const Parameter op = choice("op", "erode", "what to do",
                                {{"erode", cv::MORPH_ERODE},
                                 {"dilate", cv::MORPH_DILATE},
                                 {"open", cv::MORPH_OPEN},
                                 {"close", cv::MORPH_CLOSE},
                                 {"gradient", cv::MORPH_GRADIENT},
                                 {"tophat", cv::MORPH_TOPHAT},
                                 {"blackhat", cv::MORPH_BLACKHAT}});
    const Parameter shape =
        choice("shape", "rect", "shape of the element",
               {{"rect", cv::MORPH_RECT}, {"cross", cv::MORPH_CROSS}, {"ellipse", cv::MORPH_ELLIPSE}});
    auto borders = borderModes();
    borders.insert(borders.begin(), {"never", -1});
    return {"Morphology",
            "cv::morphologyEx",
            "all images",
            Depths::Same,
            drawMorphology,
            {"morphology",
             "erosion, dilation, and what is made of them",
             {op,
              shape,
              {"ksize", Kind::Size, "3", "width and height of the element", 1, 1e4},
              anchorParameter(),
              {"iterations", Kind::Integer, "1", "how many times to erode and dilate", 0, 100},
              choice("border", "never", "how the image continues outside; never: by pixels that never win", borders),
              borderValueParameter()},
             {numbers(kSizeBar, "ksize", 1, 41, 2, 5), everyChoice(kVariantBar, op)},
             morphologyFrom},
            {"astronaut", kFace, CV_8UC1, kSameDepth, shaped(cv::MORPH_GRADIENT, cv::MORPH_ELLIPSE, 5)},
            {
                {"erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 3)},
                {"erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 15)},
                {"erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 5)},
                {"erode", kSameDepth, false, rectangle(cv::MORPH_ERODE, 31)},
                {"open", kSameDepth, false, rectangle(cv::MORPH_OPEN, 3)},
                {"open", kSameDepth, false, rectangle(cv::MORPH_OPEN, 15)},
                {"gradient", kSameDepth, false, rectangle(cv::MORPH_GRADIENT, 3)},
                {"erode by a cross", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_CROSS, 3)},
                {"erode by an ellipse", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_ELLIPSE, 5)},
                {"erode by an ellipse", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_ELLIPSE, 9)},
                {"erode by an ellipse", kSameDepth, false, shaped(cv::MORPH_ERODE, cv::MORPH_ELLIPSE, 15)},
                {"erode at a corner", kSameDepth, false, rectangle(cv::MORPH_ERODE, 101, {0, 0})},
            },
            refusedByMorphology()};
}

} // namespace cudatiled_catalogue
