// SPDX-License-Identifier: Apache-2.0
// What OpenCV's CPU makes of an image, and what the accuracy contract allows.
#pragma once

#include <opencv2/core.hpp>

#include "recipe.hpp"

namespace samples {

// OpenCV's function for the recipe. Borders that it lacks (WRAP, a constant other than 0, one mode for rows and another
// for columns) are laid around the image by copyMakeBorder; for filters that pick pixels, the definition computes them.
cv::Mat opencvResult(const Recipe& recipe, const cv::Mat& src);

// The interval that every result has to lie in, by the backend that filters host images now.
Expected contractFor(const Recipe& recipe, const cv::Mat& src);

} // namespace samples
