// SPDX-License-Identifier: Apache-2.0
// Stream-ordered scratch memory.
#include "scratch.hpp"

#include "cuda_error.hpp"
#include "scratch_pool.hpp"

namespace cv { namespace cudatiled {

ScratchImage::ScratchImage(std::size_t rowBytes, int rows, cudaStream_t stream, const char* function)
    : step_((rowBytes + 255) / 256 * 256), stream_(stream)
{
    const cudaError_t error = scratchPools().allocate(&data_, step_ * rows, stream);
    requireCuda(error, function, cv::format("cudaMallocFromPoolAsync of %zu bytes", step_ * rows).c_str());
}

ScratchImage::~ScratchImage()
{
    cudaFreeAsync(data_, stream_);
}

}} // namespace cv::cudatiled
