// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 7 x 7 to 15 x 15: minmaxSquareKernel.
#include "../kernels/minmax/square.cuh"
#include "fill_device.hpp"
#include "minmax_squares.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

// Rows of the source for each warp: few in large images, else such that as few rounds of blocks as can be fill the
// device.
template <class Tile> int rowsOfSquare(const MinmaxSquareTuning& tuning, int columns, int rows)
{
    constexpr std::int64_t kBlocksAtOnce = kMultiprocessors * Tile::Blocks;
    if (takeManyRoundsOfSlowMemory(rowsOfOneRound(columns, rows, kBlocksAtOnce * Tile::Warps), tuning.lowRows))
        return tuning.lowRows;
    int best = Tile::LeastRows;
    std::int64_t lowestCost = 0;
    for (int candidate = Tile::LeastRows; candidate <= tuning.mostRows; candidate += 6)
    {
        const int results = Tile::Warps * candidate - (Tile::Size - 1);
        const std::int64_t blocks = static_cast<std::int64_t>(columns) * ((rows + results - 1) / results);
        const std::int64_t cost = (blocks + kBlocksAtOnce - 1) / kBlocksAtOnce * (candidate + tuning.startRows);
        if (lowestCost == 0 || cost < lowestCost)
        {
            lowestCost = cost;
            best = candidate;
        }
    }
    return best;
}

template <class T, int Channels, int Size>
void launchMinmaxSquare(MinmaxWindowArguments<T, NoExtra>& a, const CudaCall& call, const char* name)
{
    using Shape = StripShape<T, T, Channels, kChunkBytes / static_cast<int>(sizeof(T)), Size>;
    constexpr MinmaxSquareTuning tuning = minmaxSquareTuning(sizeof(T), Channels, Shape::words);
    using Tile = SquareTile<Size, tuning.rowsAhead, tuning.blocks>;
    const int width = 32 * Shape::scalars, columns = (a.target.cols * Channels + width - 1) / width;
    a.layout.rowsPerThread = rowsOfSquare<Tile>(tuning, columns * call.images, a.target.rows);
    const int results = Tile::Warps * a.layout.rowsPerThread - (Size - 1);
    launchGrid<Tile, minmaxSquareKernel<Tile, Shape>>(
        name, a, tileGrid(columns, (a.target.rows + results - 1) / results, call.images), call.stream);
}

template <int Channels, int Size, class T> CudaKernelPtr minmaxSquareOf(const MinmaxWindowArguments<T, NoExtra>& a)
{
    if constexpr (hasMinmaxSquare(sizeof(T), Channels, Size))
        return wholeChunksKernel("minmaxSquareKernel", a, launchMinmaxSquare<T, Channels, Size>);
    return nullptr;
}

} // namespace

CudaKernelPtr minmaxSquareStep(const StepPlan& plan)
{
    return squareKernel(plan, [&](const auto& a, auto channels) {
        constexpr int Channels = decltype(channels)::value;
        switch (plan.plan.ksize.width)
        {
        case 7: return minmaxSquareOf<Channels, 7>(a);
        case 9: return minmaxSquareOf<Channels, 9>(a);
        case 11: return minmaxSquareOf<Channels, 11>(a);
        case 13: return minmaxSquareOf<Channels, 13>(a);
        case 15: return minmaxSquareOf<Channels, 15>(a);
        default: return CudaKernelPtr();
        }
    });
}

}} // namespace cv::cudatiled
