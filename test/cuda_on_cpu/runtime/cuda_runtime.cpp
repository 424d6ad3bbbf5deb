// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime on the CPU.
#include "cuda_runtime.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

// Work is done when its call returns, so that an event happens when it is recorded.
struct CUevent_st
{
    std::chrono::steady_clock::time_point recorded;
};

namespace cuda_on_cpu {

namespace {

std::map<std::string, cudaError_t> failures;
cudaError_t lastError = cudaSuccess;
unsigned launches = 0;
int sharedMemory = 227 * 1024;
std::function<bool(const void*, dim3)> watcher;

// Counts a call and tells how it ends.
cudaError_t called(const char* function)
{
    ++calls()[function];
    const auto failure = failures.find(function);
    if (failure == failures.end())
        return cudaSuccess;
    lastError = failure->second;
    failures.erase(failure);
    return lastError;
}

cudaError_t allocate(const char* function, void** memory, std::size_t bytes)
{
    if (const cudaError_t error = called(function))
        return error;
    if (posix_memalign(memory, 512, bytes) == 0) // as CUDA aligns images
        return cudaSuccess;
    *memory = nullptr;
    return lastError = cudaErrorMemoryAllocation;
}

} // namespace

std::map<std::string, int>& calls()
{
    static std::map<std::string, int> counts;
    return counts;
}

void setSharedMemory(int bytes)
{
    sharedMemory = bytes;
}

void failNext(const std::string& function, cudaError_t error)
{
    failures[function] = error;
}

void watchLaunches(std::function<bool(const void* kernel, dim3 grid)> newWatcher)
{
    watcher = std::move(newWatcher);
}

bool mayRun(const void* kernel, dim3 grid)
{
    return !watcher || watcher(kernel, grid);
}

Launch nextLaunch(dim3 grid, dim3 block)
{
    static const ThreadOrder orders[] = {ThreadOrder::Forward, ThreadOrder::Reverse, ThreadOrder::Shuffled};
    const unsigned number = launches++;
    return {grid, block, orders[number % 3], number};
}

cudaError_t launchError(std::size_t sharedBytes)
{
    const cudaError_t error = called("cudaLaunchKernelEx");
    if (error == cudaSuccess && sharedBytes > static_cast<std::size_t>(sharedMemory))
        return lastError = cudaErrorInvalidValue;
    return error;
}

void runEarly(const char* name, const Launch& how, const std::function<void()>& run)
{
    const std::size_t before = dependenciesAwaited();
    run();
    const dim3 &grid = how.grid, &block = how.block;
    const std::size_t threads = std::size_t(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
    if (dependenciesAwaited() - before != threads)
        throw std::runtime_error(std::string(name) + ": not every thread waits, once, for work before the launch");
}

} // namespace cuda_on_cpu

using cuda_on_cpu::called;

cudaError_t cudaGetDeviceCount(int* count)
{
    *count = 1;
    return called("cudaGetDeviceCount");
}

cudaError_t cudaDriverGetVersion(int* version)
{
    *version = 13000;
    return called("cudaDriverGetVersion");
}

cudaError_t cudaGetDevice(int* device)
{
    *device = 0;
    return called("cudaGetDevice");
}

cudaError_t cudaSetDevice(int)
{
    return called("cudaSetDevice");
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int)
{
    std::snprintf(properties->name, sizeof(properties->name), "CUDA on the CPU");
    properties->major = 9; // what the newest kernels are for
    properties->minor = 0;
    return called("cudaGetDeviceProperties");
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int)
{
    *value = cuda_on_cpu::sharedMemory;
    return called("cudaDeviceGetAttribute");
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*)
{
    attributes->ptxVersion = 90;
    return called("cudaFuncGetAttributes");
}

cudaError_t cudaGetLastError()
{
    const cudaError_t error = cuda_on_cpu::lastError;
    cuda_on_cpu::lastError = cudaSuccess;
    return error;
}

const char* cudaGetErrorString(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "out of memory" : "an error";
}

const char* cudaGetErrorName(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? "cudaErrorMemoryAllocation" : "cudaError";
}

cudaError_t cudaMalloc(void** memory, std::size_t bytes)
{
    return cuda_on_cpu::allocate("cudaMalloc", memory, bytes);
}

cudaError_t cudaMallocPitch(void** memory, std::size_t* step, std::size_t rowBytes, std::size_t rows)
{
    *step = (rowBytes + 31) / 32 * 32;
    return cuda_on_cpu::allocate("cudaMallocPitch", memory, *step * rows);
}

cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t)
{
    return cuda_on_cpu::allocate("cudaMallocAsync", memory, bytes);
}

cudaError_t cudaFree(void* memory)
{
    std::free(memory);
    return called("cudaFree");
}

cudaError_t cudaFreeAsync(void* memory, cudaStream_t)
{
    std::free(memory);
    return called("cudaFreeAsync");
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind)
{
    std::memcpy(to, from, bytes);
    return called("cudaMemcpy");
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toStep, const void* from, std::size_t fromStep,
                              std::size_t rowBytes, std::size_t rows, cudaMemcpyKind, cudaStream_t)
{
    if (toStep < rowBytes || fromStep < rowBytes)
        return cuda_on_cpu::lastError = cudaErrorInvalidPitchValue;
    for (std::size_t y = 0; y < rows; ++y)
        std::memcpy(static_cast<char*>(to) + y * toStep, static_cast<const char*>(from) + y * fromStep, rowBytes);
    return called("cudaMemcpy2DAsync");
}

cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return called("cudaStreamSynchronize");
}

cudaError_t cudaEventCreate(cudaEvent_t* event)
{
    const cudaError_t error = called("cudaEventCreate");
    *event = error == cudaSuccess ? new CUevent_st : nullptr;
    return error;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t)
{
    event->recorded = std::chrono::steady_clock::now();
    return called("cudaEventRecord");
}

cudaError_t cudaEventSynchronize(cudaEvent_t)
{
    return called("cudaEventSynchronize");
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    *milliseconds = std::chrono::duration<float, std::milli>(to->recorded - from->recorded).count();
    return called("cudaEventElapsedTime");
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    return called("cudaEventDestroy");
}
