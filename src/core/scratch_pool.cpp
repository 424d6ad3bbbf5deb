// SPDX-License-Identifier: Apache-2.0
// CUDA's memory pools of this library.
#include "scratch_pool.hpp"

#include <algorithm>
#include <cstdint>

#include "during_captures.hpp"

namespace cv { namespace cudatiled {

namespace {

// That a pool keeps while nothing uses them: a small part of the device's memory, and no more than the largest images
// take.
std::uint64_t bytesKept()
{
    constexpr std::uint64_t kMost = 1 << 30;
    std::size_t free = 0, total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess ? std::min<std::uint64_t>(total / 32, kMost) : kMost / 16;
}

// Null where CUDA makes none.
cudaMemPool_t makePool(int device)
{
    const DuringCaptures duringCaptures;
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    std::uint64_t kept = bytesKept();
    cudaMemPool_t pool = nullptr;
    if (cudaMemPoolCreate(&pool, &properties) != cudaSuccess)
        pool = nullptr;
    else
        cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    cudaGetLastError(); // without a pool, the allocation tells what is wrong
    return pool;
}

} // namespace

ScratchPools::~ScratchPools()
{
    for (const auto& [device, pool] : perDevice_)
        if (pool)
            cudaMemPoolDestroy(pool);
}

cudaMemPool_t ScratchPools::poolOf(int device)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = perDevice_.find(device);
    return found != perDevice_.end() ? found->second : perDevice_[device] = makePool(device);
}

cudaError_t ScratchPools::allocate(void** memory, std::size_t bytes, cudaStream_t stream)
{
    int device = 0;
    if (const cudaError_t error = cudaGetDevice(&device))
        return error;
    const cudaMemPool_t pool = poolOf(device);
    return pool ? cudaMallocFromPoolAsync(memory, bytes, pool, stream) : cudaMallocAsync(memory, bytes, stream);
}

void ScratchPools::trim()
{
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& [device, pool] : perDevice_)
        if (pool)
            cudaMemPoolTrimTo(pool, 0);
}

ScratchPools& scratchPools()
{
    static ScratchPools& pools = *new ScratchPools; // never destroyed: static objects of other files may filter
    return pools;
}

}} // namespace cv::cudatiled
