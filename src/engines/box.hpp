// SPDX-License-Identifier: Apache-2.0
// The engine of means and sums of rectangles.
#pragma once

#include "cuda_images.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct BoxPlan : ImagePlan
{
    bool normalize = true;
    std::size_t sharedMemory = 0; // bytes that a block may have on any device; see prepareForCuda

    // cv::boxFilter shrinks the box to one row (column) for isolated images of one row (column).
    BoxPlan forImage(cv::Size size) const;
};

void prepareForCuda(BoxPlan& plan);
void runOnCuda(const BoxPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
