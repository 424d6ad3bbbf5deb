// SPDX-License-Identifier: Apache-2.0
// The engine of means and sums of rectangles.
#pragma once

#include "cuda_kernel.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct BoxPlan : ImagePlan
{
    bool normalize = true;

    // cv::boxFilter shrinks the box to one row (column) for isolated images of one row (column).
    BoxPlan forImage(cv::Size size) const;
};

CudaKernels kernelsFor(const BoxPlan& plan);
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
