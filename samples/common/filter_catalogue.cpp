// SPDX-License-Identifier: Apache-2.0
// The catalogue itself: one row per filter with its parameters, trackbars and the call that creates it.
#include "filter_catalogue.hpp"

#include <cfloat>
#include <stdexcept>

#include <opencv2/imgproc.hpp>

namespace samples {

const char* const kSizeBar = "size";
const char* const kAmountBar = "amount";
const char* const kVariantBar = "variant";

namespace {

using cv::cudatiled::Filter;
using Parameters = std::vector<Parameter>;
using Choices = std::vector<std::pair<std::string, int>>;

const Choices kBorders = {{"constant", cv::BORDER_CONSTANT},
                          {"replicate", cv::BORDER_REPLICATE},
                          {"reflect", cv::BORDER_REFLECT},
                          {"reflect101", cv::BORDER_REFLECT_101},
                          {"wrap", cv::BORDER_WRAP}};

Choices bordersOrSame()
{
    auto names = kBorders;
    names.insert(names.begin(), {"same", -1});
    return names;
}

Parameter choice(const char* name, const char* defaultName, const char* help, const Choices& choices)
{
    return {name, Kind::Choice, defaultName, help, -kUnbounded, kUnbounded, choices};
}

const Choices kDepths = {{"same", -1},    {"8u", CV_8U},   {"8s", CV_8S},  {"16u", CV_16U},
                         {"16s", CV_16S}, {"32s", CV_32S}, {"32f", CV_32F}};
const Choices kOnOff = {{"on", 1}, {"off", 0}};
const Choices kDirections = {{"nw", cv::cudatiled::EMBOSS_NORTH_WEST}, {"n", cv::cudatiled::EMBOSS_NORTH},
                             {"ne", cv::cudatiled::EMBOSS_NORTH_EAST}, {"e", cv::cudatiled::EMBOSS_EAST},
                             {"se", cv::cudatiled::EMBOSS_SOUTH_EAST}, {"s", cv::cudatiled::EMBOSS_SOUTH},
                             {"sw", cv::cudatiled::EMBOSS_SOUTH_WEST}, {"w", cv::cudatiled::EMBOSS_WEST}};

const Parameter kDepth = choice("depth", "same", "depth of the result", kDepths);
const Parameter kBorder = choice("border", "reflect101", "how the image continues outside", kBorders);
const Parameter kBorderY = choice("border-y", "same", "the same at the top and bottom", bordersOrSame());
const Parameter kBorderValue = {"border-value", Kind::Scalar, "0",
                                "value of outside pixels for --border constant, per channel"};
const Parameter kDelta = {"delta", Kind::Real, "0", "added to every result"};
const Parameter kAnchor = {"anchor", Kind::Point, "-1,-1", "tap that lies on the pixel; -1,-1 is the centre", -1, 1e6};

Parameters with(Parameters own, const Parameters& shared)
{
    own.insert(own.end(), shared.begin(), shared.end());
    return own;
}

const Parameters kShared2d = {kDelta, kDepth, kBorder, kBorderValue};
const Parameters kSharedSeparable = {kDelta, kDepth, kBorder, kBorderY, kBorderValue};

// Trackbar positions "--name first", "--name first + step", ...
Slider numbers(const char* trackbar, const std::string& name, double first, double last, double step, double start)
{
    Slider slider = {trackbar, {}, cvRound((start - first) / step)};
    for (int i = 0; i <= cvRound((last - first) / step); ++i)
        slider.positions.push_back(cv::format("--%s %g", name.c_str(), first + i * step));
    return slider;
}

Slider everyChoice(const char* trackbar, const Parameter& parameter)
{
    Slider slider = {trackbar, {}, 0};
    for (const auto& entry : parameter.choices)
        slider.positions.push_back("--" + parameter.name + " " + entry.first);
    return slider;
}

CatalogueFilter sharpen()
{
    return {"sharpen",
            "adds the differences to the 4 or 8 neighbours",
            with({choice("neighbours", "8", "which neighbours count", {{"4", 4}, {"8", 8}}),
                  {"k", Kind::Real, "1", "amount; 0 copies the image", 0, kUnbounded}},
                 kShared2d),
            {numbers(kAmountBar, "k", 0, 4, 0.1, 1), {kVariantBar, {"--neighbours 4", "--neighbours 8"}, 1}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createSharpenFilter(type, destinationType(type, s), s.integer("neighbours"),
                                                          s.real("k"), s.integer("border"), s.scalar("border-value"),
                                                          s.real("delta"));
            }};
}

CatalogueFilter emboss()
{
    const Parameter direction = choice("direction", "nw", "side that the light comes from", kDirections);
    return {"emboss",
            "a relief of the image on mid-gray; see --gray",
            with({direction,
                  {"strength", Kind::Real, "1", "factor of the relief"},
                  choice("mid-gray", "on", "whether even areas become mid-gray", kOnOff)},
                 kShared2d),
            {numbers(kAmountBar, "strength", 0, 4, 0.1, 1), everyChoice(kVariantBar, direction)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createEmbossFilter(
                    type, destinationType(type, s), s.integer("direction"), s.real("strength"),
                    s.integer("mid-gray") != 0, s.integer("border"), s.scalar("border-value"), s.real("delta"));
            }};
}

CatalogueFilter sobel()
{
    return {"sobel",
            "a derivative of the image",
            with({{"dx", Kind::Integer, "1", "order of the derivative along x", 0, 30},
                  {"dy", Kind::Integer, "0", "order of the derivative along y", 0, 30},
                  {"ksize", Kind::Integer, "3", "aperture: odd, or -1 for the Scharr operator", -1, 31},
                  {"scale", Kind::Real, "1", "factor of the derivative"}},
                 kSharedSeparable),
            {{kSizeBar, {"--ksize 1", "--ksize 3", "--ksize 5", "--ksize 7", "--ksize -1"}, 1},
             numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.5),
             {kVariantBar,
              {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 0", "--dx 0 --dy 1"},
              0}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createSobelFilter(
                    type, destinationType(type, s), s.integer("dx"), s.integer("dy"), s.integer("ksize"),
                    s.real("scale"), s.integer("border"), columnBorder(s), s.real("delta"), s.scalar("border-value"));
            }};
}

CatalogueFilter deriv()
{
    return {"deriv",
            "a derivative of the image, normalized on request",
            with({{"dx", Kind::Integer, "1", "order of the derivative along x", 0, 30},
                  {"dy", Kind::Integer, "0", "order of the derivative along y", 0, 30},
                  {"ksize", Kind::Integer, "5", "aperture: odd, or -1 for the Scharr operator", -1, 31},
                  choice("normalize", "on", "whether results keep the range of the picture", kOnOff),
                  {"scale", Kind::Real, "1", "factor of the derivative"}},
                 kSharedSeparable),
            {{kSizeBar, {"--ksize 3", "--ksize 5", "--ksize 7", "--ksize 9"}, 1},
             numbers(kAmountBar, "scale", 0.5, 20, 0.5, 4),
             {kVariantBar, {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 1 --delta 128"}, 0}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createDerivFilter(
                    type, destinationType(type, s), s.integer("dx"), s.integer("dy"), s.integer("ksize"),
                    s.integer("normalize") != 0, s.real("scale"), s.integer("border"), columnBorder(s), s.real("delta"),
                    s.scalar("border-value"));
            }};
}

CatalogueFilter scharr()
{
    return {"scharr",
            "a first derivative of the image by the Scharr operator",
            with({{"dx", Kind::Integer, "1", "1: the derivative along x", 0, 1},
                  {"dy", Kind::Integer, "0", "1: the derivative along y", 0, 1},
                  {"scale", Kind::Real, "1", "factor of the derivative"}},
                 kSharedSeparable),
            {numbers(kAmountBar, "scale", 0.05, 2, 0.05, 0.2),
             {kVariantBar,
              {"--dx 1 --dy 0 --delta 128", "--dx 0 --dy 1 --delta 128", "--dx 1 --dy 0", "--dx 0 --dy 1"},
              0}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createScharrFilter(type, destinationType(type, s), s.integer("dx"),
                                                         s.integer("dy"), s.real("scale"), s.integer("border"),
                                                         columnBorder(s), s.real("delta"), s.scalar("border-value"));
            }};
}

CatalogueFilter laplacian()
{
    return {"laplacian",
            "the sum of the second derivatives",
            with({{"ksize", Kind::Integer, "1", "aperture, odd; 1 is [0 1 0; 1 -4 1; 0 1 0]", 1, 31},
                  {"scale", Kind::Real, "1", "factor of the Laplacian"}},
                 kShared2d),
            {{kSizeBar, {"--ksize 1", "--ksize 3", "--ksize 5", "--ksize 7"}, 0},
             numbers(kAmountBar, "scale", 0.05, 4, 0.05, 1),
             {kVariantBar, {"--delta 128", "--delta 0"}, 0}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createLaplacianFilter(type, destinationType(type, s), s.integer("ksize"),
                                                            s.real("scale"), s.integer("border"),
                                                            s.scalar("border-value"), s.real("delta"));
            }};
}

CatalogueFilter box()
{
    return {"box",
            "the mean, or the sum, of a rectangle of pixels",
            {{"ksize", Kind::Size, "3", "width and height of the rectangle", 1, 1e4},
             kAnchor,
             choice("normalize", "on", "on: mean, off: sum", kOnOff),
             kDepth,
             kBorder,
             kBorderValue},
            {numbers(kSizeBar, "ksize", 1, 41, 1, 9)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createBoxFilter(type, destinationType(type, s), s.size("ksize"),
                                                      s.point("anchor"), s.integer("border"), s.scalar("border-value"),
                                                      s.integer("normalize") != 0);
            }};
}

CatalogueFilter gaussian()
{
    return {"gaussian",
            "the Gaussian blur",
            {{"ksize", Kind::Size, "0", "aperture, odd; 0 is computed from sigma", 0, 1e4},
             {"sigma", Kind::Real, "1.5", "standard deviation in pixels; 0 is computed from ksize", 0, kUnbounded},
             {"sigma-y", Kind::Real, "0", "standard deviation along y; 0: sigma", 0, kUnbounded},
             kDepth,
             kBorder,
             kBorderY,
             kBorderValue},
            {numbers(kSizeBar, "ksize", 1, 41, 2, 7), numbers(kAmountBar, "sigma", 0.1, 10, 0.1, 1.5)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createGaussianFilter(type, destinationType(type, s), s.size("ksize"),
                                                           s.real("sigma"), s.real("sigma-y"), s.integer("border"),
                                                           columnBorder(s), s.scalar("border-value"));
            }};
}

CatalogueFilter linear()
{
    return {"linear",
            "correlation with any 2-D kernel",
            with({{"kernel", Kind::Matrix, "-1 -1 -1; -1 8 -1; -1 -1 -1", "taps, or a text file with one row per line"},
                  kAnchor},
                 kShared2d),
            {{kVariantBar,
              {"--kernel -1 -1 -1; -1 8 -1; -1 -1 -1", "--kernel 0 1 0; 1 -4 1; 0 1 0",
               "--kernel 1/5 0 0 0 0; 0 1/5 0 0 0; 0 0 1/5 0 0; 0 0 0 1/5 0; 0 0 0 0 1/5"},
              0}},
            [](int type, const Settings& s) {
                return cv::cudatiled::createLinearFilter(type, destinationType(type, s), s.matrix("kernel"),
                                                         s.point("anchor"), s.integer("border"),
                                                         s.scalar("border-value"), s.real("delta"));
            }};
}

CatalogueFilter separable()
{
    return {
        "separable",
        "correlation of every row, then of every column",
        with({{"row", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "horizontal taps, or a text file"},
              {"column", Kind::Vector, "1/16 4/16 6/16 4/16 1/16", "vertical taps, or a text file"},
              kAnchor},
             kSharedSeparable),
        {{kVariantBar,
          {"--row 1/16 4/16 6/16 4/16 1/16 --column 1/16 4/16 6/16 4/16 1/16",
           "--row 1/9 1/9 1/9 1/9 1/9 1/9 1/9 1/9 1/9 --column 1", "--row -1 0 1 --column 3/8 10/8 3/8 --delta 128"},
          0}},
        [](int type, const Settings& s) {
            return cv::cudatiled::createSeparableLinearFilter(
                type, destinationType(type, s), s.matrix("row"), s.matrix("column"), s.point("anchor"),
                s.integer("border"), columnBorder(s), s.real("delta"), s.scalar("border-value"));
        }};
}

CatalogueFilter morphology()
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
    auto borders = kBorders;
    borders.insert(borders.begin(), {"never", -1});
    return {"morphology",
            "erosion, dilation, and what is made of them",
            {op,
             shape,
             {"ksize", Kind::Size, "3", "width and height of the element", 1, 1e4},
             kAnchor,
             {"iterations", Kind::Integer, "1", "how many times to erode and dilate", 0, 100},
             choice("border", "never", "how the image continues outside; never: by pixels that never win", borders),
             kBorderValue},
            {numbers(kSizeBar, "ksize", 1, 41, 2, 5), everyChoice(kVariantBar, op)},
            [](int type, const Settings& s) {
                const int border = s.integer("border");
                const cv::Mat element = cv::getStructuringElement(s.integer("shape"), s.size("ksize"));
                return cv::cudatiled::createMorphologyFilter(
                    s.integer("op"), type, element, s.point("anchor"), s.integer("iterations"),
                    border < 0 ? int(cv::BORDER_CONSTANT) : border,
                    border < 0 ? cv::Scalar::all(DBL_MAX) : s.scalar("border-value"));
            }};
}

const Parameters kBoxExtreme = {
    {"ksize", Kind::Size, "3", "width and height of the rectangle", 1, 1e4}, kAnchor, kBorder, kBorderValue};

CatalogueFilter median()
{
    return {"median",
            "the median of a square of pixels",
            {{"ksize", Kind::Integer, "3", "side of the square, odd", 3, 4095}},
            {numbers(kSizeBar, "ksize", 3, 31, 2, 5)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createMedianFilter(type, s.integer("ksize"));
            }};
}

CatalogueFilter boxMax()
{
    return {"boxmax",
            "the highest pixel of a rectangle",
            kBoxExtreme,
            {numbers(kSizeBar, "ksize", 1, 41, 1, 5)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createBoxMaxFilter(type, s.size("ksize"), s.point("anchor"), s.integer("border"),
                                                         s.scalar("border-value"));
            }};
}

CatalogueFilter boxMin()
{
    return {"boxmin",
            "the lowest pixel of a rectangle",
            kBoxExtreme,
            {numbers(kSizeBar, "ksize", 1, 41, 1, 5)},
            [](int type, const Settings& s) {
                return cv::cudatiled::createBoxMinFilter(type, s.size("ksize"), s.point("anchor"), s.integer("border"),
                                                         s.scalar("border-value"));
            }};
}

} // namespace

const std::vector<CatalogueFilter>& filterCatalogue()
{
    static const std::vector<CatalogueFilter> catalogue = {sharpen(),    emboss(), sobel(),    scharr(), deriv(),
                                                           laplacian(),  box(),    gaussian(), linear(), separable(),
                                                           morphology(), boxMax(), boxMin(),   median()};
    return catalogue;
}

const CatalogueFilter& findFilter(const std::string& name)
{
    std::string names;
    for (const CatalogueFilter& entry : filterCatalogue())
    {
        if (entry.name == name)
            return entry;
        names += (names.empty() ? "" : ", ") + entry.name;
    }
    throw std::invalid_argument("there is no filter '" + name + "'; there are " + names);
}

Recipe::Recipe(const std::string& text) : Recipe(findFilter(text.substr(0, text.find(' '))))
{
    settings.setAll(text);
}

std::string Recipe::text() const
{
    const std::string options = settings.text();
    return options.empty() ? filter->name : filter->name + " " + options;
}

int destinationType(int srcType, const Settings& settings)
{
    const int depth = settings.has("depth") ? settings.integer("depth") : -1;
    return CV_MAKETYPE(depth < 0 ? CV_MAT_DEPTH(srcType) : depth, CV_MAT_CN(srcType));
}

int columnBorder(const Settings& settings)
{
    const int own = settings.has("border-y") ? settings.integer("border-y") : -1;
    return own < 0 ? settings.integer("border") : own;
}

} // namespace samples
