// SPDX-License-Identifier: Apache-2.0
// The plan of filters whose look-up table is made of the image's histogram.
#pragma once

#include "../core/levels.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

enum class LevelsRule
{
    Equalize,
    OtsuThreshold,
    TriangleThreshold,
    Contrast,
    GreyWorld
};

// Images of 8U (thresholds: also 16U) with any channels; every result depends on the whole image.
struct LevelsPlan : ImagePlan
{
    LevelsRule rule = LevelsRule::Equalize;
    ThresholdRule threshold = {0, 255}; // of both thresholds
    ContrastRule contrast = {0, false};
};

}} // namespace cv::cudatiled
