// SPDX-License-Identifier: Apache-2.0
// Sums over the lanes of a warp. For kernels alone: host code has no lanes.
#pragma once

#include <cstdint>

namespace cv { namespace cudatiled {

// value + that of the lane `distance` before, if there is one. By all lanes of a warp.
__device__ inline std::uint32_t plusLaneBefore(std::uint32_t value, int distance)
{
#ifdef __CUDA_ARCH__
    asm volatile("{\n\t"
                 ".reg .pred exists;\n\t"
                 ".reg .b32 other;\n\t"
                 "shfl.sync.up.b32 other|exists, %0, %1, 0, -1;\n\t"
                 "@exists add.u32 %0, %0, other;\n\t"
                 "}"
                 : "+r"(value)
                 : "r"(distance));
    return value;
#else
    const std::uint32_t other = __shfl_up_sync(0xffffffffu, value, static_cast<unsigned>(distance));
    return static_cast<int>(threadIdx.x % 32) >= distance ? value + other : value;
#endif
}

}} // namespace cv::cudatiled
