// SPDX-License-Identifier: Apache-2.0
// The plan of Canny's edge detector.
#pragma once

#include "../core/canny.hpp"
#include "gradient_plan.hpp"

namespace cv { namespace cudatiled {

// Images of 8U with any channels to edges of 8UC1, 255, among 0. Hysteresis makes every result depend on the whole
// image; the window is that of the candidates.
struct CannyPlan : ImagePlan
{
    double threshold1 = 0, threshold2 = 0; // as they were given
    int apertureSize = 3;
    GradientNorm norm = GradientNorm::L1;
    GradientPlan derivatives;                    // in 16S
    CannyThresholds ofImage, ofGivenDerivatives; // those of 7x7 derivatives of an image are a sixteenth
};

}} // namespace cv::cudatiled
