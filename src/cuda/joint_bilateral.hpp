// SPDX-License-Identifier: Apache-2.0
// Joint bilateral filters of two images on CUDA. Of one image alone, the kernels of BilateralPlan run.
#pragma once

#include "../launch/cuda_call.hpp"
#include "../plans/bilateral_plan.hpp"

namespace cv { namespace cudatiled {

// `joint` has a region of the source's size. The results overlap nothing that is read.
void jointBilateralOnCuda(const JointBilateralPlan& plan, const CudaSource& joint, const CudaCall& call);

}} // namespace cv::cudatiled
