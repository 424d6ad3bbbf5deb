// SPDX-License-Identifier: Apache-2.0
// The plan of bilateral filters.
#pragma once

#include "../core/bilateral.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = sum of weight * src / sum of weights, over the disc in the window. Differences of several channels are added.
struct BilateralPlan : ImagePlan
{
    double sigmaColor = 0, sigmaSpace = 0; // as they were given
    BilateralWeights weights;
};

}} // namespace cv::cudatiled
