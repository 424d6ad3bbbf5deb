// SPDX-License-Identifier: Apache-2.0
// Joint bilateral filters of two images on the CPU. Of one image alone, BilateralPlan's function runs.
#pragma once

#include "../plans/bilateral_plan.hpp"

namespace cv { namespace cudatiled {

// `joint` has the size of src; dst may overlap both.
void runOnCpu(const JointBilateralPlan& plan, const cv::Mat& joint, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
