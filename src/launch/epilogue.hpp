// SPDX-License-Identifier: Apache-2.0
// Which epilogue a kernel has: only correlations of integers with a scale need the second one.
#pragma once

#include <algorithm>
#include <cmath>

#include "../core/epilogue.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Calls make(epilogue); null if a scale is wanted of kernels that have none.
template <class Real, bool CanScale = true, class Make>
CudaKernelPtr withEpilogue(double scale, double delta, const Make& make)
{
    if (scale == 1)
        return make(AddDelta<Real>{static_cast<Real>(delta)});
    if constexpr (CanScale)
        return make(ScaleAddDelta<Real>{static_cast<Real>(scale), static_cast<Real>(delta)});
    return nullptr;
}

// The largest magnitude on the way from sums of at most `largestSum` to results.
inline double largestWithEpilogue(double largestSum, double scale, double delta)
{
    return largestSum * std::max(std::abs(scale), 1.) + std::abs(delta);
}

}} // namespace cv::cudatiled
