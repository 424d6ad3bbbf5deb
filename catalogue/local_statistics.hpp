// SPDX-License-Identifier: Apache-2.0
// What the definitions of local statistics have in common.
#pragma once

#include "catalogue.hpp"

namespace cudatiled_catalogue {

// Of the pixels in a window: each is exact to the rounding of a double. Their errors are those that sums in double of
// float images have.
struct WindowMoments
{
    double mean, variance, meanSquare, largestSquare;
    double pixel;                    // that the result lies on
    double meanError, varianceError; // 0 of integer images
    Interval meanVariance;           // of all computed variances of its channel

    // Of a variance that is within a relative 2^-22 of the exact one, beside its error.
    Interval computedVariance() const;
};

// What a filter may compute, before it is rounded to an integer or within the rounding of a float.
using Statistic = std::function<Interval(const WindowMoments& moments, bool openCvItself)>;

// The definition, and what OpenCV is compared by where it has no such function: the statistic of sums in double.
void describeStatistic(Instance& instance, cv::Size ksize, cv::Point anchor, const Statistic& statistic);

// cv::sqrBoxFilter.
void openCvsSquares(const cv::Mat& src, cv::Mat& dst, int ddepth, cv::Size ksize, cv::Point anchor, bool normalize,
                    int borderType);

// Windows of which some have a kernel of their own.
cv::Size drawWindow(cv::RNG& random);

// Of filters that make floats alone.
Parameter floatParameter();

// The parameters of all windows, and those of borders.
std::vector<Parameter> withWindow(const char* ksize, std::vector<Parameter> own);

// What all factories of windows refuse.
std::vector<Refused> withWindows(const std::function<Factory(cv::Size, cv::Point)>& factory, std::vector<Refused> own);

} // namespace cudatiled_catalogue
