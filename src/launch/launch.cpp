// SPDX-License-Identifier: Apache-2.0
// How a kernel may be launched, and what to say when it could not be.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

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

bool awaitsEarlierWork(const void* kernel)
{
    static std::atomic<std::uint64_t> asked, awaits; // a bit for each device
    int device = 0;
    cudaGetDevice(&device);
    if (device >= 64)
        return false;
    const std::uint64_t bit = std::uint64_t(1) << device;
    if (!(asked & bit))
    {
        constexpr int kDriverOfGraphs = 12030; // whose graphs take such launches
        cudaFuncAttributes attributes{};
        int driver = 0;
        if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess || cudaDriverGetVersion(&driver) != cudaSuccess)
        {
            cudaGetLastError(); // the launch will say it
            return false;
        }
        if (attributes.ptxVersion >= 90 && driver >= kDriverOfGraphs)
            awaits |= bit;
        asked |= bit;
    }
    return (awaits & bit) != 0;
}

bool logsLaunches()
{
    static const bool logs = [] {
        const char* const value = std::getenv("CUDATILED_LOG");
        const std::string name = value ? value : "";
        CUDATILED_REQUIRE(name.empty() || name == "launches", "CUDATILED_LOG", StsBadArg,
                          "is \"%s\"; it must be launches", name.c_str());
        return !name.empty();
    }();
    return logs;
}

void logLaunch(const char* kernelName, dim3 grid, dim3 block, std::size_t dynamicSharedBytes)
{
    std::fprintf(stderr, "cudatiled: %s, grid %u x %u x %u, block %u x %u x %u, %zu bytes of dynamic shared memory\n",
                 kernelName, grid.x, grid.y, grid.z, block.x, block.y, block.z, dynamicSharedBytes);
}

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
