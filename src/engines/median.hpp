// SPDX-License-Identifier: Apache-2.0
// The engine of medians.
#pragma once

#include "cuda_kernel.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The median of ksize.width x ksize.width pixels, odd; borders are isolated and replicated, as in cv::medianBlur.
struct MedianPlan : ImagePlan
{
    bool cutsWindows = false; // instead: of n pixels inside the image the one that n / 2 others stand before, as in cv::cuda
};

CudaKernels kernelsFor(const MedianPlan& plan);
void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
