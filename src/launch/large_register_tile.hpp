// SPDX-License-Identifier: Apache-2.0
// 2-D correlations with more taps than the arguments of a kernel hold: registerTileKernel.
#pragma once

#include "../core/tap_sums.hpp"
#include "../plans/conv2d_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Null if the kernel has more than 31 rows or columns. The depths are 8U to 8U, 16S and 32F, and 16U, 16S, 32F and 16F
// to the same depth; null for others.
CudaKernelPtr largeRegisterTileFor(const Conv2dPlan& plan, const TapSums& sums);

}} // namespace cv::cudatiled
