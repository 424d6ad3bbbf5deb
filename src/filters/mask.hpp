// SPDX-License-Identifier: Apache-2.0
// What the functions of masks share: a convolution is a correlation with the mask turned by 180 degrees.
#pragma once

#include <opencv2/cudatiled.hpp>

#include "../plans/image_plan.hpp"

namespace cv { namespace cudatiled {

// Whether the sums of an image with these taps are exact, as long as they are small: integers below 2^24.
bool areExact(int srcType, const cv::Mat& mask);

// Turns a mask by 180 degrees.
cv::Mat turned(const cv::Mat& mask);

// The taps times the scale, which have to be finite.
cv::Mat scaledTaps(const char* function, const cv::Mat& taps, double scale);

// Fills in size and anchor of a turned mask; an origin of -1 becomes (size - 1) / 2.
void setOrigin(ImagePlan& plan, const char* function, cv::Size size, cv::Point origin);

// A mask of any depth, in double.
cv::Mat1d tapsInDouble(const char* function, const char* name, cv::InputArray mask);

// The origin in a mask of that size, with -1 replaced; an error that calls it `name` if it lies outside.
cv::Point checkedOrigin(const char* function, const char* name, cv::Size size, cv::Point origin);

}} // namespace cv::cudatiled
