// SPDX-License-Identifier: Apache-2.0
// From the plan of an edge detector to its filter.
#pragma once

#include "../plans/canny_plan.hpp"
#include "engine.hpp"

namespace cv { namespace cudatiled {

Ptr<CannyFilter> makeCannyFilter(CannyPlan plan);

}} // namespace cv::cudatiled
