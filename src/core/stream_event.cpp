// SPDX-License-Identifier: Apache-2.0
// Streams and events of the CUDA runtime.
#include "stream_event.hpp"

#include "cuda_error.hpp"

namespace cv { namespace cudatiled {

OwnedStream::OwnedStream(const char* function)
{
    requireCuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), function, "cudaStreamCreateWithFlags");
}

OwnedEvent::OwnedEvent(const char* function)
{
    requireCuda(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), function, "cudaEventCreateWithFlags");
}

void OwnedEvent::record(cudaStream_t stream, const char* function)
{
    requireCuda(cudaEventRecord(event_, stream), function, "cudaEventRecord");
}

void OwnedEvent::holdUp(cudaStream_t stream, const char* function) const
{
    requireCuda(cudaStreamWaitEvent(stream, event_, 0), function, "cudaStreamWaitEvent");
}

void OwnedEvent::wait(const char* function) const
{
    requireCuda(cudaEventSynchronize(event_), function, "cudaEventSynchronize");
}

}} // namespace cv::cudatiled
