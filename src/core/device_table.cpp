// SPDX-License-Identifier: Apache-2.0
// A constant table that kernels read from device memory: one copy per device.
#include "device_table.hpp"

#include <cstring>
#include <map>
#include <mutex>

#include "cuda_error.hpp"
#include "device.hpp"

namespace cv { namespace cudatiled {

struct DeviceTable::Copies
{
    std::vector<unsigned char> bytes;
    mutable std::mutex mutex;
    mutable std::map<int, void*> perDevice;
};

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
        void* memory = nullptr;
        requireCuda(cudaMalloc(&memory, copies_->bytes.size()), function, "cudaMalloc for the taps");
        const cudaError_t error =
            cudaMemcpy(memory, copies_->bytes.data(), copies_->bytes.size(), cudaMemcpyHostToDevice);
        if (error != cudaSuccess)
            cudaFree(memory);
        requireCuda(error, function, "cudaMemcpy of the taps");
        copy = memory;
    }
    return copy;
}

}} // namespace cv::cudatiled
