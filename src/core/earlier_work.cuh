// SPDX-License-Identifier: Apache-2.0
// Programmatic dependent launch (CUDA C++ Programming Guide): a kernel's blocks start while the previous kernel of the
// stream still writes back its results. launchGrid() asks for it.
#pragma once

#include "siblings.hpp"

namespace cv { namespace cudatiled {

// The first statement of every kernel that has no EarlierWork, but those for BORDER_INSIDE: returns when all earlier
// work of the stream is done and its results are visible.
__device__ inline void awaitEarlierWork()
{
#if !defined(__CUDACC__) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900)
    cudaGridDependencySynchronize();
#endif
}

// Blocks of the next launch start when all blocks of this one have come here.
__device__ inline void startNextLaunch()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// The first statement of kernels that may have siblings. Behind one, a single block waits, at its end, so that both
// launches are done when this one is. Only siblings start early: blocks of other kernels would take places on the
// multiprocessors, and wait there.
class EarlierWork
{
public:
    __device__ explicit EarlierWork(const Siblings& siblings) : siblings_(siblings)
    {
        if (!siblings.before())
            awaitEarlierWork();
        if (siblings.behind())
            startNextLaunch();
    }
    __device__ ~EarlierWork()
    {
        if (siblings_.before() && blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0)
            awaitEarlierWork();
    }
    EarlierWork(const EarlierWork&) = delete;
    EarlierWork& operator=(const EarlierWork&) = delete;

private:
    const Siblings& siblings_; // one of the kernel's arguments
};

}} // namespace cv::cudatiled
