// SPDX-License-Identifier: Apache-2.0
// Times of a stream's work.
#include "cuda_marks.hpp"

#include "cuda_error.hpp"

namespace cv { namespace cudatiled {

namespace {

void destroy(const std::vector<cudaEvent_t>& events)
{
    for (const cudaEvent_t event : events)
        cudaEventDestroy(event);
}

} // namespace

CudaMarks::CudaMarks(int most, cudaStream_t stream, const char* function) : stream_(stream), function_(function)
{
    events_.reserve(most);
    for (int i = 0; i < most; ++i)
    {
        cudaEvent_t event = nullptr;
        const cudaError_t error = cudaEventCreate(&event);
        if (error != cudaSuccess)
            destroy(events_);
        requireCuda(error, function_, "cudaEventCreate");
        events_.push_back(event);
    }
}

CudaMarks::~CudaMarks()
{
    destroy(events_);
}

void CudaMarks::add()
{
    requireCuda(cudaEventRecord(events_.at(count_++), stream_), function_, "cudaEventRecord");
}

float CudaMarks::milliseconds(int from, int to) const
{
    float time = 0;
    requireCuda(cudaEventSynchronize(events_[to]), function_, "cudaEventSynchronize");
    requireCuda(cudaEventElapsedTime(&time, events_[from], events_[to]), function_, "cudaEventElapsedTime");
    return time;
}

}} // namespace cv::cudatiled
