// SPDX-License-Identifier: Apache-2.0
// Functions that convolutions with one mask and with two share.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

// The mask turned by 180 degrees.
cv::Mat turned(const cv::Mat& mask);

// The anchor of a turned mask; an origin of -1 is (size - 1) / 2.
cv::Point anchorOf(cv::Point origin, cv::Size size);

// Below 2^24.
bool areIntegers(const cv::Mat& taps);

// As floats; the product is rounded once.
cv::Mat scaledTaps(const cv::Mat& taps, double scale);

// The sum, which is exact, is scaled once.
Definition scaledLast(Definition definition, double scale);

std::string textOfOrigin(cv::Point origin);
std::string textOfScale(double scale);

// Sums of which are exact; now and then beyond a byte, and so large that few kernels have them exact.
cv::Mat drawLargeIntegers(cv::RNG& random, int rows, int cols);
double drawConvolutionScale(cv::RNG& random);

// The parameters origin, scale and normalize; the scale that they make for a mask.
std::vector<Parameter> withOrigin(std::vector<Parameter> own);
double scaleOf(const cv::Mat& mask, const Settings& settings);

} // namespace cudatiled_catalogue
