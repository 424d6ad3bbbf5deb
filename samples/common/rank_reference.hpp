// SPDX-License-Identifier: Apache-2.0
// The filters that pick pixels instead of adding them up, by OpenCV's CPU functions.
#pragma once

#include <opencv2/core.hpp>

#include "filter_catalogue.hpp"

namespace samples {

// Whether results are pixels of the source, or differences of such, so that nothing is rounded.
bool picksPixels(const Recipe& recipe);

// What OpenCV's CPU makes of the image, which is not CV_8S.
cv::Mat opencvPicks(const Recipe& recipe, const cv::Mat& src);

} // namespace samples
