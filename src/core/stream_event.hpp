// SPDX-License-Identifier: Apache-2.0
// Streams and events of the CUDA runtime that end with their owner.
#pragma once

#include <cuda_runtime.h>

namespace cv { namespace cudatiled {

// A stream that does not wait for the default one. Errors name `function`.
class OwnedStream
{
public:
    explicit OwnedStream(const char* function);
    ~OwnedStream() { cudaStreamDestroy(stream_); }
    OwnedStream(const OwnedStream&) = delete;
    OwnedStream& operator=(const OwnedStream&) = delete;

    operator cudaStream_t() const { return stream_; }

private:
    cudaStream_t stream_ = nullptr;
};

// An event without a time. Waiting for one that was never recorded is no wait.
class OwnedEvent
{
public:
    explicit OwnedEvent(const char* function);
    ~OwnedEvent() { cudaEventDestroy(event_); }
    OwnedEvent(const OwnedEvent&) = delete;
    OwnedEvent& operator=(const OwnedEvent&) = delete;

    void record(cudaStream_t stream, const char* function);
    void holdUp(cudaStream_t stream, const char* function) const; // until the work before the last record is done
    void wait(const char* function) const;

private:
    cudaEvent_t event_ = nullptr;
};

}} // namespace cv::cudatiled
