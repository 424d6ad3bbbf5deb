// SPDX-License-Identifier: Apache-2.0
// The engine of medians.
#pragma once

#include "cuda_images.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The median of ksize.width x ksize.width pixels, odd; borders are isolated and replicated, as in cv::medianBlur.
struct MedianPlan : ImagePlan
{
    bool cutsWindows = false; // instead: of n pixels inside the image the one that n / 2 others stand before, as in cv::cuda
    std::size_t sharedMemory = 0; // bytes that a block may have on any device; see prepareForCuda
};

void prepareForCuda(MedianPlan& plan);
void runOnCuda(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
