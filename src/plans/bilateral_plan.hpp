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

// The differences are of a guide: an image of the source's depth and size, which the border continues as the source.
// An image alone is its own guide.
struct JointBilateralPlan : BilateralPlan
{
    int jointType = 0; // of the guide
};

}} // namespace cv::cudatiled
