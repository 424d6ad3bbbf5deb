// SPDX-License-Identifier: Apache-2.0
// Memory of the emulated runtime: all of it is host memory, and a list says what CUDA would call it.
#include "allocations.hpp"

#include <algorithm>
#include <cstdlib>

#include "calls.hpp"
#include "streams.hpp"

// Its memory is freed with its last use: what it keeps for the next one is no test's subject.
struct CUmemPoolHandle_st
{
    std::uint64_t releaseThreshold = 0;
};

namespace cuda_on_cpu {

namespace {

enum class Kind
{
    Device,
    PageLocked,
    Registered
};

struct Range
{
    std::size_t bytes;
    Kind kind;
};

struct Allocations
{
    std::map<const char*, Range> ranges; // by their first byte
    std::size_t onDevice = 0, limit = 0; // bytes
};

// Never destroyed: static objects of other files free memory when the process ends.
Allocations& allocations()
{
    static Allocations& all = *new Allocations;
    return all;
}

// The last range that begins at or before an address, if it reaches beyond another one.
const Range* rangeBetween(const void* address, const void* beyond)
{
    const auto& ranges = allocations().ranges;
    auto range = ranges.upper_bound(static_cast<const char*>(address));
    if (range == ranges.begin())
        return nullptr;
    --range;
    return range->first + range->second.bytes > beyond ? &range->second : nullptr;
}

void add(const void* begin, std::size_t bytes, Kind kind)
{
    allocations().ranges[static_cast<const char*>(begin)] = {bytes, kind};
    if (kind == Kind::Device)
        allocations().onDevice += bytes;
}

// Whether a range of this kind began there.
bool remove(const void* begin, Kind kind)
{
    auto& ranges = allocations().ranges;
    const auto found = ranges.find(static_cast<const char*>(begin));
    if (found == ranges.end() || found->second.kind != kind)
        return false;
    if (kind == Kind::Device)
        allocations().onDevice -= found->second.bytes;
    ranges.erase(found);
    return true;
}

bool isFree(std::size_t bytes)
{
    return allocations().limit == 0 || allocations().onDevice + bytes <= allocations().limit;
}

cudaError_t allocate(void** result, std::size_t bytes, std::size_t alignment, Kind kind)
{
    if ((kind == Kind::Device && !isFree(bytes)) || posix_memalign(result, alignment, bytes) != 0)
    {
        *result = nullptr;
        return failed(cudaErrorMemoryAllocation);
    }
    add(*result, bytes, kind);
    return cudaSuccess;
}

cudaError_t allocateOnDevice(const char* function, void** result, std::size_t bytes)
{
    const Lock lock(mutex());
    const cudaError_t error = called(function);
    return error ? error : allocate(result, bytes, 512, Kind::Device); // as CUDA aligns images
}

// Memory that the list does not have is freed nevertheless: AddressSanitizer tells where it was freed first.
cudaError_t release(void* begin, Kind kind)
{
    const Lock lock(mutex());
    if (!remove(begin, kind) && typeOf(begin) != cudaMemoryTypeUnregistered)
        return failed(cudaErrorInvalidValue);
    std::free(begin);
    return cudaSuccess;
}

} // namespace

cudaMemoryType typeOf(const void* address)
{
    const Lock lock(mutex());
    const Range* const range = rangeBetween(address, address);
    if (!range)
        return cudaMemoryTypeUnregistered;
    return range->kind == Kind::Device ? cudaMemoryTypeDevice : cudaMemoryTypeHost;
}

void setDeviceMemory(std::size_t bytes)
{
    const Lock lock(mutex());
    allocations().limit = bytes;
}

} // namespace cuda_on_cpu

using namespace cuda_on_cpu;

cudaError_t cudaMalloc(void** memory, std::size_t bytes)
{
    if (refusesUnsafeCalls())
        return failed(cudaErrorStreamCaptureUnsupported);
    return allocateOnDevice("cudaMalloc", memory, bytes);
}

cudaError_t cudaMallocPitch(void** memory, std::size_t* step, std::size_t rowBytes, std::size_t rows)
{
    *step = (rowBytes + 31) / 32 * 32;
    return allocateOnDevice("cudaMallocPitch", memory, *step * rows);
}

// CUDA gives a stream again what it has freed itself, so that its work is done if that memory is needed.
cudaError_t cudaMallocAsync(void** memory, std::size_t bytes, cudaStream_t stream)
{
    const Lock lock(mutex());
    if (!isFree(bytes))
        finish(stream);
    return allocateOnDevice("cudaMallocAsync", memory, bytes);
}

cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    const Lock lock(mutex());
    if (!pool)
        return failed(cudaErrorInvalidValue);
    if (!isFree(bytes))
        finish(stream);
    return allocateOnDevice("cudaMallocFromPoolAsync", memory, bytes);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties)
{
    if (const cudaError_t error = called("cudaMemPoolCreate"))
        return error;
    if (properties->allocType != cudaMemAllocationTypePinned || properties->location.type != cudaMemLocationTypeDevice)
        return failed(cudaErrorInvalidValue);
    if (refusesUnsafeCalls())
        return failed(cudaErrorStreamCaptureUnsupported);
    *pool = new CUmemPoolHandle_st;
    return cudaSuccess;
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr, void* value)
{
    pool->releaseThreshold = *static_cast<const std::uint64_t*>(value);
    return called("cudaMemPoolSetAttribute");
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t)
{
    return pool ? called("cudaMemPoolTrimTo") : failed(cudaErrorInvalidValue);
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    delete pool;
    return called("cudaMemPoolDestroy");
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total)
{
    const Lock lock(mutex());
    *total = allocations().limit ? allocations().limit : std::size_t(16) << 30;
    *free = *total - std::min(*total, allocations().onDevice);
    return called("cudaMemGetInfo");
}

// Does not wait for streams that use the memory, though CUDA mostly does: nothing that it documents says so.
cudaError_t cudaFree(void* memory)
{
    if (refusesUnsafeCalls())
        return failed(cudaErrorStreamCaptureUnsupported);
    const cudaError_t error = called("cudaFree"), result = release(memory, Kind::Device);
    return error ? error : result;
}

cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream)
{
    giveWork(stream, [memory] { release(memory, Kind::Device); });
    return called("cudaFreeAsync");
}

cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned)
{
    const Lock lock(mutex());
    const cudaError_t error = called("cudaHostAlloc");
    return error ? error : allocate(memory, bytes, 4096, Kind::PageLocked);
}

cudaError_t cudaFreeHost(void* memory)
{
    const cudaError_t error = called("cudaFreeHost"), result = release(memory, Kind::PageLocked);
    return error ? error : result;
}

cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned)
{
    const Lock lock(mutex());
    if (const cudaError_t error = called("cudaHostRegister"))
        return error;
    if (!memory || bytes == 0)
        return failed(cudaErrorInvalidValue);
    const char* const last = static_cast<const char*>(memory) + bytes - 1;
    if (rangeBetween(last, memory))
        return failed(cudaErrorHostMemoryAlreadyRegistered);
    add(memory, bytes, Kind::Registered);
    return cudaSuccess;
}

cudaError_t cudaHostUnregister(void* memory)
{
    const Lock lock(mutex());
    const cudaError_t error = called("cudaHostUnregister");
    const bool wasRegistered = remove(memory, Kind::Registered);
    return error ? error : wasRegistered ? cudaSuccess : failed(cudaErrorHostMemoryNotRegistered);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* address)
{
    attributes->type = typeOf(address);
    return called("cudaPointerGetAttributes");
}
