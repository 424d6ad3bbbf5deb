// SPDX-License-Identifier: Apache-2.0
// Statistics of the pixels in a window that take several kernels, with images in scratch memory between them.
#pragma once

#include "../core/dispatch.hpp"
#include "../plans/local_statistics_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

// Wiener filter whose noise is the mean of the variances.
CudaKernelPtr wienerInSteps(const LocalStatisticsPlan& plan);

// Results in 16F of other depths are floats first, which roundedInSteps rounds.
template <class S, class D> constexpr bool kIsRoundedLater = std::is_same_v<D, Half> && !std::is_same_v<S, Half>;

// Rounds the floats of a statistic, which other kernels make: to integers, or to 16F of other depths.
CudaKernelPtr roundedInSteps(const LocalStatisticsPlan& plan);

}} // namespace cv::cudatiled
