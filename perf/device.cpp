// SPDX-License-Identifier: Apache-2.0
// Streams, events, memory and facts of the current CUDA device.
#include "device.hpp"

#include <stdexcept>

#include <cuda_runtime.h>

namespace perf {

namespace {

void require(cudaError_t error, const char* call)
{
    if (error != cudaSuccess)
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(error));
}

#define REQUIRE(call) require(call, #call)

cudaEvent_t event(void* handle)
{
    return static_cast<cudaEvent_t>(handle);
}

int attribute(cudaDeviceAttr which)
{
    int device = 0, value = 0;
    REQUIRE(cudaGetDevice(&device));
    REQUIRE(cudaDeviceGetAttribute(&value, which, device));
    return value;
}

std::string versionText(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string megahertz(cudaDeviceAttr which)
{
    return std::to_string(attribute(which) / 1000);
}

} // namespace

OwnStream::OwnStream()
{
    REQUIRE(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
}

OwnStream::~OwnStream()
{
    cudaStreamDestroy(stream_);
}

Interval::Interval()
{
    cudaEvent_t begin = nullptr, end = nullptr;
    REQUIRE(cudaEventCreate(&begin));
    REQUIRE(cudaEventCreate(&end));
    begin_ = begin;
    end_ = end;
}

Interval::~Interval()
{
    cudaEventDestroy(event(begin_));
    cudaEventDestroy(event(end_));
}

void Interval::begin(Stream stream)
{
    REQUIRE(cudaEventRecord(event(begin_), stream));
}

void Interval::end(Stream stream)
{
    REQUIRE(cudaEventRecord(event(end_), stream));
}

bool Interval::hasBegun() const
{
    if (cudaEventQuery(event(begin_)) != cudaErrorNotReady)
        return true;
    cudaGetLastError(); // "not ready" would be taken for the error of the next launch
    return false;
}

double Interval::microseconds() const
{
    float milliseconds = 0;
    REQUIRE(cudaEventSynchronize(event(end_)));
    REQUIRE(cudaEventElapsedTime(&milliseconds, event(begin_), event(end_)));
    return milliseconds * 1000.;
}

DeviceMemory::DeviceMemory(std::size_t bytes) : bytes_(bytes)
{
    void* memory = nullptr;
    REQUIRE(cudaMalloc(&memory, bytes));
    data_ = static_cast<char*>(memory);
}

DeviceMemory::~DeviceMemory()
{
    cudaFree(data_);
}

PinnedMemory::PinnedMemory(std::size_t bytes)
{
    REQUIRE(cudaHostAlloc(&data_, bytes, cudaHostAllocDefault));
}

PinnedMemory::~PinnedMemory()
{
    cudaFreeHost(data_);
}

Texture::Texture(const void* pixels, int width, int height, std::size_t stepBytes, bool floats)
{
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void*>(pixels);
    resource.res.pitch2D.desc = floats ? cudaCreateChannelDesc<float>() : cudaCreateChannelDesc<unsigned char>();
    resource.res.pitch2D.width = static_cast<std::size_t>(width);
    resource.res.pitch2D.height = static_cast<std::size_t>(height);
    resource.res.pitch2D.pitchInBytes = stepBytes;
    cudaTextureDesc how{};
    how.addressMode[0] = how.addressMode[1] = cudaAddressModeBorder;
    how.filterMode = cudaFilterModePoint;
    how.readMode = cudaReadModeElementType;
    REQUIRE(cudaCreateTextureObject(&object_, &resource, &how, nullptr));
}

Texture::~Texture()
{
    cudaDestroyTextureObject(object_);
}

void synchronize()
{
    REQUIRE(cudaDeviceSynchronize());
}

void synchronize(Stream stream)
{
    REQUIRE(cudaStreamSynchronize(stream));
}

void forgetErrors()
{
    cudaGetLastError();
}

void upload(void* device, const void* host, std::size_t bytes)
{
    REQUIRE(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
}

void startUpload(void* device, const void* host, std::size_t bytes, Stream stream)
{
    REQUIRE(cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, stream));
}

void startDownload(void* host, const void* device, std::size_t bytes, Stream stream)
{
    REQUIRE(cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, stream));
}

void copyOnDevice(void* to, const void* from, std::size_t bytes, Stream stream)
{
    REQUIRE(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
}

std::size_t cacheBytes()
{
    return static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize));
}

std::vector<std::pair<std::string, std::string>> deviceFacts()
{
    int device = 0, driver = 0, runtime = 0;
    cudaDeviceProp properties{};
    REQUIRE(cudaGetDevice(&device));
    REQUIRE(cudaGetDeviceProperties(&properties, device));
    REQUIRE(cudaDriverGetVersion(&driver));
    REQUIRE(cudaRuntimeGetVersion(&runtime));
    return {{"device", properties.name},
            {"compute_capability", std::to_string(properties.major) + "." + std::to_string(properties.minor)},
            {"multiprocessors", std::to_string(properties.multiProcessorCount)},
            {"memory_bytes", std::to_string(properties.totalGlobalMem)},
            {"l2_bytes", std::to_string(cacheBytes())},
            {"highest_sm_clock_mhz", megahertz(cudaDevAttrClockRate)},
            {"measured_sm_clock_mhz", std::to_string(measuredMegahertz())},
            {"highest_memory_clock_mhz", megahertz(cudaDevAttrMemoryClockRate)},
            {"memory_bus_bits", std::to_string(attribute(cudaDevAttrGlobalMemoryBusWidth))},
            {"cuda_driver", versionText(driver)},
            {"cuda_runtime", versionText(runtime)}};
}

} // namespace perf
