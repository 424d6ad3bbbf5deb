// SPDX-License-Identifier: Apache-2.0
// All that the benchmarks ask of CUDA itself. device.cpp and device_kernels.cu answer on a GPU, tests/device_on_cpu.cpp
// without one.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

struct CUstream_st;

namespace perf {

using Stream = CUstream_st*;

// A CUDA stream that does not wait for the default stream.
class OwnStream
{
public:
    OwnStream();
    ~OwnStream();
    OwnStream(const OwnStream&) = delete;
    OwnStream& operator=(const OwnStream&) = delete;
    operator Stream() const { return stream_; }

private:
    Stream stream_ = nullptr;
};

// The time between two points in the work of a stream, from events.
class Interval
{
public:
    Interval();
    ~Interval();
    Interval(const Interval&) = delete;
    Interval& operator=(const Interval&) = delete;

    void begin(Stream stream);
    void end(Stream stream);
    bool hasBegun() const;       // whether the device has reached the first point
    double microseconds() const; // waits for the second point; throws what CUDA reported

private:
    void *begin_ = nullptr, *end_ = nullptr;
};

// Device memory.
class DeviceMemory
{
public:
    explicit DeviceMemory(std::size_t bytes);
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    char* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }

private:
    char* data_ = nullptr;
    std::size_t bytes_ = 0;
};

// Page-locked host memory.
class PinnedMemory
{
public:
    explicit PinnedMemory(std::size_t bytes);
    ~PinnedMemory();
    PinnedMemory(const PinnedMemory&) = delete;
    PinnedMemory& operator=(const PinnedMemory&) = delete;
    void* data() const { return data_; }

private:
    void* data_ = nullptr;
};

// A texture object of an image of one channel, floats or bytes, in device memory: point samples, 0 outside. Address and
// step are multiples of 512 bytes.
class Texture
{
public:
    Texture(const void* pixels, int width, int height, std::size_t stepBytes, bool floats);
    ~Texture();
    Texture(const Texture&) = delete;
    Texture& operator=(const Texture&) = delete;
    unsigned long long object() const { return object_; }

private:
    unsigned long long object_ = 0;
};

void synchronize();
void synchronize(Stream stream);
void forgetErrors(); // of a library that left one behind
void upload(void* device, const void* host, std::size_t bytes);
// Of page-locked memory: they return at once.
void startUpload(void* device, const void* host, std::size_t bytes, Stream stream);
void startDownload(void* host, const void* device, std::size_t bytes, Stream stream);
void copyOnDevice(void* to, const void* from, std::size_t bytes, Stream stream); // cudaMemcpyAsync

// Kernels.
void launchEmpty(Stream stream);
void launchHold(double microseconds,
                Stream stream); // one thread that waits: what is enqueued meanwhile then runs without gaps
// Copies 1 or 4 words of 16 bytes a thread; early: before the stream's earlier work is done, as filters are launched.
void launchCopy(int wordsPerThread, void* to, const void* from, std::size_t bytes, bool early, Stream stream);

int measuredMegahertz();  // the clock of the multiprocessors, at work
std::size_t cacheBytes(); // of the L2 cache
std::vector<std::pair<std::string, std::string>> deviceFacts();

} // namespace perf
