// SPDX-License-Identifier: Apache-2.0
// The plan of means and sums of rectangles.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct BoxPlan : ImagePlan
{
    bool normalize = true;

    // cv::boxFilter shrinks the box to one row (column) for isolated images of one row (column).
    BoxPlan forImage(cv::Size size) const;
};

}} // namespace cv::cudatiled
