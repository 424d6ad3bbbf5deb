// SPDX-License-Identifier: Apache-2.0
// Medians on CUDA: small ones in registers, by moving histograms for larger squares of bytes, by ranks for others as long as shared memory
// allows, by slices of the values for what is left: a window of numbers that a multiprocessor has no room for.
#include "median.hpp"

#include "../core/device.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/median_kernel.cuh"
#include "launch.cuh"
#include "median_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestOfWords = 255; // pixels along a side, of which 16 bits can count all

// 32 KB of shared memory.
struct Histograms : HistogramStrip<64, std::uint16_t>
{};
struct WideHistograms : HistogramStrip<32, std::uint32_t>
{};

template <class T> MedianArguments<T> argumentsOf(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    return {sourceView<T>(plan, src), targetView<T>(plan, src, dst), plan.ksize.width, 0, 0};
}

// A thread starts a column of results with as many rows of its window as it has pixels on a side.
template <class Strip, class T> void launchHistograms(MedianArguments<T> a, CudaStream stream)
{
    const std::int64_t scalars = static_cast<std::int64_t>(a.target.cols) * a.target.channels;
    a.tilesX = static_cast<int>((scalars + Strip::Threads - 1) / Strip::Threads);
    a.tileRows = std::max(32, 2 * a.kernelSize);
    const std::int64_t tilesY = (static_cast<std::int64_t>(a.target.rows) + a.tileRows - 1) / a.tileRows;
    launchBlocks<Strip>("medianHistogramKernel", medianHistogramKernel<Strip, T>, a, tilesY * a.tilesX, stream);
}

} // namespace

void prepareForCuda(MedianPlan& plan)
{
    plan.sharedMemory = lowestSharedMemory("createMedianFilter");
}

void runOnCuda(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepth(CV_MAT_DEPTH(plan.srcType), SourceTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        if (tryMedian<T>(plan, src, dst, stream))
            return;
        if constexpr (sizeof(T) == 1)
        {
            const MedianArguments<T> a = argumentsOf<T>(plan, src, dst);
            if (a.kernelSize <= kLargestOfWords)
                launchHistograms<Histograms>(a, stream);
            else
                launchHistograms<WideHistograms>(a, stream);
        }
    });
}

}} // namespace cv::cudatiled
