// SPDX-License-Identifier: Apache-2.0
// The engine of 2-D correlations: Linear, Sharpen, Emboss.
#pragma once

#include "../core/tap_sums.hpp"
#include "cuda_images.hpp"
#include "dense_band.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + sum of kernel(j, i) * src(x + i - anchor.x, y + j - anchor.y)
struct Conv2dPlan : ImagePlan
{
    cv::Mat kernel; // CV_32FC1, continuous
    float delta = 0;
    TapSums sums;                                  // see prepareForCuda
    std::shared_ptr<const DeviceTable> storedTaps; // see prepareForCuda
    DenseBands bands;                              // see prepareForCuda
};

// Sums up the taps; puts those that do not fit into the arguments of a kernel into the memory of the current device.
void prepareForCuda(Conv2dPlan& plan);

void runOnCuda(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
