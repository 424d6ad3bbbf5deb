// SPDX-License-Identifier: Apache-2.0
// How a kernel may be launched, and the error if the launch fails.
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "../core/cuda_error.hpp"
#include "batch_places.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

const char kApply[] = "cudatiled::Filter::apply";

// Errors of a launch itself; all others come from earlier work.
bool isLaunchError(cudaError_t error)
{
    switch (error)
    {
    case cudaErrorInvalidValue:
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorInvalidResourceHandle:
    case cudaErrorInvalidPtx:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorLaunchOutOfResources:
    case cudaErrorMemoryAllocation: return true;
    default: return false;
    }
}

// Yes or no for each device, asked once.
class AnswerOfDevices
{
public:
    // `ask` gets the number of the current device; without an answer of it, this is false and it is asked again.
    template <class Ask> bool ofCurrent(const Ask& ask)
    {
        int device = 0;
        cudaGetDevice(&device);
        if (device >= 64)
            return false;
        const std::uint64_t bit = std::uint64_t(1) << device;
        if (!(asked_ & bit))
        {
            const std::optional<bool> answer = ask(device);
            if (!answer)
                return false;
            if (*answer)
                yes_ |= bit;
            asked_ |= bit;
        }
        return (yes_ & bit) != 0;
    }

private:
    Devices asked_{0}, yes_{0};
};

// Whether the kernels that the current device runs wait for earlier work themselves, so that they may be launched
// before it is done: those compiled for compute capability 9.0 or above do. Asked once for each device, of any kernel.
bool awaitsEarlierWork(const void* kernel)
{
    static AnswerOfDevices answer;
    return answer.ofCurrent([&](int) -> std::optional<bool> {
        constexpr int kDriverOfGraphs = 12030; // graphs of older drivers refuse such launches
        cudaFuncAttributes attributes{};
        int driver = 0;
        if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess || cudaDriverGetVersion(&driver) != cudaSuccess)
        {
            cudaGetLastError(); // the launch will report it
            return std::nullopt;
        }
        return attributes.ptxVersion >= 90 && driver >= kDriverOfGraphs;
    });
}

// 0 where the device does not tell.
int attributeOf(int device, cudaDeviceAttr attribute)
{
    int value = 0;
    if (cudaDeviceGetAttribute(&value, attribute, device) != cudaSuccess)
        cudaGetLastError();
    return value;
}

// Whether CUDATILED_LOG=launches is set: then each launch is a line on the error stream. Read once.
bool logsLaunches()
{
    static const bool logs = [] {
        const char* const value = std::getenv("CUDATILED_LOG");
        const std::string name = value ? value : "";
        CUDATILED_REQUIRE(name.empty() || name == "launches", "CUDATILED_LOG", StsBadArg,
                          "is \"%s\"; it must be launches", name.c_str());
        return !name.empty();
    }();
    return logs;
}

void logLaunch(const char* kernelName, dim3 grid, dim3 block, std::size_t dynamicSharedBytes)
{
    std::fprintf(stderr, "cudatiled: %s, grid %u x %u x %u, block %u x %u x %u, %zu bytes of dynamic shared memory\n",
                 kernelName, grid.x, grid.y, grid.z, block.x, block.y, block.z, dynamicSharedBytes);
}

[[noreturn]] void failLaunch(cudaError_t error, const char* kernelName, std::int64_t blocks)
{
    cudaGetLastError(); // the exception reports it: leave nothing behind for the caller to trip over
    const std::string what = cv::format("%s (%s)", cudaGetErrorString(error), cudaGetErrorName(error));
    if (!isLaunchError(error))
        CUDATILED_FAIL(kApply, GpuApiCallError,
                       "%s was not launched, because CUDA was in error already, from earlier work of this process: %s",
                       kernelName, what.c_str());
    if (error == cudaErrorNoKernelImageForDevice)
        CUDATILED_FAIL(
            kApply, GpuApiCallError,
            "%s was compiled for other architectures than this device's; add it to CMAKE_CUDA_ARCHITECTURES and "
            "build again: %s",
            kernelName, what.c_str());
    CUDATILED_FAIL(kApply, GpuApiCallError, "the launch of %lld blocks of %s failed: %s",
                   static_cast<long long>(blocks), kernelName, what.c_str());
}

Places placesInSteps(const CudaCall* calls)
{
    return {static_cast<const char*>(calls[1].src.data) - static_cast<const char*>(calls[0].src.data),
            static_cast<char*>(calls[1].dst.data) - static_cast<char*>(calls[0].dst.data), nullptr, nullptr};
}

// How many of the first images have one shape and lie equally far apart.
int imagesInSteps(const CudaCall* calls, int count)
{
    if (count < 2 || !haveSameShape(calls[0], calls[1]))
        return std::min(count, 1);
    const Places first = placesInSteps(calls);
    int end = 2;
    for (; end < count && haveSameShape(calls[0], calls[end]); ++end)
    {
        const Places next = placesInSteps(calls + end - 1);
        if (next.sourcesApart != first.sourcesApart || next.targetsApart != first.targetsApart)
            break;
    }
    return end;
}

} // namespace

NamedKernel::NamedKernel(const char* kernelName, RowLength length, int channels, Images held)
    : name_(kernelName), length_(length), channels_(channels), held_(held)
{
    hasFastMemory(); // the driver asks the device for its clock, which takes long the first time: not in apply
}

bool NamedKernel::takes(const CudaCall& call) const
{
    return length_ == RowLength::Any || isNarrow(call.src.region, channels_);
}

bool NamedKernel::takesTogether(const CudaCall& a, const CudaCall& b) const
{
    const int height = std::max(a.src.region.size.height, b.src.region.size.height);
    return held_ == Images::AnySize && height <= kMostBlocks;
}

void NamedKernel::launchBatch(const CudaCall* calls, int count) const
{
    if (held_ == Images::One || calls->src.region.size.height > kMostBlocks) // has slices: see tileGrid
        return CudaKernel::launchBatch(calls, count);
    constexpr int kLeastInList = 3; // which takes a launch of its own
    const bool hasLists = held_ == Images::Listed || held_ == Images::AnySize;
    int images = imagesInSteps(calls, count);
    if (images < count && hasLists && count >= kLeastInList)
        return launchList(calls, count);
    const Siblings siblings = calls->siblings;
    bool isFirst = true;
    for (; count > 0; calls += images, count -= images, images = imagesInSteps(calls, count))
    {
        CudaCall all = *calls;
        all.images = images;
        all.siblings = Siblings::of(!isFirst || siblings.before(), images < count || siblings.behind());
        launchImages(all, images > 1 ? placesInSteps(calls) : Places{});
        isFirst = false;
    }
}

void NamedKernel::launchList(const CudaCall* calls, int count) const
{
    CudaCall all = *calls;
    all.images = count;
    for (const CudaCall* call = calls; call < calls + count; ++call)
    {
        all.src.region.size.width = std::max(all.src.region.size.width, call->src.region.size.width);
        all.src.region.size.height = std::max(all.src.region.size.height, call->src.region.size.height);
    }
    const auto launchWith = [&](BatchList& list, int first) {
        const bool ofAnySize = held_ == Images::AnySize, wasWritten = ofAnySize ? list.hasImages() : list.hasPlaces();
        Places places{};
        if (ofAnySize)
            places.images = list.imagesOf(calls, count, first);
        else
            places.list = list.placesOf(calls, count, first);
        if (!places.images && !places.list)
            return false;
        const bool before = calls->siblings.before() && wasWritten; // by a launch that is not the one before
        all.siblings = Siblings::of(before, calls->siblings.behind());
        launchImages(all, places);
        return true;
    };
    if (calls->list && launchWith(*calls->list, calls->numberInList))
        return;
    BatchList own(calls, count);
    launchWith(own, 0);
}

bool hasFastMemory()
{
    static AnswerOfDevices answer;
    return answer.ofCurrent([](int device) -> std::optional<bool> {
        return isFastMemory(attributeOf(device, cudaDevAttrMemoryClockRate),
                            attributeOf(device, cudaDevAttrGlobalMemoryBusWidth),
                            attributeOf(device, cudaDevAttrMultiProcessorCount));
    });
}

void allowSharedMemory(const void* kernel, std::size_t bytes, Devices& devices)
{
    int device = 0;
    cudaGetDevice(&device);
    const std::uint64_t bit = std::uint64_t(1) << (device % 64);
    if (device < 64 && (devices & bit))
        return;
    // If the device refuses, the launch reports it.
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    devices |= bit;
}

LaunchConfiguration::LaunchConfiguration(const char* kernelName, const void* kernel, dim3 grid, dim3 block,
                                         std::size_t sharedBytes, CudaStream stream)
    : kernelName_(kernelName)
{
    early_.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early_.val.programmaticStreamSerializationAllowed = 1;
    config_.gridDim = grid;
    config_.blockDim = block;
    config_.dynamicSmemBytes = sharedBytes;
    config_.stream = stream;
    config_.attrs = &early_;
    config_.numAttrs = awaitsEarlierWork(kernel) ? 1 : 0;
    if (logsLaunches())
        logLaunch(kernelName, grid, block, sharedBytes);
}

void LaunchConfiguration::require(cudaError_t launched) const
{
    const dim3& grid = config_.gridDim;
    if (launched != cudaSuccess)
        failLaunch(launched, kernelName_, static_cast<std::int64_t>(grid.x) * grid.y * grid.z);
}

}} // namespace cv::cudatiled
