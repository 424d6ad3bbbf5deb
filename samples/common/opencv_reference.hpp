// SPDX-License-Identifier: Apache-2.0
// The same filter by OpenCV's CPU functions, and by the definition in double: what results are compared with.
#pragma once

#include <opencv2/core.hpp>

#include "filter_catalogue.hpp"

namespace samples {

// What OpenCV's CPU makes of the image: filter2D, sepFilter2D, Sobel, boxFilter or GaussianBlur. Borders that those
// lack (WRAP, a constant other than 0, one mode for rows and another for columns) are laid around the image by
// copyMakeBorder.
cv::Mat opencvResult(const Recipe& recipe, const cv::Mat& src);

// dst = delta + sum of tap * pixel in double, before rounding, and the sum of |tap * pixel| + |delta| that bounds its
// error.
struct ExactResult
{
    cv::Mat value, magnitude; // CV_64F, with the channels of the source
    int taps;                 // of the kernel
    int chain;                // of them that a float sum adds one after the other
};
ExactResult exactResult(const Recipe& recipe, const cv::Mat& src);

// Whether the library promises OpenCV's own pixels for images of this type: integer or fixed-point arithmetic
// throughout, or none.
bool promisesEquality(const Recipe& recipe, int srcType);

} // namespace samples
