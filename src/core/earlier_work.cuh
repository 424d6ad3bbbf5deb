// SPDX-License-Identifier: Apache-2.0
// Programmatic dependent launch (CUDA C++ Programming Guide): a kernel's blocks start while the previous kernel of the
// stream still writes back its results. launchGrid() asks for it.
#pragma once

#include "image_view.hpp"
#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

// Every kernel that has no EarlierWork, but those for BORDER_INSIDE, calls it before it reads or writes an image. It
// returns when all earlier work of the stream is done and its results are visible: it waits for the launch before,
// which has waited for those before it, siblings or not.
__device__ inline void awaitEarlierWork()
{
#if !defined(__CUDACC__) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900)
    cudaGridDependencySynchronize();
#endif
}

// The same, and lets a sibling behind this launch start.
__device__ inline void awaitEarlierWork([[maybe_unused]] const Siblings& siblings)
{
    awaitEarlierWork();
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    if (siblings.behind())
        cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// The first statement of kernels with instances for batches: in the other instances, the same as
// awaitEarlierWork(). A test for a sibling behind them would cost up to 3 % of the time of 640 x 480 pixels.
template <Images Held> class EarlierWork
{
public:
    __device__ explicit EarlierWork(const Siblings&) { awaitEarlierWork(); }
};

// Instances for batches may have siblings. Behind one, blocks wait at their end alone, and of these only the first of
// each row, so that both launches are done when this one is. For a sibling behind this one, blocks start when all
// blocks here have started; blocks of other kernels would take places on the multiprocessors, and wait there.
//
// Predicated instructions instead of branches, and nothing that lives as long as the kernel: with these, small images
// took up to a tenth longer.
template <> class EarlierWork<Images::AnySize>
{
public:
    __device__ explicit EarlierWork(const Siblings& siblings) : siblings_(siblings)
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        beginSibling(siblings.bits);
#else
        if (!siblings.before())
            awaitEarlierWork();
#endif
    }
    __device__ ~EarlierWork()
    {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
        endSibling(siblings_.bits);
#else
        if (siblings_.before() && blockIdx.x == 0)
            awaitEarlierWork();
#endif
    }
    EarlierWork(const EarlierWork&) = delete;
    EarlierWork& operator=(const EarlierWork&) = delete;

private:
    const Siblings& siblings_; // one of the kernel's arguments
};

}} // namespace cv::cudatiled
