// SPDX-License-Identifier: Apache-2.0
// The kernels that filters are measured against, and the one that holds a stream while work is enqueued.
#include "device.hpp"

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include "../src/core/earlier_work.cuh"

namespace perf {

namespace {

constexpr int kThreads = 256;

__global__ void emptyKernel()
{}

__device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

__global__ void holdKernel(unsigned long long duration)
{
    const unsigned long long start = nanoseconds();
    while (nanoseconds() - start < duration)
        ;
}

// Cycles of the multiprocessor, and nanoseconds, of some milliseconds.
__global__ void clockKernel(long long* cyclesAndNanoseconds)
{
    const unsigned long long start = nanoseconds();
    const long long cycles = clock64();
    while (nanoseconds() - start < 5000000)
        ;
    cyclesAndNanoseconds[0] = clock64() - cycles;
    cyclesAndNanoseconds[1] = static_cast<long long>(nanoseconds() - start);
}

// A block copies Words * kThreads words; all loads of a thread are under way before its first store. It may be launched
// early, as filters are: see src/core/earlier_work.cuh.
template <int Words> __global__ void copyKernel(uint4* to, const uint4* from, std::size_t words)
{
    cv::cudatiled::awaitEarlierWork();
    const std::size_t first = static_cast<std::size_t>(blockIdx.x) * kThreads * Words + threadIdx.x;
    uint4 held[Words];
#pragma unroll
    for (int i = 0; i < Words; ++i)
        if (first + i * kThreads < words)
            held[i] = from[first + i * kThreads];
#pragma unroll
    for (int i = 0; i < Words; ++i)
        if (first + i * kThreads < words)
            to[first + i * kThreads] = held[i];
}

void requireLaunch(const char* kernel, cudaError_t error = cudaGetLastError())
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(kernel) + " could not be launched: " + cudaGetErrorString(error));
}

template <int Words> void launchCopyOf(void* to, const void* from, std::size_t words, bool early, Stream stream)
{
    const std::size_t perBlock = kThreads * Words;
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(static_cast<unsigned>((words + perBlock - 1) / perBlock));
    config.blockDim = dim3(kThreads);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = early ? 1 : 0;
    requireLaunch("copyKernel", cudaLaunchKernelEx(&config, copyKernel<Words>, static_cast<uint4*>(to),
                                                   static_cast<const uint4*>(from), words));
}

} // namespace

void launchEmpty(Stream stream)
{
    emptyKernel<<<1, 32, 0, stream>>>();
    requireLaunch("emptyKernel");
}

void launchHold(double microseconds, Stream stream)
{
    holdKernel<<<1, 1, 0, stream>>>(static_cast<unsigned long long>(microseconds * 1000));
    requireLaunch("holdKernel");
}

void launchCopy(int wordsPerThread, void* to, const void* from, std::size_t bytes, bool early, Stream stream)
{
    const std::size_t words = (bytes + sizeof(uint4) - 1) / sizeof(uint4);
    if (wordsPerThread == 1)
        launchCopyOf<1>(to, from, words, early, stream);
    else
        launchCopyOf<4>(to, from, words, early, stream);
}

int measuredMegahertz()
{
    long long measured[2] = {0, 1};
    const DeviceMemory memory(sizeof(measured));
    launchHold(50000, nullptr); // wakes the device up
    clockKernel<<<1, 1>>>(reinterpret_cast<long long*>(memory.data()));
    requireLaunch("clockKernel");
    const cudaError_t error = cudaMemcpy(measured, memory.data(), sizeof(measured), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess)
        throw std::runtime_error(std::string("clockKernel: ") + cudaGetErrorString(error));
    return static_cast<int>(measured[0] * 1000 / measured[1]);
}

} // namespace perf
