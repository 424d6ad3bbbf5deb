// SPDX-License-Identifier: Apache-2.0
// Calls of CUDA that a thread may make while it captures a stream.
#pragma once

#include <cuda_runtime.h>

namespace cv { namespace cudatiled {

// While the thread captures a stream, CUDA refuses calls that might disturb the capture. Those during the lifetime of
// this object must not.
class DuringCaptures
{
public:
    DuringCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    ~DuringCaptures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    DuringCaptures(const DuringCaptures&) = delete;
    DuringCaptures& operator=(const DuringCaptures&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}} // namespace cv::cudatiled
