// SPDX-License-Identifier: Apache-2.0
// The engine of 2-D correlations: Linear, Sharpen, Emboss, and Laplacians of 3x3.
#pragma once

#include "cuda_kernel.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + sum of kernel(j, i) * src(x + i - anchor.x, y + j - anchor.y)
struct Conv2dPlan : ImagePlan
{
    cv::Mat kernel; // CV_32FC1, continuous
    float delta = 0;
};

CudaKernels kernelsFor(const Conv2dPlan& plan);
void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
