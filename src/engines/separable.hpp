// SPDX-License-Identifier: Apache-2.0
// The engine of separable correlations with float taps: SeparableLinear, Sobel, and Gaussian and Box of the types that need it.
#pragma once

#include "../core/tap_sums.hpp"
#include "cuda_images.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + sum over j of columnKernel[j] * (sum over i of rowKernel[i] * src(x + i - anchor.x, y + j - anchor.y))
struct SeparablePlan : ImagePlan
{
    cv::Mat rowKernel, columnKernel; // CV_32FC1, one row each, continuous
    double delta = 0;
    TapSums sums;                                  // of the products of row and column taps; see prepareForCuda
    std::shared_ptr<const DeviceTable> storedTaps; // see prepareForCuda
    std::shared_ptr<const SeparablePlan> shorter;  // the same filter without outer taps that no result feels, if there are any
};

// Sums up the taps; puts those that do not fit into the arguments of a kernel into the memory of the current device; looks for a shorter plan.
void prepareForCuda(SeparablePlan& plan);

void runOnCuda(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const SeparablePlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
