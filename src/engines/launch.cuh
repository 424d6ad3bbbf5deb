// SPDX-License-Identifier: Apache-2.0
// Launching: plans and images become kernel arguments, a refused launch becomes an exception.
#pragma once

#include <cuda_runtime.h>

#include <atomic>

#include "../core/image_view.hpp"
#include "../core/require.hpp"
#include "cuda_images.hpp"

namespace cv { namespace cudatiled {

template <class S> SourceView<S> sourceView(const ImagePlan& plan, const CudaSource& src)
{
    SourceView<S> view{};
    view.data = static_cast<const S*>(src.data);
    view.step = static_cast<std::ptrdiff_t>(src.step);
    view.rows = src.region.whole.height;
    view.cols = src.region.whole.width;
    view.channels = CV_MAT_CN(plan.srcType);
    view.x0 = src.region.offset.x;
    view.y0 = src.region.offset.y;
    view.rowBorder = plan.border.row;
    view.columnBorder = plan.border.column;
    for (int c = 0; c < 4; ++c)
        view.outside[c] = cv::saturate_cast<S>(plan.border.outside[c]);
    return view;
}

template <class D> TargetView<D> targetView(const ImagePlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    return {static_cast<D*>(dst.data), static_cast<std::ptrdiff_t>(dst.step), src.region.size.height,
            src.region.size.width, CV_MAT_CN(plan.dstType)};
}

template <class Tile, class D> int tilesInRow(const TargetView<D>& target)
{
    const int pixels = Tile::Width / target.channels;
    return static_cast<int>((static_cast<std::int64_t>(target.cols) + pixels - 1) / pixels);
}

// Throws; tells a launch that was refused from an error that CUDA still had to report of earlier work.
[[noreturn]] void failLaunch(cudaError_t error, const char* kernelName, std::int64_t blocks);

// Whether CUDATILED_LOG=launches is set: then each launch is a line on the error stream. Read once.
bool logsLaunches();
void logLaunch(const char* kernelName, dim3 grid, dim3 block, std::size_t dynamicSharedBytes);

// Asks for more than 48 KB of shared memory, once for each device; `devices` is the kernel's own, a bit for each.
template <class Arguments>
void allowSharedMemory(void (*kernel)(Arguments), std::atomic<std::uint64_t>& devices, std::size_t bytes)
{
    int device = 0;
    cudaGetDevice(&device);
    const std::uint64_t bit = std::uint64_t(1) << (device % 64);
    if (device < 64 && (devices & bit))
        return;
    // Refused, the launch says so.
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
    devices |= bit;
}

// Whether the kernels that the current device runs wait for earlier work themselves, so that they may be launched before it is done: those
// compiled for compute capability 9.0 or above do. Asked once for each device, of any kernel: all are compiled for the same ones.
bool awaitsEarlierWork(const void* kernel);

// Kernels with dynamicShared() tell how many bytes.
template <class Block, class Arguments>
void launchGrid(const char* kernelName, void (*kernel)(Arguments), const Arguments& arguments, dim3 grid,
                CudaStream stream, std::size_t sharedBytes = 0)
{
    static_assert(sizeof(Arguments) <= 4096, "devices before sm_70 and toolkits before 12.1 pass 4 KB of arguments");
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = dim3(Block::ThreadsX, Block::ThreadsY);
    config.dynamicSmemBytes = sharedBytes;
    config.stream = stream;
    config.attrs = &early;
    config.numAttrs = awaitsEarlierWork(reinterpret_cast<const void*>(kernel)) ? 1 : 0;
    if (logsLaunches())
        logLaunch(kernelName, grid, config.blockDim, sharedBytes);
    const cudaError_t error = cudaLaunchKernelEx(&config, kernel, arguments);
    if (error != cudaSuccess)
        failLaunch(error, kernelName, static_cast<std::int64_t>(grid.x) * grid.y * grid.z);
}

// A grid of tiles, with as many slices as it takes: CUDA allows 65535 blocks in y. The last slice may reach below the target.
inline dim3 tileGrid(int tilesX, int tilesY)
{
    const int slices = (tilesY + 65534) / 65535;
    return dim3(tilesX, (tilesY + slices - 1) / slices, slices);
}

template <class Block, class Arguments>
void launchBlocks(const char* kernelName, void (*kernel)(Arguments), const Arguments& arguments, std::int64_t blocks,
                  CudaStream stream)
{
    CUDATILED_REQUIRE(blocks <= 0x7fffffff, "cudatiled::Filter::apply", StsOutOfRange,
                      "the image of %d x %d pixels takes %lld blocks of %s; CUDA starts at most 2^31 - 1",
                      arguments.target.cols, arguments.target.rows, static_cast<long long>(blocks), kernelName);
    launchGrid<Block>(kernelName, kernel, arguments, dim3(static_cast<unsigned>(blocks)), stream);
}

// Starts one block for every tile of the target.
template <class Tile, class Arguments>
void launchTiles(const char* kernelName, void (*kernel)(Arguments), const Arguments& arguments, CudaStream stream)
{
    const std::int64_t tilesY = (static_cast<std::int64_t>(arguments.target.rows) + Tile::Height - 1) / Tile::Height;
    launchBlocks<Tile>(kernelName, kernel, arguments, tilesY * arguments.tilesX, stream);
}

}} // namespace cv::cudatiled
