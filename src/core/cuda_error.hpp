// SPDX-License-Identifier: Apache-2.0
// Errors of the CUDA runtime as cv::Exceptions.
#pragma once

#include <cuda_runtime.h>

#include "require.hpp"

namespace cv { namespace cudatiled {

// Whether a kernel went wrong earlier on: from then on CUDA has every call fail with its error, whoever makes it.
inline bool isErrorOfEarlierWork(cudaError_t error)
{
    switch (error)
    {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure: return true;
    default: return false;
    }
}

// Throws if `error` is one. `call` names what failed, `function` the public function on whose behalf.
inline void requireCuda(cudaError_t error, const char* function, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError(); // the exception reports it: leave nothing behind for the caller to trip over
    const cv::Error::Code code = error == cudaErrorMemoryAllocation ? cv::Error::StsNoMem : cv::Error::GpuApiCallError;
    const char* const why =
        isErrorOfEarlierWork(error) ? ", because CUDA was in error already, from earlier work of this process" : "";
    fail(code, function,
         cv::format("%s failed%s: %s (%s)", call, why, cudaGetErrorString(error), cudaGetErrorName(error)), __FILE__,
         __LINE__);
}

}} // namespace cv::cudatiled
