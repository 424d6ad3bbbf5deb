// SPDX-License-Identifier: Apache-2.0
// Joint bilateral filters of two images on CUDA.
#include "joint_bilateral.hpp"

#include "../core/dispatch.hpp"
#include "../launch/bilateral.cuh"

namespace cv { namespace cudatiled {

void jointBilateralOnCuda(const JointBilateralPlan& plan, const CudaSource& joint, const CudaCall& call)
{
    withDepth(CV_MAT_DEPTH(plan.srcType), ByteOrFloatTypes{},
              [&](auto depth) { launchJointBilateral<typename decltype(depth)::type>(plan, joint, call); });
}

}} // namespace cv::cudatiled
