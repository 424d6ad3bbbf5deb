// SPDX-License-Identifier: Apache-2.0
// The engine of sums along a row or a column.
#pragma once

#include "cuda_kernel.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The sum of all ksize pixels, to 32S or 32F.
struct SumPlan : ImagePlan
{};

CudaKernels kernelsFor(const SumPlan& plan);
void runOnCpu(const SumPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
