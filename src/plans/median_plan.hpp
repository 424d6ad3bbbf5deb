// SPDX-License-Identifier: Apache-2.0
// The plan of medians.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The median of ksize.width x ksize.width pixels, odd; borders are isolated and replicated, as in cv::medianBlur.
struct MedianPlan : ImagePlan
{
    bool cutsWindows = false; // true: of n pixels inside the image, the one of rank n / 2 from 0, as in cv::cuda
};

}} // namespace cv::cudatiled
