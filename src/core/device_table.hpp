// SPDX-License-Identifier: Apache-2.0
// A constant table that kernels read from device memory.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace cv { namespace cudatiled {

// It is copied to the current device on construction and to other devices, once each, when first used there. Safe to
// use from any number of threads.
class DeviceTable
{
public:
    template <class T>
    explicit DeviceTable(const std::vector<T>& values) : DeviceTable(values.data(), values.size() * sizeof(T))
    {}
    ~DeviceTable();
    DeviceTable(const DeviceTable&) = delete;
    DeviceTable& operator=(const DeviceTable&) = delete;

    // The table in the memory of the current device.
    template <class T> const T* on() const { return static_cast<const T*>(onCurrentDevice()); }

private:
    DeviceTable(const void* bytes, std::size_t size);
    const void* onCurrentDevice() const;

    struct Copies;
    std::unique_ptr<Copies> copies_;
};

}} // namespace cv::cudatiled
