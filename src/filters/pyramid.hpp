// SPDX-License-Identifier: Apache-2.0
// What the factories of pyramids have in common.
#pragma once

#include "../plans/pyramid_plan.hpp"

namespace cv { namespace cudatiled {

// Fills in all of a plan. A region is an image of its own, whatever the border mode says.
void setLevel(PyramidPlan& plan, const char* function, int srcType, cv::Size dsize, int borderMode);

}} // namespace cv::cudatiled
