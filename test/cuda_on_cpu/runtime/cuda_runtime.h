// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA runtime that the library uses, on the CPU: device memory is host memory, a launch runs the kernel in the emulator
// before it returns. With this header in place of CUDA's, the whole CUDA backend compiles with g++ or clang and is tested without a GPU.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "../cuda_on_cpu.hpp"

enum cudaError_t
{
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInsufficientDriver = 35,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorInvalidPtx = 218,
    cudaErrorUnsupportedPtxVersion = 222,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorAssert = 710,
    cudaErrorHardwareStackError = 714,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorInvalidAddressSpace = 717,
    cudaErrorInvalidPc = 718,
    cudaErrorLaunchFailure = 719
};

enum cudaMemcpyKind
{
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3
};

enum cudaFuncAttribute
{
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8
};

enum cudaDeviceAttr
{
    cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};

struct CUstream_st;
using cudaStream_t = CUstream_st*;

struct CUevent_st;
using cudaEvent_t = CUevent_st*;

enum cudaLaunchAttributeID
{
    cudaLaunchAttributeProgrammaticStreamSerialization = 6
};

union cudaLaunchAttributeValue {
    int programmaticStreamSerializationAllowed;
};

struct cudaLaunchAttribute
{
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};

struct cudaLaunchConfig_t
{
    dim3 gridDim, blockDim;
    std::size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute* attrs;
    unsigned numAttrs;
};

struct cudaFuncAttributes
{
    int ptxVersion;
};

struct cudaDeviceProp
{
    char name[256];
    int major, minor;
};

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaGetLastError();
const char* cudaGetErrorString(cudaError_t error);
const char* cudaGetErrorName(cudaError_t error);
cudaError_t cudaMalloc(void** memory, std::size_t bytes);
cudaError_t cudaMallocPitch(void** memory, std::size_t* step, std::size_t rowBytes, std::size_t rows);
cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFree(void* memory);
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toStep, const void* from, std::size_t fromStep,
                              std::size_t rowBytes, std::size_t rows, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to);
cudaError_t cudaEventDestroy(cudaEvent_t event);

template <class Kernel> cudaError_t cudaFuncSetAttribute(Kernel*, cudaFuncAttribute, int)
{
    return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel);

namespace cuda_on_cpu {

// How often each function above was called.
std::map<std::string, int>& calls();

// Bytes of shared memory that a block may have, as the device says from now on: 227 KB before the first call.
void setSharedMemory(int bytes);

// Makes the next call of a function fail, once.
void failNext(const std::string& function, cudaError_t error);

// From now on called before each launch, which runs if it returns true; an empty function ends that.
void watchLaunches(std::function<bool(const void* kernel, dim3 grid)> watcher);
bool mayRun(const void* kernel, dim3 grid);

// Grid and block of the next launch, in one of the thread orders, by turns.
Launch nextLaunch(dim3 grid, dim3 block);
cudaError_t launchError(std::size_t sharedBytes);

// A launch before earlier work is done wants a kernel that waits for it.
void runEarly(const char* name, const Launch& how, const std::function<void()>& run);

template <class Arguments>
cudaError_t launchFrom(const char* name, const cudaLaunchConfig_t* config, void (*kernel)(Arguments),
                       const Arguments& arguments)
{
    if (const cudaError_t error = launchError(config->dynamicSmemBytes))
        return error;
    if (!mayRun(reinterpret_cast<const void*>(kernel), config->gridDim))
        return cudaSuccess;
    const Launch how = nextLaunch(config->gridDim, config->blockDim);
    const auto run = [&] {
        launch(name, how, kernel, arguments);
    };
    if (config->numAttrs == 1 && config->attrs->val.programmaticStreamSerializationAllowed)
        runEarly(name, how, run);
    else
        run();
    return cudaSuccess;
}

} // namespace cuda_on_cpu

// The emulator wants the kernel's name, which the place of the launch has in `kernelName` for its error messages.
#define cudaLaunchKernelEx(...) ::cuda_on_cpu::launchFrom(kernelName, __VA_ARGS__)
