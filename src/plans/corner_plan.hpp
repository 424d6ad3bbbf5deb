// SPDX-License-Identifier: Apache-2.0
// The plan of corner measures.
#pragma once

#include "../core/corner.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The window covers the derivatives of all pixels that a result sums up.
struct CornerPlan : ImagePlan
{
    cv::Mat derivative, smoothing; // CV_32FC1, one row of as many integers each, continuous
    float scale = 1;               // of both derivatives
    ImagePlan derivatives;         // from the source to a float
    ImagePlan sums;                // of products of derivatives, an image of the region's size
    CornerFormula formula{};
};

}} // namespace cv::cudatiled
