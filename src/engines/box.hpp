// SPDX-License-Identifier: Apache-2.0
// The engine of means and sums of rectangles.
#pragma once

#include "cuda_images.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct BoxPlan : ImagePlan
{
    bool normalize = true;

    // cv::boxFilter shrinks the box to one row (column) for isolated images of one row (column).
    BoxPlan forImage(cv::Size size) const;
};

inline void prepareForCuda(BoxPlan&)
{} // no taps

void runOnCuda(const BoxPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
