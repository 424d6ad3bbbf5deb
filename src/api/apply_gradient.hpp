// SPDX-License-Identifier: Apache-2.0
// From a gradient's plan to its filter.
#pragma once

#include "../plans/gradient_plan.hpp"
#include "engine.hpp"

namespace cv { namespace cudatiled {

Ptr<GradientFilter> makeGradientFilter(GradientPlan plan);

}} // namespace cv::cudatiled
