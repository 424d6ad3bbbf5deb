// SPDX-License-Identifier: Apache-2.0
// 2-D correlations with more taps than the arguments of a kernel hold: registerTileKernel.
#pragma once

#include "../core/tap_sums.hpp"
#include "../plans/conv2d_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Null if the kernel has more than 31 rows or columns, or for depths that only conv2dKernel has.
CudaKernelPtr largeRegisterTileFor(const Conv2dPlan& plan, const TapSums& sums);

}} // namespace cv::cudatiled
