// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window that take several kernels, with images in scratch memory between them.
#pragma once

#include "../plans/local_statistics_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

// Wiener filter whose noise is the mean of the variances.
CudaKernelPtr wienerInSteps(const LocalStatisticsPlan& plan);

// Integer results of a statistic whose floats other kernels make.
CudaKernelPtr roundedInSteps(const LocalStatisticsPlan& plan);

}} // namespace cv::cudatiled
