// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 7 x 7 to 15 x 15: extremeMarchKernel.
#include "../kernels/extreme_march_kernel.cuh"
#include "extreme_launch.cuh"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

namespace {

// As measured; the registers of four blocks hold so many rows ahead.
template <class Shape> constexpr int marchRowsAhead()
{
    return Shape::channels == 1 && sizeof(typename Shape::S) < 4 ? 6 : Shape::words <= 12 ? 3 : 2;
}

// Rows of the source for each warp, such that as few rounds of blocks as can be fill the device.
template <class Tile> int rowsOfMarch(int columns, int rows)
{
    constexpr std::int64_t kBlocksAtOnce = kMultiprocessors * Tile::Blocks;
    constexpr int kMostRows = 96, kStart = 8; // rows that pass until the first ones have come
    int best = Tile::LeastRows;
    std::int64_t lowestCost = 0;
    for (int candidate = Tile::LeastRows; candidate <= kMostRows; candidate += 6)
    {
        const int results = Tile::Warps * candidate - (Tile::Size - 1);
        const std::int64_t blocks = static_cast<std::int64_t>(columns) * ((rows + results - 1) / results);
        const std::int64_t cost = (blocks + kBlocksAtOnce - 1) / kBlocksAtOnce * (candidate + kStart);
        if (lowestCost == 0 || cost < lowestCost)
        {
            lowestCost = cost;
            best = candidate;
        }
    }
    return best;
}

template <class T, int Channels, int Size>
void launchMarch(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    using Shape = StripShape<T, T, Channels, kChunkBytes / static_cast<int>(sizeof(T)), Size>;
    using Tile = MarchTile<Size, marchRowsAhead<Shape>(), 4>;
    const ImagePlan image = plan.planOf(step);
    ExtremeStripArguments<T, NoExtra> a{};
    a.source = bitsView<T>(image, src);
    a.target = targetView<T>(image, src, dst);
    a.flip = flipOf(CV_MAT_DEPTH(plan.srcType), step);
    const int width = 32 * Shape::scalars, columns = (a.target.cols * Channels + width - 1) / width;
    a.placement.rows = rowsOfMarch<Tile>(columns, a.target.rows);
    const int results = Tile::Warps * a.placement.rows - (Size - 1);
    launchGrid<Tile>("extremeMarchKernel", extremeMarchKernel<Tile, Shape>, a,
                     tileGrid(columns, (a.target.rows + results - 1) / results), stream);
}

// Whether the kernel is as quick as extremeTileKernel at least, and not more code than it is worth.
template <class T> constexpr bool marches(int channels, int size)
{
    return sizeof(T) == 1 ? channels != 2 : channels == 1 && (sizeof(T) == 2 || size <= 9);
}

template <class T, int Channels, int Size>
bool tryMarch(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
              CudaStream stream)
{
    if constexpr (marches<T>(Channels, Size))
        if (plan.ksize.width == Size && CV_MAT_CN(plan.srcType) == Channels)
            return launchMarch<T, Channels, Size>(plan, step, src, dst, stream), true;
    return false;
}

template <class T, int Channels>
bool tryMarch(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
              CudaStream stream)
{
    return tryMarch<T, Channels, 7>(plan, step, src, dst, stream) ||
           tryMarch<T, Channels, 9>(plan, step, src, dst, stream) ||
           tryMarch<T, Channels, 11>(plan, step, src, dst, stream) ||
           tryMarch<T, Channels, 13>(plan, step, src, dst, stream) ||
           tryMarch<T, Channels, 15>(plan, step, src, dst, stream);
}

} // namespace

bool tryMarchStep(const MorphologyPlan& plan, MorphologyStep step, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    const int radius = plan.ksize.width / 2;
    if (!fastKernels() || !isNarrow(plan, src.region) || !plan.element.empty() ||
        plan.ksize.width != plan.ksize.height || plan.anchor != cv::Point(radius, radius) ||
        !areWholeChunks(plan, src, dst))
        return false;
    bool done = false;
    withBitsOf(CV_MAT_DEPTH(plan.srcType), [&](auto bits) {
        using T = decltype(bits);
        done = bordersNeverWin<T>(plan, step) &&
               (tryMarch<T, 1>(plan, step, src, dst, stream) || tryMarch<T, 3>(plan, step, src, dst, stream) ||
                tryMarch<T, 4>(plan, step, src, dst, stream));
    });
    return done;
}

}} // namespace cv::cudatiled
