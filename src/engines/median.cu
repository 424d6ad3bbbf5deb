// SPDX-License-Identifier: Apache-2.0
// Medians on CUDA: in registers up to 7x7, by moving histograms for larger squares of bytes, bit by bit for all others.
#include "median.hpp"

#include "../core/dispatch.hpp"
#include "../kernels/median_kernel.cuh"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

constexpr int kLargestHistogram = 255; // pixels along a side: counts have 16 bits

// 64 x 4 threads, 4 rows each: 64 x 16 scalars a block.
template <int Size> struct Network : MedianTile<64, 4, 4, Size>
{};

// 64 histograms: 32 KB of shared memory.
struct Histograms : MedianStrip<64>
{};

// The same as Network for any odd size: at most 34 KB of shared memory.
struct Selections : MedianTile<64, 4, 4, 31>
{};

struct Windows : MedianStrip<128>
{};

template <class T> MedianArguments<T> argumentsOf(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    return {sourceView<T>(plan, src), targetView<T>(plan, src, dst), plan.ksize.width, 0, 0};
}

template <class Tile, class T>
void launchTileKernel(const char* kernelName, void (*kernel)(MedianArguments<T>), MedianArguments<T> a,
                      CudaStream stream)
{
    a.tilesX = tilesInRow<Tile>(a.target);
    launchTiles<Tile>(kernelName, kernel, a, stream);
}

template <int Size, class T> void launchNetwork(const MedianArguments<T>& a, CudaStream stream)
{
    launchTileKernel<Network<Size>>("medianNetworkKernel", medianNetworkKernel<Network<Size>, T>, a, stream);
}

template <class Strip, class T>
void launchStrips(const char* kernelName, void (*kernel)(MedianArguments<T>), MedianArguments<T> a, int tileRows,
                  CudaStream stream)
{
    const std::int64_t scalars = static_cast<std::int64_t>(a.target.cols) * a.target.channels;
    a.tilesX = static_cast<int>((scalars + Strip::Width - 1) / Strip::Width);
    a.tileRows = tileRows;
    const std::int64_t tilesY = (static_cast<std::int64_t>(a.target.rows) + tileRows - 1) / tileRows;
    launchBlocks<Strip>(kernelName, kernel, a, tilesY * a.tilesX, stream);
}

// Rows of a column of results: a thread starts with as many rows of its window as it has pixels on a side.
int rowsPerHistogram(int kernelSize)
{
    return std::max(32, 2 * kernelSize);
}

} // namespace

void runOnCuda(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const int size = plan.ksize.width;
    withDepth(CV_MAT_DEPTH(plan.srcType), SourceTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        const MedianArguments<T> a = argumentsOf<T>(plan, src, dst);
        if (size == 3)
            return launchNetwork<3>(a, stream);
        if (size == 5)
            return launchNetwork<5>(a, stream);
        if (size == 7)
            return launchNetwork<7>(a, stream);
        if constexpr (sizeof(T) == 1)
            if (size <= kLargestHistogram)
                return launchStrips<Histograms>("medianHistogramKernel", medianHistogramKernel<Histograms, T>, a,
                                                rowsPerHistogram(size), stream);
        if constexpr (sizeof(T) > 1)
            if (size <= Selections::Size)
                return launchTileKernel<Selections>("medianTileKernel", medianTileKernel<Selections, T>, a, stream);
        launchStrips<Windows>("medianWindowKernel", medianWindowKernel<Windows, T>, a, 1, stream);
    });
}

}} // namespace cv::cudatiled
