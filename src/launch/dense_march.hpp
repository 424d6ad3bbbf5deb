// SPDX-License-Identifier: Apache-2.0
// Dense correlations of floats whose images allow bulk copies of rows: denseMarchKernel.
#pragma once

#include "../plans/conv2d_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// From 32F to 32F, where no tap is 0. Null if the window is no square of 7, 9 or 11, if its anchor's column is not the
// middle one, if the filter adds a delta, or if images have two channels.
CudaKernelPtr denseMarchFor(const Conv2dPlan& plan);

}} // namespace cv::cudatiled
