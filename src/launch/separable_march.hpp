// SPDX-License-Identifier: Apache-2.0
// Separable correlations of floats whose images allow bulk copies of rows: separableMarchKernel.
#pragma once

#include "../plans/separable_plan.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// From 32F to 32F. Null if the window is no square of an odd side from 11 to 33, if its anchor's column is not the
// middle one, if the filter adds a delta, or if images have two channels.
CudaKernelPtr separableMarchFor(const SeparablePlan& plan);

}} // namespace cv::cudatiled
