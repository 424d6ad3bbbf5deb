// SPDX-License-Identifier: Apache-2.0
// The plan of gray images.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// One channel of the same depth, 8U, 16U or 32F, from 3 or 4.
struct GrayPlan : ImagePlan
{
    bool blueFirst = true; // else red
};

}} // namespace cv::cudatiled
