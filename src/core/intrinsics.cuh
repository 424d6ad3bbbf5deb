// SPDX-License-Identifier: Apache-2.0
// Special instructions of the device, each with a twin in plain C++ that computes the same bits.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Nearest integer, ties to even; |value| < 2^31.
CUDATILED_HOST_DEVICE inline int roundToInt(float value)
{
#ifdef __CUDA_ARCH__
    return __float2int_rn(value);
#else
    return static_cast<int>(std::nearbyint(value));
#endif
}

}} // namespace cv::cudatiled
