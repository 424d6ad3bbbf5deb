// SPDX-License-Identifier: Apache-2.0
// Parameters and trackbars that several filters have.
#include "parameters.hpp"

#include <opencv2/imgproc.hpp>

namespace cudatiled_catalogue {

Choices borderModes()
{
    return {{"constant", cv::BORDER_CONSTANT},
            {"replicate", cv::BORDER_REPLICATE},
            {"reflect", cv::BORDER_REFLECT},
            {"reflect101", cv::BORDER_REFLECT_101},
            {"wrap", cv::BORDER_WRAP}};
}

Choices onOff()
{
    return {{"on", 1}, {"off", 0}};
}

Parameter choice(const char* name, const char* defaultName, const char* help, const Choices& choices)
{
    return {name, Kind::Choice, defaultName, help, -kUnbounded, kUnbounded, choices};
}

Parameter anchorParameter()
{
    return {"anchor", Kind::Point, "-1,-1", "tap that lies on the pixel; -1,-1 is the centre", -1, 1e6};
}

Parameter depthParameter()
{
    return choice("depth", "same", "depth of the result",
                  {{"same", -1},
                   {"8u", CV_8U},
                   {"8s", CV_8S},
                   {"16u", CV_16U},
                   {"16s", CV_16S},
                   {"32s", CV_32S},
                   {"32f", CV_32F},
                   {"16f", CV_16F}});
}

Parameter borderParameter()
{
    return choice("border", "reflect101", "how the image continues outside", borderModes());
}

Parameter borderValueParameter()
{
    return {"border-value", Kind::Scalar, "0", "value of outside pixels for --border constant, per channel"};
}

Parameter columnBorderParameter()
{
    Choices modes = borderModes();
    modes.insert(modes.begin(), {"same", -1});
    return choice("border-y", "same", "the same at the top and bottom", modes);
}

namespace {

Parameter deltaParameter()
{
    return {"delta", Kind::Real, "0", "added to every result"};
}

} // namespace

std::vector<Parameter> with2d(std::vector<Parameter> own)
{
    own.insert(own.end(), {deltaParameter(), depthParameter(), borderParameter(), borderValueParameter()});
    return own;
}

std::vector<Parameter> withSeparable(std::vector<Parameter> own)
{
    own.insert(own.end(), {deltaParameter(), depthParameter(), borderParameter(), columnBorderParameter(),
                           borderValueParameter()});
    return own;
}

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

int destinationType(int srcType, const Settings& settings)
{
    const int depth = settings.has("depth") ? settings.integer("depth") : -1;
    return CV_MAKETYPE(depth < 0 ? CV_MAT_DEPTH(srcType) : depth, CV_MAT_CN(srcType));
}

Borders bordersOf(const Settings& settings)
{
    const int row = settings.has("border") ? settings.integer("border") : int(cv::BORDER_REPLICATE);
    const int column = settings.has("border-y") ? settings.integer("border-y") : -1;
    const cv::Scalar outside = settings.has("border-value") ? settings.scalar("border-value") : cv::Scalar();
    const int mode = row < 0 ? int(cv::BORDER_CONSTANT) : row;
    return {mode, column < 0 ? mode : column, outside};
}

} // namespace cudatiled_catalogue
