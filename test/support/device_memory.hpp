// SPDX-License-Identifier: Apache-2.0
// The memory of emulated devices.
#pragma once

#include <cuda_runtime.h>

namespace cudatiled_test {

// So many bytes are left, whatever other tests have kept. setDeviceMemory(0) takes the limit away.
inline void leaveDeviceMemory(std::size_t bytes)
{
    std::size_t free = 0, total = 0;
    cudaMemGetInfo(&free, &total);
    cuda_on_cpu::setDeviceMemory(total - free + bytes);
}

} // namespace cudatiled_test
