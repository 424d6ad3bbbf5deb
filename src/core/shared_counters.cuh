// SPDX-License-Identifier: Apache-2.0
// Words in shared memory that many threads change, and what they were before.
#pragma once

#include <cstdint>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

CUDATILED_HOST_DEVICE inline std::uint32_t fetchAddShared(std::uint32_t* shared, std::uint32_t value)
{
#ifdef __CUDA_ARCH__
    return atomicAdd(shared, value);
#else
    const std::uint32_t before = *shared;
    *shared = before + value;
    return before;
#endif
}

CUDATILED_HOST_DEVICE inline std::uint32_t fetchAndShared(std::uint32_t* shared, std::uint32_t mask)
{
#ifdef __CUDA_ARCH__
    return atomicAnd(shared, mask);
#else
    const std::uint32_t before = *shared;
    *shared = before & mask;
    return before;
#endif
}

}} // namespace cv::cudatiled
