// SPDX-License-Identifier: Apache-2.0
// Errors of the CUDA runtime as cv::Exceptions.
#pragma once

#include <cuda_runtime.h>

#include "require.hpp"

namespace cv { namespace cudatiled {

// Throws if `error` is one. `call` names what failed, `function` the public function on whose behalf.
inline void requireCuda(cudaError_t error, const char* function, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError(); // the exception reports it: leave nothing behind for the caller to trip over
    const cv::Error::Code code = error == cudaErrorMemoryAllocation ? cv::Error::StsNoMem : cv::Error::GpuApiCallError;
    fail(code, function, cv::format("%s failed: %s (%s)", call, cudaGetErrorString(error), cudaGetErrorName(error)),
         __FILE__, __LINE__);
}

}} // namespace cv::cudatiled
