// SPDX-License-Identifier: Apache-2.0
// Launches a kernel on a stream of the device or, compiled by a host compiler, in the emulator. Include it before
// kernels.
#pragma once

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#ifndef __CUDACC__
#include <texture.hpp>
#endif

namespace perf { namespace lab {

struct Launcher
{
    cudaStream_t stream;

    template <class... Parameters, class... Arguments>
    void operator()(const char* name, dim3 grid, dim3 block, void (*kernel)(Parameters...),
                    Arguments... arguments) const
    {
#ifdef __CUDACC__
        kernel<<<grid, block, 0, stream>>>(arguments...);
        const cudaError_t error = cudaGetLastError();
        if (error != cudaSuccess)
            throw std::runtime_error(std::string(name) + " could not be launched: " + cudaGetErrorString(error));
#else
        cuda_on_cpu::launch(name, {grid, block}, kernel, arguments...);
#endif
    }
};

}} // namespace perf::lab
