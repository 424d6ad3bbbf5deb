// SPDX-License-Identifier: Apache-2.0
// Device memory that lives as long as the work that a stream was given meanwhile.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace cv { namespace cudatiled {

// Stream-ordered: allocation and release are enqueued like kernels, nobody waits, and CUDA's memory pool hands the same
// memory out again.
class ScratchImage
{
public:
    // Rows of `rowBytes` bytes, `step` apart. `function` is the public function that asks. Throws if there is no
    // memory.
    ScratchImage(std::size_t rowBytes, int rows, cudaStream_t stream, const char* function);
    ~ScratchImage();
    ScratchImage(const ScratchImage&) = delete;
    ScratchImage& operator=(const ScratchImage&) = delete;

    void* data() const { return data_; }
    std::size_t step() const { return step_; }

private:
    void* data_ = nullptr;
    std::size_t step_;
    cudaStream_t stream_;
};

}} // namespace cv::cudatiled
