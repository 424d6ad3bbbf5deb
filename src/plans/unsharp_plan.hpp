// SPDX-License-Identifier: Apache-2.0
// The plan of unsharp masking.
#pragma once

#include "../core/unsharp_mask.hpp"
#include "gaussian_plan.hpp"

namespace cv { namespace cudatiled {

// dst = src + mask.amount * (src - blurred), where that difference is not below mask.threshold; else src.
struct UnsharpPlan : ImagePlan
{
    GaussianPlan blur;
    UnsharpMask mask;
};

}} // namespace cv::cudatiled
