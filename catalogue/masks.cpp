// SPDX-License-Identifier: Apache-2.0
// Well-known masks by name.
#include "masks.hpp"

#include "parameters.hpp"

namespace cudatiled_catalogue {

Parameter maskParameter(const char* name, const char* defaultText)
{
    Parameter mask{name, Kind::Matrix, defaultText, "taps, or a text file with one row per line"};
    mask.names = {{"box3", "1 1 1; 1 1 1; 1 1 1"},
                  {"gaussian5", "1 4 7 4 1; 4 16 26 16 4; 7 26 41 26 7; 4 16 26 16 4; 1 4 7 4 1"},
                  {"tent5", "1 2 3 2 1; 2 4 6 4 2; 3 6 9 6 3; 2 4 6 4 2; 1 2 3 2 1"},
                  {"sharpen4", "0 -1 0; -1 5 -1; 0 -1 0"},
                  {"sharpen8", "-1 -1 -1; -1 9 -1; -1 -1 -1"},
                  {"edges", "-1/8 -1/8 -1/8; -1/8 1 -1/8; -1/8 -1/8 -1/8"},
                  {"edges-down", "-1 -1 -1; 0 0 0; 1 1 1"},
                  {"emboss", "2 0 0; 0 -1 0; 0 0 -1"}};
    return mask;
}

Slider everyMask(const std::string& parameter)
{
    Slider slider = {kVariantBar, {}, 0};
    for (const auto& mask : maskParameter("mask", "box3").names)
        slider.positions.push_back("--" + parameter + " " + mask.first);
    return slider;
}

cv::Mat namedMask(const std::string& name)
{
    return parseValue(maskParameter("mask", "box3"), name);
}

} // namespace cudatiled_catalogue
