// SPDX-License-Identifier: Apache-2.0
// What the benchmarks ask of CUDA, answered on the CPU: their logic runs in tests, with emulated kernels and
// meaningless times.
#include "../device.hpp"

#include <chrono>
#include <cstring>

#include <cuda_on_cpu.hpp> // before kernel headers
#include <texture.hpp>

#include "../two_pass_launch.hpp"

namespace perf {

namespace {

using Clock = std::chrono::steady_clock;

Clock::time_point* point(void* handle)
{
    return static_cast<Clock::time_point*>(handle);
}

template <int Radius> void emulate(const TwoPass& pass, float* dst, float* between, const float* src)
{
    const dim3 threads(kPassThreadsX, kPassThreadsY);
    cuda_on_cpu::launch("rowPassKernel", {passGrid(pass, kRowTileWidth, kRowTileHeight), threads},
                        rowPassKernel<Radius>, passImages(pass, between, src), passTaps(pass.rowTaps));
    cuda_on_cpu::launch("columnPassKernel", {passGrid(pass, kColumnTileWidth, kColumnTileHeight), threads},
                        columnPassKernel<Radius>, passImages(pass, dst, between), passTaps(pass.columnTaps));
}

template <int Radius>
void emulateTextures(const TwoPass& pass, float* dst, float* between, const Texture& ofSrc, const Texture& ofBetween)
{
    const dim3 threads(kPassThreadsX, kPassThreadsY), grid = passGrid(pass, kPassThreadsX, kPassThreadsY);
    cuda_on_cpu::launch("texturePassKernel", {grid, threads}, texturePassKernel<Radius, true>,
                        passImages(pass, between, nullptr), passTaps(pass.rowTaps), ofSrc.object());
    cuda_on_cpu::launch("texturePassKernel", {grid, threads}, texturePassKernel<Radius, false>,
                        passImages(pass, dst, nullptr), passTaps(pass.columnTaps), ofBetween.object());
}

} // namespace

OwnStream::OwnStream() = default;
OwnStream::~OwnStream() = default;

Interval::Interval() : begin_(new Clock::time_point), end_(new Clock::time_point)
{}

Interval::~Interval()
{
    delete point(begin_);
    delete point(end_);
}

void Interval::begin(Stream)
{
    *point(begin_) = Clock::now();
}

void Interval::end(Stream)
{
    *point(end_) = Clock::now();
}

bool Interval::hasBegun() const
{
    return false;
}

double Interval::microseconds() const
{
    return std::chrono::duration<double, std::micro>(*point(end_) - *point(begin_)).count();
}

DeviceMemory::DeviceMemory(std::size_t bytes) : data_(new char[bytes]), bytes_(bytes)
{}

DeviceMemory::~DeviceMemory()
{
    delete[] data_;
}

PinnedMemory::PinnedMemory(std::size_t bytes) : data_(new char[bytes])
{}

PinnedMemory::~PinnedMemory()
{
    delete[] static_cast<char*>(data_);
}

Texture::Texture(const void* pixels, int width, int height, std::size_t stepBytes, bool)
    : object_((new cuda_on_cpu::Texture2D{pixels, width, height, stepBytes})->object())
{}

Texture::~Texture()
{
    delete reinterpret_cast<cuda_on_cpu::Texture2D*>(object_);
}

void synchronize()
{}

void synchronize(Stream)
{}

void forgetErrors()
{}

void upload(void* device, const void* host, std::size_t bytes)
{
    std::memcpy(device, host, bytes);
}

void startUpload(void* device, const void* host, std::size_t bytes, Stream)
{
    std::memcpy(device, host, bytes);
}

void startDownload(void* host, const void* device, std::size_t bytes, Stream)
{
    std::memcpy(host, device, bytes);
}

void copyOnDevice(void* to, const void* from, std::size_t bytes, Stream)
{
    std::memcpy(to, from, bytes);
}

void launchEmpty(Stream)
{}

void launchHold(double, Stream)
{}

void launchCopy(int, void* to, const void* from, std::size_t bytes, bool, Stream)
{
    std::memcpy(to, from, bytes);
}

void launchTwoPass(const TwoPass& pass, float* dst, float* between, const float* src, Stream)
{
    withRadius(pass, [&](auto radius) { emulate<decltype(radius)::value>(pass, dst, between, src); });
}

void launchTexturePasses(const TwoPass& pass, float* dst, float* between, const Texture& ofSrc,
                         const Texture& ofBetween, Stream)
{
    withRadius(pass,
               [&](auto radius) { emulateTextures<decltype(radius)::value>(pass, dst, between, ofSrc, ofBetween); });
}

int measuredMegahertz()
{
    return 0;
}

std::size_t cacheBytes()
{
    return 1 << 16;
}

std::vector<std::pair<std::string, std::string>> deviceFacts()
{
    return {{"device", "emulated"}};
}

} // namespace perf
