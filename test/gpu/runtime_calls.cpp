// SPDX-License-Identifier: Apache-2.0
// The counted functions. CMakeLists.txt reads the lines that begin with COUNTED and has the linker send every call of
// such a function, cudaF, to __wrap_cudaF, from where __real_cudaF is the runtime's own (ld --wrap).
#include "runtime_calls.hpp"

#include <atomic>
#include <vector>

#include <cuda_runtime_api.h>

namespace {

struct Counter;

std::vector<Counter*>& counters()
{
    static std::vector<Counter*> all;
    return all;
}

struct Counter
{
    const char* function;
    std::atomic<int> calls{0};

    explicit Counter(const char* name) : function(name) { counters().push_back(this); }
};

} // namespace

namespace cudatiled_test {

std::map<std::string, int> runtimeCalls()
{
    std::map<std::string, int> calls;
    for (const Counter* counter : counters())
        if (counter->calls > 0)
            calls[counter->function] = counter->calls;
    return calls;
}

void resetRuntimeCalls()
{
    for (Counter* counter : counters())
        counter->calls = 0;
}

} // namespace cudatiled_test

#define COUNTED(function, parameters, arguments)                                                                       \
    static Counter counterOf_##function(#function);                                                                    \
    extern "C" cudaError_t __real_##function parameters;                                                               \
    extern "C" cudaError_t __wrap_##function parameters;                                                               \
    extern "C" cudaError_t __wrap_##function parameters                                                                \
    {                                                                                                                  \
        ++counterOf_##function.calls;                                                                                  \
        return __real_##function arguments;                                                                            \
    }

// clang-format off

COUNTED(cudaMalloc, (void** memory, size_t bytes), (memory, bytes))
COUNTED(cudaMallocHost, (void** memory, size_t bytes), (memory, bytes))
COUNTED(cudaMallocManaged, (void** memory, size_t bytes, unsigned flags), (memory, bytes, flags))
COUNTED(cudaMallocPitch, (void** memory, size_t* step, size_t width, size_t height), (memory, step, width, height))
COUNTED(cudaMalloc3D, (cudaPitchedPtr* memory, cudaExtent extent), (memory, extent))
COUNTED(cudaMallocArray, (cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height, unsigned flags), (array, format, width, height, flags))
COUNTED(cudaMallocAsync, (void** memory, size_t bytes, cudaStream_t stream), (memory, bytes, stream))
COUNTED(cudaMallocFromPoolAsync, (void** memory, size_t bytes, cudaMemPool_t pool, cudaStream_t stream), (memory, bytes, pool, stream))
COUNTED(cudaHostAlloc, (void** memory, size_t bytes, unsigned flags), (memory, bytes, flags))
COUNTED(cudaHostRegister, (void* memory, size_t bytes, unsigned flags), (memory, bytes, flags))
COUNTED(cudaFree, (void* memory), (memory))
COUNTED(cudaFreeHost, (void* memory), (memory))
COUNTED(cudaFreeArray, (cudaArray_t array), (array))
COUNTED(cudaFreeAsync, (void* memory, cudaStream_t stream), (memory, stream))

COUNTED(cudaDeviceSynchronize, (), ())
COUNTED(cudaStreamSynchronize, (cudaStream_t stream), (stream))
COUNTED(cudaStreamQuery, (cudaStream_t stream), (stream))
COUNTED(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags), (stream, event, flags))
COUNTED(cudaEventSynchronize, (cudaEvent_t event), (event))
COUNTED(cudaEventQuery, (cudaEvent_t event), (event))
COUNTED(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream), (event, stream))
COUNTED(cudaEventCreate, (cudaEvent_t* event), (event))
COUNTED(cudaEventCreateWithFlags, (cudaEvent_t* event, unsigned flags), (event, flags))
COUNTED(cudaStreamCreate, (cudaStream_t* stream), (stream))
COUNTED(cudaStreamCreateWithFlags, (cudaStream_t* stream, unsigned flags), (stream, flags))
COUNTED(cudaStreamDestroy, (cudaStream_t stream), (stream))

COUNTED(cudaMemcpy, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind), (to, from, bytes, kind))
COUNTED(cudaMemcpyAsync, (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream), (to, from, bytes, kind, stream))
COUNTED(cudaMemcpy2D, (void* to, size_t toStep, const void* from, size_t fromStep, size_t width, size_t height, cudaMemcpyKind kind), (to, toStep, from, fromStep, width, height, kind))
COUNTED(cudaMemcpy2DAsync, (void* to, size_t toStep, const void* from, size_t fromStep, size_t width, size_t height, cudaMemcpyKind kind, cudaStream_t stream), (to, toStep, from, fromStep, width, height, kind, stream))
COUNTED(cudaMemcpy3D, (const cudaMemcpy3DParms* what), (what))
COUNTED(cudaMemcpy3DAsync, (const cudaMemcpy3DParms* what, cudaStream_t stream), (what, stream))
COUNTED(cudaMemcpyToSymbol, (const void* to, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind), (to, from, bytes, offset, kind))
COUNTED(cudaMemcpyToSymbolAsync, (const void* to, const void* from, size_t bytes, size_t offset, cudaMemcpyKind kind, cudaStream_t stream), (to, from, bytes, offset, kind, stream))
COUNTED(cudaMemset, (void* memory, int value, size_t bytes), (memory, value, bytes))
COUNTED(cudaMemsetAsync, (void* memory, int value, size_t bytes, cudaStream_t stream), (memory, value, bytes, stream))
COUNTED(cudaMemset2D, (void* memory, size_t step, int value, size_t width, size_t height), (memory, step, value, width, height))
COUNTED(cudaMemset2DAsync, (void* memory, size_t step, int value, size_t width, size_t height, cudaStream_t stream), (memory, step, value, width, height, stream))

COUNTED(cudaLaunchKernel, (const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream), (kernel, grid, block, arguments, shared, stream))
COUNTED(cudaLaunchKernelExC, (const cudaLaunchConfig_t* config, const void* kernel, void** arguments), (config, kernel, arguments))
COUNTED(cudaLaunchCooperativeKernel, (const void* kernel, dim3 grid, dim3 block, void** arguments, size_t shared, cudaStream_t stream), (kernel, grid, block, arguments, shared, stream))
COUNTED(cudaLaunchHostFunc, (cudaStream_t stream, cudaHostFn_t function, void* data), (stream, function, data))
COUNTED(cudaGraphLaunch, (cudaGraphExec_t graph, cudaStream_t stream), (graph, stream))
