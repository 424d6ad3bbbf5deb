// SPDX-License-Identifier: Apache-2.0
// Text over pictures.
#pragma once

#include <string>
#include <vector>

#include <opencv2/core.hpp>

namespace samples {

// White lines on a darkened field in the upper left corner of the picture, small enough to fit its width.
void drawLines(cv::Mat& picture, const std::vector<std::string>& lines);

} // namespace samples
