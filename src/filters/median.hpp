// SPDX-License-Identifier: Apache-2.0
// The plan that both factories of medians begin with.
#pragma once

#include "../plans/median_plan.hpp"

namespace cv { namespace cudatiled {

MedianPlan medianPlan(const char* function, int srcType, int windowSize);

}} // namespace cv::cudatiled
