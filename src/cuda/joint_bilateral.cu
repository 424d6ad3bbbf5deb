// SPDX-License-Identifier: Apache-2.0
// Joint bilateral filters of two images on CUDA.
#include "joint_bilateral.hpp"

#include <cstdint>

#include "../launch/bilateral.cuh"

namespace cv { namespace cudatiled {

void jointBilateralOnCuda(const JointBilateralPlan& plan, const CudaSource& joint, const CudaCall& call)
{
    if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        launchJointBilateral<std::uint8_t>(plan, joint, call);
    else
        launchJointBilateral<float>(plan, joint, call);
}

}} // namespace cv::cudatiled
