// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window that take several kernels, with images in scratch memory between them.
#pragma once

#include "../plans/local_statistics_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

// Wiener with the mean of the variances for the noise.
CudaKernelPtr wienerInSteps(const LocalStatisticsPlan& plan);

// Integers of a statistic that other kernels make as floats.
CudaKernelPtr roundedInSteps(const LocalStatisticsPlan& plan);

}} // namespace cv::cudatiled
