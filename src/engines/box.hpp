// SPDX-License-Identifier: Apache-2.0
// The engine of means and sums of rectangles.
#pragma once

#include "separable.hpp"

namespace cv { namespace cudatiled {

struct BoxPlan : ImagePlan
{
    bool normalize = true;
    bool integer = true;    // whether the sum of a box fits into 31 bits
    SeparablePlan floating; // the same box in float, for CUDA where it does not

    // cv::boxFilter shrinks the box to one row (column) for isolated images of one row (column).
    BoxPlan forImage(cv::Size size) const;
};

// Puts taps that do not fit into the arguments of a kernel into the memory of the current device.
void prepareForCuda(BoxPlan& plan);

void runOnCuda(const BoxPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
