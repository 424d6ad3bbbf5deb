// SPDX-License-Identifier: Apache-2.0
// The plan of thresholds that follow the mean around a pixel.
#pragma once

#include "../core/adaptive_threshold.hpp"
#include "box_plan.hpp"
#include "gaussian_plan.hpp"

namespace cv { namespace cudatiled {

struct AdaptiveThresholdPlan : ImagePlan
{
    double maxValue = 0, c = 0;                // as given to the factory
    int adaptiveMethod = 0, thresholdType = 0; // of cv::AdaptiveThresholdTypes and cv::ThresholdTypes
    BoxPlan mean;                              // of ADAPTIVE_THRESH_MEAN_C
    SeparablePlan blur;                        // of ADAPTIVE_THRESH_GAUSSIAN_C
    bool isGaussian = false;
    AdaptiveThreshold threshold{0, 255, 0};
};

}} // namespace cv::cudatiled
