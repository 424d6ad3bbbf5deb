// SPDX-License-Identifier: Apache-2.0
// What factories share that take BORDER_INSIDE.
#pragma once

#include <opencv2/cudatiled.hpp>

#include "../plans/inside_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

// As setBorder, but returns true for BORDER_INSIDE. The border of the plan is one that its kernels like then, because
// makeInside replaces what they make of it.
bool setBorderOrInside(ImagePlan& plan, const char* function, int rowBorderMode, int columnBorderMode,
                       const cv::Scalar& value);

// The filters of these plans with BORDER_INSIDE. Taps become such that they sum to 1.
cv::Ptr<Filter> makeInside(const char* function, BoxPlan box);
cv::Ptr<Filter> makeInside(const char* function, Conv2dPlan correlation);
cv::Ptr<Filter> makeInside(const char* function, GaussianPlan blur);
cv::Ptr<Filter> makeInside(const char* function, SeparablePlan correlation);

}} // namespace cv::cudatiled
