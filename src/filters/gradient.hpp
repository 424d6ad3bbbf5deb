// SPDX-License-Identifier: Apache-2.0
// What the factories of gradients and of edges share.
#pragma once

#include "../plans/gradient_plan.hpp"

namespace cv { namespace cudatiled {

// Both derivatives of a plan whose types and borders are set, and the window of both.
void setDerivatives(GradientPlan& plan, const char* function, int ksize, double scale);

}} // namespace cv::cudatiled
