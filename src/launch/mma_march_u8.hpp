// SPDX-License-Identifier: Apache-2.0
// Correlations of bytes and of integers of 16 bits whose images allow bulk copies of rows: mmaMarchU8Kernel.
#pragma once

#include "../plans/conv2d_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Null if the kernel fits into 3 x 3, if its rows are more than 11 or its columns do not fit into a centred square of
// 11 x 11, if its taps have no matrices, or if delta is not exact in integers.
template <class S> CudaKernelPtr mmaMarchU8For(const Conv2dPlan& plan);

}} // namespace cv::cudatiled
