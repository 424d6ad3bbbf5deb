// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA runtime that the library uses, on the CPU: device memory is host memory, kernels run in the
// emulator. With this header in place of CUDA's, the whole CUDA backend compiles with g++ or clang and is tested
// without a GPU.
//
// The null stream does its work before the call returns. A stream that cudaStreamCreateWithFlags made keeps its work
// until the host waits for some; then the streams' work runs in a random order that their events allow, and no more of
// it than the host waits for. So a missing wait shows in some order: repeat a test with several seeds of seedOrder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorAssert = 710,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorHardwareStackError = 714,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorInvalidAddressSpace = 717,
    cudaErrorInvalidPc = 718,
    cudaErrorLaunchFailure = 719,
    cudaErrorStreamCaptureUnsupported = 900
};

enum cudaMemcpyKind
{
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum cudaMemoryType
{
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes
{
    cudaMemoryType type;
};

enum cudaMemAllocationType
{
    cudaMemAllocationTypePinned = 1
};

enum cudaMemAllocationHandleType
{
    cudaMemHandleTypeNone = 0
};

enum cudaMemLocationType
{
    cudaMemLocationTypeDevice = 1
};

struct cudaMemLocation
{
    cudaMemLocationType type;
    int id;
};

struct cudaMemPoolProps
{
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
};

enum cudaMemPoolAttr
{
    cudaMemPoolAttrReleaseThreshold = 4
};

struct CUmemPoolHandle_st;
using cudaMemPool_t = CUmemPoolHandle_st*;

enum cudaStreamCaptureMode
{
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

enum cudaStreamCaptureStatus
{
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1
};

constexpr unsigned cudaStreamNonBlocking = 1;
constexpr unsigned cudaEventDefault = 0, cudaEventDisableTiming = 2;
constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1;
constexpr unsigned cudaHostRegisterDefault = 0, cudaHostRegisterPortable = 1;

enum cudaFuncAttribute
{
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8
};

enum cudaDeviceAttr
{
    cudaDevAttrMultiProcessorCount = 16,
    cudaDevAttrMemoryClockRate = 36,
    cudaDevAttrGlobalMemoryBusWidth = 37,
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
cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream);
cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t bytes);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total);
cudaError_t cudaFree(void* memory);
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream);
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void* memory);
cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void* memory);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address);
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toStep, const void* from, std::size_t fromStep,
                              std::size_t rowBytes, std::size_t rows, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status);
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
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

// Device memory that may be in use at a time; 0, as before the first call, for any amount.
void setDeviceMemory(std::size_t bytes);

// What cudaStreamIsCapturing says of every stream from now on. Nothing is captured, but a thread may not make a memory
// pool then unless its mode is relaxed.
void setCapturing(bool capturing);

// Begins anew with the random order in which streams do their work.
void seedOrder(std::uint64_t seed);

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

// Lets a stream do this after its earlier work: see above when.
void giveWork(cudaStream_t stream, std::function<void()> work);

// The kernel may run after this call has returned, so that its arguments and its name are copied.
template <class Arguments>
cudaError_t launchFrom(const char* name, const cudaLaunchConfig_t* config, void (*kernel)(Arguments),
                       const Arguments& arguments)
{
    if (const cudaError_t error = launchError(config->dynamicSmemBytes))
        return error;
    if (!mayRun(reinterpret_cast<const void*>(kernel), config->gridDim))
        return cudaSuccess;
    const Launch how = nextLaunch(config->gridDim, config->blockDim);
    const bool early = config->numAttrs == 1 && config->attrs->val.programmaticStreamSerializationAllowed;
    giveWork(config->stream, [name = std::string(name), how, early, kernel, arguments] {
        const auto run = [&] {
            launch(name.c_str(), how, kernel, arguments);
        };
        if (early)
            runEarly(name.c_str(), how, run);
        else
            run();
    });
    return cudaSuccess;
}

} // namespace cuda_on_cpu

// The emulator wants the kernel's name, which the place of the launch has in `kernelName` for its error messages.
#define cudaLaunchKernelEx(...) ::cuda_on_cpu::launchFrom(kernelName, __VA_ARGS__)
