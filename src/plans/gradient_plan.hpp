// SPDX-License-Identifier: Apache-2.0
// The plan of gradients: both first derivatives, their magnitude and their angle.
#pragma once

#include "../core/gradient.hpp"
#include "separable_plan.hpp"

namespace cv { namespace cudatiled {

// The destination is the magnitude. Of 8U magnitudes the derivatives are 16S, else of the same type; the angle is 32F.
// The window covers those of both derivatives.
struct GradientPlan : ImagePlan
{
    SeparablePlan dx, dy;
    GradientNorm norm = GradientNorm::L2;
    bool degrees = false; // of the angle; else radians
};

}} // namespace cv::cudatiled
