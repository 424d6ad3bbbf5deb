// SPDX-License-Identifier: Apache-2.0
// The plan of 2-D correlations: Linear, Sharpen, Emboss, and Laplacians of 3x3.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + sum of kernel(j, i) * src(x + i - anchor.x, y + j - anchor.y)
struct Conv2dPlan : ImagePlan
{
    cv::Mat kernel; // CV_32FC1, continuous
    float delta = 0;
};

}} // namespace cv::cudatiled
