// SPDX-License-Identifier: Apache-2.0
// Sums whose value must not depend on who adds, or on a compiler that contracts products and sums.
#pragma once

#include <cstdint>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Adds to a word of global memory without waiting for it. Other blocks may add to it too.
CUDATILED_HOST_DEVICE inline void addGlobal(std::uint32_t* global, std::uint32_t value)
{
#ifdef __CUDA_ARCH__
    atomicAdd(global, value);
#else
    *global += value;
#endif
}

// A product that is rounded before it is added to something.
CUDATILED_HOST_DEVICE inline double roundedProduct(double a, double b)
{
#ifdef __CUDA_ARCH__
    return __dmul_rn(a, b);
#else
    return a * b;
#endif
}

}} // namespace cv::cudatiled
