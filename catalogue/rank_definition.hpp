// SPDX-License-Identifier: Apache-2.0
// Filters that pick pixels instead of adding them up, by definition: extremes over any element, and what morphology
// makes of them.
#pragma once

#include "definition.hpp"

namespace cudatiled_catalogue {

// The lowest or highest pixel of the element, CV_64F.
cv::Mat extremeOf(const Surroundings& image, const cv::Mat& element, cv::Point anchor, bool highest);

struct MorphologyCase
{
    int op;
    cv::Mat element; // CV_8U
    cv::Point anchor{-1, -1};
    int iterations = 1;
    bool defaultOutside = true; // pixels outside never win
};

// The results of cv::morphologyEx, CV_64F.
cv::Mat morphologyOf(const MorphologyCase& morphology, const Surroundings& image);

// The medians of size x size pixels, CV_64F; a region by itself, continued with its nearest pixels.
cv::Mat medianOf(int size, Surroundings image);

// The same with windows that end at the edges of the region: element n / 2 of the n sorted pixels inside.
cv::Mat cutMedianOf(int size, const Surroundings& image);

} // namespace cudatiled_catalogue
