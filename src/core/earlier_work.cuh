// SPDX-License-Identifier: Apache-2.0
// Programmatic dependent launch (CUDA C++ Programming Guide): a kernel's blocks start while the previous kernel of the
// stream still writes back its results. launchGrid() asks for it.
#pragma once

namespace cv { namespace cudatiled {

// The first statement of every kernel but insideKernel: returns when all earlier work of the stream is done and its
// results are visible.
__device__ inline void awaitEarlierWork()
{
#if !defined(__CUDACC__) || (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900)
    cudaGridDependencySynchronize();
#endif
}

}} // namespace cv::cudatiled
