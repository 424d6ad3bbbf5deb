// SPDX-License-Identifier: Apache-2.0
// Large boxes of integers whose images have whole chunks: boxMarchKernel.
#pragma once

#include "../plans/box_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// From 8U, 16U and 16S to the same depth: the sum, of less than 31 bits, times `scale`. Null for boxes that other
// kernels filter faster in all images, or that the kernel cannot filter.
CudaKernelPtr boxMarchFor(const BoxPlan& plan, float scale);

// The same in large images of 16 bits, for boxes whose last column lies 7, 15, 23 … pixels behind their anchor.
CudaKernelPtr boxMarchOfLargeFor(const BoxPlan& plan, float scale);

}} // namespace cv::cudatiled
