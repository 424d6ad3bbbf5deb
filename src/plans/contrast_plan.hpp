// SPDX-License-Identifier: Apache-2.0
// The plan of contrast between two levels.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = 255 * (src - lowest) / range, from 0 to 255.
struct ContrastPlan : ImagePlan
{
    int lowest = 0, range = 255; // range > 0
};

}} // namespace cv::cudatiled
