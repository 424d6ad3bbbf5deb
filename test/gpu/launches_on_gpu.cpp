// SPDX-License-Identifier: Apache-2.0
// The launches on a GPU: the linker sends every call of cudaLaunchKernelExC to __wrap_cudaLaunchKernelExC, from where
// __real_cudaLaunchKernelExC is the runtime's own (ld --wrap).
#include "../support/launches.hpp"

#include <functional>

#include <cuda_runtime_api.h>

namespace {

std::function<bool(const void* kernel, dim3 grid)> watcher;

} // namespace

extern "C" cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                                  void** arguments);
extern "C" cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                                  void** arguments);

extern "C" cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                                  void** arguments)
{
    if (watcher && !watcher(kernel, config->gridDim))
        return cudaSuccess;
    return __real_cudaLaunchKernelExC(config, kernel, arguments);
}

namespace cudatiled_test {

LaunchWatch::LaunchWatch(bool withhold)
{
    watcher = [this, withhold](const void* kernel, dim3 grid) {
        launches_.push_back({kernel, static_cast<long>(grid.x) * grid.y * grid.z});
        return !withhold;
    };
}

LaunchWatch::~LaunchWatch()
{
    watcher = nullptr;
}

} // namespace cudatiled_test
