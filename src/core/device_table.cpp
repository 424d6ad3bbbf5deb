// SPDX-License-Identifier: Apache-2.0
// A constant table that kernels read from device memory: one copy per device.
#include "device_table.hpp"

#include <cstring>
#include <map>
#include <mutex>

#include "cuda_error.hpp"
#include "device.hpp"
#include "during_captures.hpp"

namespace cv { namespace cudatiled {

struct DeviceTable::Copies
{
    std::vector<unsigned char> bytes;
    mutable std::mutex mutex;
    mutable std::map<int, void*> perDevice;
};

namespace {

// Waits for the copy, but for no work of the caller.
cudaError_t copyToDevice(void* to, const std::vector<unsigned char>& bytes)
{
    cudaStream_t stream = nullptr;
    if (const cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking))
        return error;
    cudaError_t error = cudaMemcpyAsync(to, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(stream);
    const cudaError_t destroyed = cudaStreamDestroy(stream);
    return error == cudaSuccess ? destroyed : error;
}

} // namespace

DeviceTable::DeviceTable(const void* bytes, std::size_t size) : copies_(new Copies)
{
    copies_->bytes.resize(size);
    std::memcpy(copies_->bytes.data(), bytes, size);
    if (cudaDeviceCount() > 0)
        onCurrentDevice();
}

DeviceTable::~DeviceTable()
{
    int current = 0;
    if (copies_->perDevice.empty() || cudaGetDevice(&current) != cudaSuccess)
        return;
    const DuringCaptures duringCaptures;
    for (const auto& copy : copies_->perDevice)
        if (cudaSetDevice(copy.first) == cudaSuccess)
            cudaFree(copy.second);
    cudaSetDevice(current);
}

const void* DeviceTable::onCurrentDevice() const
{
    static const char function[] = "cudatiled::Filter";
    int device = 0;
    requireCuda(cudaGetDevice(&device), function, "cudaGetDevice");
    const std::lock_guard<std::mutex> lock(copies_->mutex);
    void*& copy = copies_->perDevice[device];
    if (!copy)
    {
        const DuringCaptures duringCaptures;
        void* memory = nullptr;
        requireCuda(cudaMalloc(&memory, copies_->bytes.size()), function, "cudaMalloc for the taps");
        const cudaError_t error = copyToDevice(memory, copies_->bytes);
        if (error != cudaSuccess)
            cudaFree(memory);
        requireCuda(error, function, "cudaMemcpyAsync of the taps");
        copy = memory;
    }
    return copy;
}

}} // namespace cv::cudatiled
