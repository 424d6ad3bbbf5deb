// SPDX-License-Identifier: Apache-2.0
// The plan of thresholds.
#pragma once

#include "../core/threshold.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct ThresholdPlan : ImagePlan
{
    double thresh = 0, maxval = 0; // as they were given
    int type = 0;                  // of cv::ThresholdTypes
    Threshold threshold{};         // what they mean for the depth
};

}} // namespace cv::cudatiled
