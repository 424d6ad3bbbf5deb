// SPDX-License-Identifier: Apache-2.0
// Kernels with a fault each.
#include "broken_kernels.hpp"

#include <cuda_runtime.h>

namespace cudatiled_test {

namespace {

constexpr int kThreads = 128;

__global__ void illegalAddress(int* nowhere)
{
    nowhere[threadIdx.x] = 1;
}

__global__ void missingBarrier(int* results)
{
    __shared__ int values[kThreads];
    values[threadIdx.x] = results[threadIdx.x];
    results[threadIdx.x] = values[kThreads - 1 - threadIdx.x];
}

__global__ void uninitialised(int* results, const int* source)
{
    results[threadIdx.x] = source[threadIdx.x] + 1;
}

__global__ void halfABarrier(int* results)
{
    __shared__ int values[kThreads];
    values[threadIdx.x] = results[threadIdx.x];
    if (threadIdx.x % 2 == 0)
        __syncthreads(); // not for all threads of a warp
    results[threadIdx.x] = values[kThreads - 1 - threadIdx.x];
    __syncwarp(0x0000ffffu); // by threads that are not in the mask
}

// Calls `launch` with two arrays of kThreads numbers: the first one set to 0, the second one as it was allocated.
template <class Launch> void withArrays(Launch&& launch)
{
    int *zeros = nullptr, *untouched = nullptr;
    cudaMalloc(&zeros, kThreads * sizeof(int));
    cudaMalloc(&untouched, kThreads * sizeof(int));
    cudaMemset(zeros, 0, kThreads * sizeof(int));
    launch(zeros, untouched);
    cudaDeviceSynchronize();
    cudaFree(zeros);
    cudaFree(untouched);
}

} // namespace

void writeToAnIllegalAddress()
{
    illegalAddress<<<1, kThreads>>>(nullptr);
    cudaDeviceSynchronize();
}

void readBeforeTheBarrier()
{
    withArrays([](int* zeros, int*) { missingBarrier<<<1, kThreads>>>(zeros); });
}

void readUninitialisedMemory()
{
    withArrays([](int* zeros, int* untouched) { uninitialised<<<1, kThreads>>>(zeros, untouched); });
}

void meetAtABarrierByHalves()
{
    withArrays([](int* zeros, int*) { halfABarrier<<<1, kThreads>>>(zeros); });
}

} // namespace cudatiled_test
