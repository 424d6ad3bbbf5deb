// SPDX-License-Identifier: Apache-2.0
// Launching: plans and images become kernel arguments, a refused launch becomes an exception.
#pragma once

#include <cuda_runtime.h>

#include <atomic>

#include "../core/image_view.hpp"
#include "../core/launch_limits.hpp"
#include "../core/require.hpp"
#include "cuda_kernel.hpp"
#include "narrow.hpp"

namespace cv { namespace cudatiled {

// Sets the part of the views that is known when a filter is created.
template <class S, Images Held = Images::One> SourceView<S, Held> sourceView(const ImagePlan& plan)
{
    SourceView<S, Held> view{};
    view.channels = CV_MAT_CN(plan.srcType);
    view.rowBorder = plan.border.row;
    view.columnBorder = plan.border.column;
    for (int c = 0; c < 4; ++c)
        view.outside[c] = cv::saturate_cast<S>(plan.border.outside[c]);
    return view;
}

template <class D, Images Held = Images::One> TargetView<D, Held> targetView(const ImagePlan& plan)
{
    return {nullptr, 0, 0, 0, CV_MAT_CN(plan.dstType), {}, {}};
}

// The same for kernels that take batches.
template <class S> BatchSource<S> batchSource(const ImagePlan& plan)
{
    return sourceView<S, Images::InSteps>(plan);
}
template <class D> BatchTarget<D> batchTarget(const ImagePlan& plan)
{
    return targetView<D, Images::InSteps>(plan);
}
template <class S> ListSource<S> listSource(const ImagePlan& plan)
{
    return sourceView<S, Images::Listed>(plan);
}
template <class D> ListTarget<D> listTarget(const ImagePlan& plan)
{
    return targetView<D, Images::Listed>(plan);
}

// The same for an instance of a kernel whose views hold less, where that is enough.
template <Images Held, class Arguments> auto withViewsOf(const Arguments& a)
{
    const auto& to = a.target;
    using D = std::remove_pointer_t<decltype(to.data)>;
    return a.with(a.source.template with<Held>(a.source.data, {a.source.places.apart}),
                  TargetView<D, Held>{to.data, to.step, to.rows, to.cols, to.channels, to.siblings, {to.places.apart}});
}

// Sets the rest when the filter is applied.
template <class Arguments> void setImages(Arguments& a, const CudaCall& call)
{
    const Region& region = call.src.region;
    a.source.data = static_cast<decltype(a.source.data)>(call.src.data);
    a.source.step = static_cast<std::ptrdiff_t>(call.src.step);
    a.source.rows = region.whole.height;
    a.source.cols = region.whole.width;
    a.source.x0 = region.offset.x;
    a.source.y0 = region.offset.y;
    a.target.data = static_cast<decltype(a.target.data)>(call.dst.data);
    a.target.step = static_cast<std::ptrdiff_t>(call.dst.step);
    a.target.rows = region.size.height;
    a.target.cols = region.size.width;
}

template <class Arguments> Arguments withImages(Arguments a, const CudaCall& call)
{
    setImages(a, call);
    return a;
}

// Which images the arguments hold. Overloaded for those that may hold another image beside them.
template <class Arguments> Images imagesHeldBy(const Arguments&)
{
    return decltype(Arguments::target)::held;
}

// Where the images of a batch lie: bytes from one to the next, or a list in device memory, of the kind that the kernel
// takes.
struct Places
{
    std::ptrdiff_t sourcesApart, targetsApart;
    const BatchPlace* list;   // or null
    const BatchImage* images; // or null
};

enum class RowLength
{
    Any,
    Narrow // positions in a row have 32 bits: see isNarrow
};

// The part of a kernel that does not depend on the type of its arguments.
class NamedKernel : public CudaKernel
{
public:
    NamedKernel(const char* kernelName, RowLength length, int channels, Images held);

    std::string name(const CudaCall&) const override { return name_; }
    bool takes(const CudaCall& call) const override;
    void launch(const CudaCall& call) const override { launchImages(call, {}); }
    void launchBatch(const CudaCall* calls, int count) const override;
    bool isOneLaunch(const CudaCall&) const override { return true; }
    bool takesTogether(const CudaCall& a, const CudaCall& b) const override;

protected:
    const char* kernelName() const { return name_; }

private:
    virtual void launchImages(const CudaCall& first, const Places& places) const = 0;
    void launchList(const CudaCall* calls, int count) const;

    const char* const name_;
    const RowLength length_;
    const int channels_;
    const Images held_;
};

// A kernel from its arguments, but for the images, and a function that places its blocks in these and launches it.
template <class Arguments, class Launch> class KernelOf : public NamedKernel
{
public:
    KernelOf(const char* kernelName, RowLength length, const Arguments& arguments, Launch how)
        : NamedKernel(kernelName, length, arguments.source.channels, imagesHeldBy(arguments)), arguments_(arguments),
          launch_(how)
    {}

protected:
    const Arguments arguments_;

private:
    void launchImages(const CudaCall& first, const Places& places) const override
    {
        Arguments a = withImages(arguments_, first);
        a.source.places.apart = places.sourcesApart;
        a.target.places.apart = places.targetsApart;
        a.target.siblings = first.siblings;
        if constexpr (decltype(a.target)::held == Images::Listed)
            a.source.places.list = a.target.places.list = places.list;
        if constexpr (decltype(a.target)::held == Images::AnySize)
            a.source.places.list = a.target.places.list = places.images;
        launch_(a, first, kernelName());
    }

    const Launch launch_;
};

template <class Arguments, class Launch, class Takes> class SelectiveKernel final : public KernelOf<Arguments, Launch>
{
public:
    SelectiveKernel(const char* kernelName, const Arguments& arguments, Takes which, Launch how)
        : KernelOf<Arguments, Launch>(kernelName, RowLength::Narrow, arguments, how), takes_(which)
    {}
    bool takes(const CudaCall& call) const override
    {
        return NamedKernel::takes(call) && takes_(withImages(this->arguments_, call));
    }
    bool isSelective() const override { return true; }

private:
    const Takes takes_;
};

// `launch` is called with the arguments, complete but for the alignment, the call, and the kernel's name.
template <class Arguments, class Launch>
CudaKernelPtr anyImageKernel(const char* name, const Arguments& arguments, Launch launch)
{
    return CudaKernelPtr(new KernelOf<Arguments, Launch>(name, RowLength::Any, arguments, launch));
}
template <class Arguments, class Launch>
CudaKernelPtr fastKernel(const char* name, const Arguments& arguments, Launch launch)
{
    return CudaKernelPtr(new KernelOf<Arguments, Launch>(name, RowLength::Narrow, arguments, launch));
}
// `takes` is asked about arguments that are complete but for the alignment.
template <class Arguments, class Takes, class Launch>
CudaKernelPtr selectiveKernel(const char* name, const Arguments& arguments, Takes takes, Launch launch)
{
    return CudaKernelPtr(new SelectiveKernel<Arguments, Launch, Takes>(name, arguments, takes, launch));
}

template <class Tile, class D> int tilesInRow(const TargetView<D>& target)
{
    const int pixels = Tile::Width / target.channels;
    return static_cast<int>((static_cast<std::int64_t>(target.cols) + pixels - 1) / pixels);
}

using Devices = std::atomic<std::uint64_t>; // a bit for each

// Lets blocks of a kernel have more than 48 KB of shared memory, once for each device; `devices` are those that do.
void allowSharedMemory(const void* kernel, std::size_t bytes, Devices& devices);

// How a kernel is launched.
class LaunchConfiguration
{
public:
    LaunchConfiguration(const char* kernelName, const void* kernel, dim3 grid, dim3 block, std::size_t sharedBytes,
                        CudaStream stream);
    LaunchConfiguration(const LaunchConfiguration&) = delete; // points to itself
    LaunchConfiguration& operator=(const LaunchConfiguration&) = delete;

    const cudaLaunchConfig_t* get() const { return &config_; }

    // Throws if the launch was refused. The error tells whether this launch failed or earlier work.
    void require(cudaError_t launched) const;

private:
    const char* const kernelName_;
    cudaLaunchAttribute early_{};
    cudaLaunchConfig_t config_{};
};

// Kernels with dynamicShared() tell how many bytes this launch needs, and how many any launch of theirs needs at most.
template <class Block, auto Kernel, class Arguments>
void launchGrid(const char* kernelName, const Arguments& arguments, dim3 grid, CudaStream stream,
                std::size_t sharedBytes = 0, std::size_t mostSharedBytes = 0)
{
    static_assert(sizeof(Arguments) <= kMostArgumentBytes, "CUDA takes no more");
    constexpr std::size_t kEveryBlockHas = 40 * 1024; // beside static shared memory
    const void* const kernel = reinterpret_cast<const void*>(Kernel);
    if (sharedBytes > kEveryBlockHas)
    {
        static Devices devices{0};
        allowSharedMemory(kernel, std::max(sharedBytes, mostSharedBytes), devices);
    }
    const LaunchConfiguration how(kernelName, kernel, grid, dim3(Block::ThreadsX, Block::ThreadsY), sharedBytes,
                                  stream);
    how.require(cudaLaunchKernelEx(how.get(), Kernel, arguments));
}

// A grid of tiles, with as many slices as it takes: The last slice may reach below the
// target. The images of a batch take one slice each.
inline dim3 tileGrid(int tilesX, int tilesY, int images = 1)
{
    if (images > 1)
        return dim3(tilesX, tilesY, images);
    const int slices = (tilesY + kMostBlocks - 1) / kMostBlocks;
    return dim3(tilesX, (tilesY + slices - 1) / slices, slices);
}

// Starts one block for every tile of the target, in a grid of one dimension.
template <class Tile, auto Kernel, class Arguments>
void launchTiles(const char* kernelName, const Arguments& arguments, CudaStream stream)
{
    const std::int64_t tilesY = (static_cast<std::int64_t>(arguments.target.rows) + Tile::Height - 1) / Tile::Height;
    const std::int64_t blocks = tilesY * arguments.tilesX;
    CUDATILED_REQUIRE(blocks <= 0x7fffffff, "cudatiled::Filter::apply", StsOutOfRange,
                      "the image of %d x %d pixels takes %lld blocks of %s; CUDA starts at most 2^31 - 1",
                      arguments.target.cols, arguments.target.rows, static_cast<long long>(blocks), kernelName);
    launchGrid<Tile, Kernel>(kernelName, arguments, dim3(static_cast<unsigned>(blocks)), stream);
}

}} // namespace cv::cudatiled
