// SPDX-License-Identifier: Apache-2.0
// 8-bit correlations whose images allow bulk copies of rows: mmaMarchU8Kernel.
#pragma once

#include "../plans/conv2d_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Null if the kernel is larger than 11 x 11 or small enough for slidingWindowKernel, if its columns are not centred, if
// its taps have no matrices, or delta is not exact in integers.
CudaKernelPtr mmaMarchU8For(const Conv2dPlan& plan);

}} // namespace cv::cudatiled
