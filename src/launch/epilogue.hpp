// SPDX-License-Identifier: Apache-2.0
// Which epilogue a kernel has: a scale of floats is in their taps.
#pragma once

#include <algorithm>
#include <cmath>

#include "../core/epilogue.hpp"
#include "cuda_kernel.hpp"

namespace cv { namespace cudatiled {

// Calls make(epilogue); null if a scale is wanted of kernels that have none.
template <bool CanScale, class Make> CudaKernelPtr withEpilogue(double scale, double delta, const Make& make)
{
    if constexpr (CanScale)
        return make(ScaleAddDelta<float>{static_cast<float>(scale), static_cast<float>(delta)});
    else
        return scale == 1 ? make(AddDelta<float>{static_cast<float>(delta)}) : nullptr;
}

// The same for kernels with an instance of their own where there is no scale: with a scale of 1, sliding windows of 5x5
// over 16 bits took 4 % longer.
template <bool CanScale, class Make> CudaKernelPtr withLeastEpilogue(double scale, double delta, const Make& make)
{
    return scale == 1 ? withEpilogue<false>(scale, delta, make) : withEpilogue<CanScale>(scale, delta, make);
}

// The largest magnitude on the way from sums of at most `largestSum` to results.
inline double largestWithEpilogue(double largestSum, double scale, double delta)
{
    return largestSum * std::max(std::abs(scale), 1.) + std::abs(delta);
}

}} // namespace cv::cudatiled
