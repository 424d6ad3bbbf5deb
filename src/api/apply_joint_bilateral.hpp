// SPDX-License-Identifier: Apache-2.0
// From the plan of a joint bilateral filter to its filter.
#pragma once

#include "../plans/bilateral_plan.hpp"
#include "engine.hpp"

namespace cv { namespace cudatiled {

Ptr<JointBilateralFilter> makeJointBilateralFilter(JointBilateralPlan plan);

}} // namespace cv::cudatiled
