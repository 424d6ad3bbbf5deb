// SPDX-License-Identifier: Apache-2.0
// The plan of 2-D correlations: Linear, Convolution, Sharpen, Emboss, and Laplacians of 3x3.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + scale * (sum of kernel(j, i) * src(x + i - anchor.x, y + j - anchor.y))
struct Conv2dPlan : ImagePlan
{
    cv::Mat kernel;  // CV_32FC1, continuous
    float scale = 1; // other than 1 only for integer images and taps, whose sums are exact
    float delta = 0;
};

}} // namespace cv::cudatiled
