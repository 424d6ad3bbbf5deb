// SPDX-License-Identifier: Apache-2.0
// What the gallery shows: recipes with captions, as data, and how one of them is computed, timed and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

enum class Show
{
    AsIs,     // each recipe is applied to the result of the one before
    Signed,   // likewise; a signed result is shown around mid-gray
    Magnitude // both recipes are applied to the picture: the length of the gradient (dx, dy)
};

struct Exhibit
{
    std::string section; // a row of the contact sheet
    std::string name;    // part of file names
    std::string caption;
    std::vector<std::string> recipes;
    Show show = Show::AsIs;
};

const std::vector<Exhibit>& exhibits();

struct Measurement
{
    cv::Mat picture;      // 8U, to be looked at
    double hostMs = 0;    // cv::Mat in, cv::Mat out
    double deviceMs = -1; // device image in and out; -1 without a GPU
    double largest = 0;   // difference from OpenCV's CPU, of two scalars
    std::int64_t differingPixels = 0;
    bool contractKept = true;
};

Measurement measure(const Exhibit& exhibit, const cv::Mat& src);

} // namespace samples
