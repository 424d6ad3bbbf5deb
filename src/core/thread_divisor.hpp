// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Divides numbers of up to `most` threads, by up to as many.
struct ThreadDivisor
{
    static constexpr int most = 256;
    std::uint16_t divisor;
    std::uint32_t inverse; // times 2^16, rounded up: too large by less than 2^-8 for a thread

    static ThreadDivisor of(int divisor)
    {
        return {static_cast<std::uint16_t>(divisor), static_cast<std::uint32_t>((0x10000 + divisor - 1) / divisor)};
    }
    CUDATILED_DEVICE int quotient(int thread) const { return static_cast<int>(thread * inverse >> 16); }
};

}} // namespace cv::cudatiled
