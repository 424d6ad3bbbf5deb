// SPDX-License-Identifier: Apache-2.0
// A histogram of bytes: each thread counts some pixels in the counters of its block, which are then added to all.
#pragma once

#include "../../src/core/intrinsics.cuh"
#include "image.cuh"

namespace perf { namespace lab {

constexpr int kLevels = 256; // and so many threads

// A thread counts `pixelsPerThread` pixels, a block apart. `counts` has a word for each level.
template <int Levels>
__global__ void countLevelsKernel(const Byte* pixels, unsigned pixelCount, unsigned pixelsPerThread, unsigned* counts)
{
    __shared__ unsigned ofBlock[Levels];
    ofBlock[threadIdx.x] = 0;
    __syncthreads();
    const unsigned first = blockIdx.x * Levels * pixelsPerThread + threadIdx.x;
    for (unsigned i = 0; i < pixelsPerThread; ++i)
        if (first + i * Levels < pixelCount)
            cv::cudatiled::addShared(&ofBlock[pixels[first + i * Levels]], 1);
    __syncthreads();
    if (ofBlock[threadIdx.x] != 0)
        cv::cudatiled::addGlobal(&counts[threadIdx.x], ofBlock[threadIdx.x]);
}

}} // namespace perf::lab
