// SPDX-License-Identifier: Apache-2.0
// What to say when a kernel could not be launched.
#include <cstdint>

#include "../core/cuda_error.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// The errors that a launch itself can have; all others were there before.
bool isLaunchError(cudaError_t error)
{
    switch (error)
    {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorMemoryAllocation: return true;
    default: return false;
    }
}

} // namespace

[[noreturn]] void failLaunch(cudaError_t error, const char* kernelName, std::int64_t blocks)
{
    cudaGetLastError(); // the exception reports it: leave nothing behind for the caller to trip over
    const std::string what = cv::format("%s (%s)", cudaGetErrorString(error), cudaGetErrorName(error));
    if (!isLaunchError(error))
        CUDATILED_FAIL(kApply, GpuApiCallError,
                       "%s was not launched, because CUDA was in error already, from earlier work of this process: %s",
                       kernelName, what.c_str());
    if (error == cudaErrorNoKernelImageForDevice)
        CUDATILED_FAIL(
            kApply, GpuApiCallError,
            "%s was compiled for other architectures than this device's; add it to CMAKE_CUDA_ARCHITECTURES and "
            "build again: %s",
            kernelName, what.c_str());
    CUDATILED_FAIL(kApply, GpuApiCallError, "the launch of %lld blocks of %s failed: %s",
                   static_cast<long long>(blocks), kernelName, what.c_str());
}

}} // namespace cv::cudatiled
