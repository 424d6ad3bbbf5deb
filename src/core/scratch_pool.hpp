// SPDX-License-Identifier: Apache-2.0
// CUDA's memory pools of this library, out of which scratch memory is taken.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <map>
#include <mutex>

namespace cv { namespace cudatiled {

// One for each device. The default pool, which the process has for itself, gives memory back to the system whenever a
// stream is waited for, and maps it anew for the next call.
class ScratchPools
{
public:
    ScratchPools() = default;
    ~ScratchPools();
    ScratchPools(const ScratchPools&) = delete;
    ScratchPools& operator=(const ScratchPools&) = delete;

    // As cudaMallocAsync for a stream of the current device; out of the default pool where CUDA makes no other.
    cudaError_t allocate(void** memory, std::size_t bytes, cudaStream_t stream);

    // Gives back what no work uses.
    void trim();

private:
    cudaMemPool_t poolOf(int device);

    std::mutex mutex_;
    std::map<int, cudaMemPool_t> perDevice_; // null where there is none
};

// Those of the process.
ScratchPools& scratchPools();

}} // namespace cv::cudatiled
