// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime on the CPU: what it says of the device, errors, launches and copies.
#include "cuda_runtime.h"

#include <cstdio>
#include <stdexcept>

#include "allocations.hpp"
#include "calls.hpp"
#include "streams.hpp"

namespace cuda_on_cpu {

namespace {

std::map<std::string, cudaError_t> failures;
thread_local cudaError_t lastError = cudaSuccess;
unsigned launches = 0;
int sharedMemory = 227 * 1024;
std::function<bool(const void*, dim3)> watcher;

void copyRows(void* to, std::size_t toStep, const void* from, std::size_t fromStep, std::size_t rowBytes,
              std::size_t rows)
{
    for (std::size_t y = 0; y < rows; ++y)
        std::memcpy(static_cast<char*>(to) + y * toStep, static_cast<const char*>(from) + y * fromStep, rowBytes);
}

// As in CUDA, host memory that is not page-locked is read or written before the call returns.
void giveCopy(cudaStream_t stream, void* to, const void* from, const std::function<void()>& copy)
{
    const Lock lock(mutex());
    const cudaMemoryType toType = typeOf(to), fromType = typeOf(from);
    if (toType == cudaMemoryTypeUnregistered || fromType == cudaMemoryTypeUnregistered)
    {
        finish(stream);
        return copy();
    }
    giveWork(stream, [=] {
        if (typeOf(to) != toType || typeOf(from) != fromType)
            throw std::runtime_error("memory was freed or unregistered before a stream has copied it");
        copy();
    });
}

} // namespace

std::recursive_mutex& mutex()
{
    static std::recursive_mutex& theMutex = *new std::recursive_mutex; // never destroyed, as what it protects
    return theMutex;
}

cudaError_t called(const char* function)
{
    const Lock lock(mutex());
    ++calls()[function];
    const auto failure = failures.find(function);
    if (failure == failures.end())
        return cudaSuccess;
    const cudaError_t error = failure->second;
    failures.erase(failure);
    return failed(error);
}

cudaError_t failed(cudaError_t error)
{
    return lastError = error;
}

std::map<std::string, int>& calls()
{
    static std::map<std::string, int>& counts = *new std::map<std::string, int>; // as images may be freed at exit
    return counts;
}

void setSharedMemory(int bytes)
{
    sharedMemory = bytes;
    setBulkCopies(bytes >= 227 * 1024); // those with so much have compute capability 9.0
}

void failNext(const std::string& function, cudaError_t error)
{
    const Lock lock(mutex());
    failures[function] = error;
}

void watchLaunches(std::function<bool(const void* kernel, dim3 grid)> newWatcher)
{
    const Lock lock(mutex());
    watcher = std::move(newWatcher);
}

bool mayRun(const void* kernel, dim3 grid)
{
    const Lock lock(mutex());
    return !watcher || watcher(kernel, grid);
}

Launch nextLaunch(dim3 grid, dim3 block)
{
    static const ThreadOrder orders[] = {ThreadOrder::Forward, ThreadOrder::Reverse, ThreadOrder::Shuffled};
    const Lock lock(mutex());
    const unsigned number = launches++;
    return {grid, block, orders[number % 3], number};
}

cudaError_t launchError(std::size_t sharedBytes)
{
    const cudaError_t error = called("cudaLaunchKernelEx");
    if (error == cudaSuccess && sharedBytes > static_cast<std::size_t>(sharedMemory))
        return failed(cudaErrorInvalidValue);
    return error;
}

void runEarly(const char* name, const Launch& how, const std::function<void()>& run)
{
    const std::size_t before = dependenciesAwaited();
    run();
    const dim3 &grid = how.grid, &block = how.block;
    const std::size_t ofColumn = std::size_t(grid.y) * grid.z * block.x * block.y * block.z;
    const std::size_t awaited = dependenciesAwaited() - before;
    if (awaited != grid.x * ofColumn && awaited != ofColumn) // siblings: see EarlierWork
        throw std::runtime_error(std::string(name) + ": not every thread waits, once, for work before the launch");
}

} // namespace cuda_on_cpu

using namespace cuda_on_cpu;

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
    properties->major = hasBulkCopies() ? 9 : 8;
    properties->minor = 0;
    return called("cudaGetDeviceProperties");
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int)
{
    *value = attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? sharedMemory : 0; // tells nothing of its memory
    return called("cudaDeviceGetAttribute");
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*)
{
    attributes->ptxVersion = 90;
    return called("cudaFuncGetAttributes");
}

cudaError_t cudaGetLastError()
{
    const cudaError_t error = lastError;
    lastError = cudaSuccess;
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

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind)
{
    std::memcpy(to, from, bytes);
    return called("cudaMemcpy");
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream)
{
    if (const cudaError_t error = called("cudaMemcpyAsync"))
        return error;
    giveCopy(stream, to, from, [=] { std::memcpy(to, from, bytes); });
    return cudaSuccess;
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toStep, const void* from, std::size_t fromStep,
                              std::size_t rowBytes, std::size_t rows, cudaMemcpyKind, cudaStream_t stream)
{
    if (toStep < rowBytes || fromStep < rowBytes)
        return failed(cudaErrorInvalidPitchValue);
    if (const cudaError_t error = called("cudaMemcpy2DAsync"))
        return error;
    giveCopy(stream, to, from, [=] { copyRows(to, toStep, from, fromStep, rowBytes, rows); });
    return cudaSuccess;
}
