// SPDX-License-Identifier: Apache-2.0
// Times of a stream's work.
#pragma once

#include <cuda_runtime.h>

#include <vector>

namespace cv { namespace cudatiled {

// Marks between the pieces of work of one stream, by CUDA events. Errors name `function`.
class CudaMarks
{
public:
    CudaMarks(int most, cudaStream_t stream, const char* function);
    ~CudaMarks();
    CudaMarks(const CudaMarks&) = delete;
    CudaMarks& operator=(const CudaMarks&) = delete;

    // At most `most` times.
    void add();

    // Between two marks. Waits for the second.
    float milliseconds(int from, int to) const;

private:
    std::vector<cudaEvent_t> events_;
    std::size_t count_ = 0;
    const cudaStream_t stream_;
    const char* const function_;
};

}} // namespace cv::cudatiled
