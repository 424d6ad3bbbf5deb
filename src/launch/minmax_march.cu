// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 15 x 15 and 31 x 31: minmaxMarchKernel.
#include "../core/device.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/minmax/march.cuh"
#include "fill_device.hpp"
#include "minmax_squares.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class T, int Channels, int Size> struct MarchTuning
{
    static constexpr MinmaxMarchTuning value = minmaxMarchTuning(sizeof(T), Channels, Size);
};

template <class T, int Channels, int Size, class Order>
using MarchTile = MinmaxMarchTile<T, Channels, Size, MarchTuning<T, Channels, Size>, Order>;

// Of strips of such tiles: as many as fill the device in one round.
template <class Tile> int rowsOfStrips(int strips, int rows)
{
    return rowsOfOneRound(strips, rows, kMultiprocessors * Tile::Blocks);
}

template <class Tile, class Arguments> int stripsOf(const Arguments& a)
{
    return (a.target.cols * a.target.channels + Tile::Width - 1) / Tile::Width;
}

template <class T, int Channels, int Size, class Order>
void launchMinmaxMarch(MinmaxWindowArguments<T, NoExtra>& a, const CudaCall& call, const char* name)
{
    using Tile = MarchTile<T, Channels, Size, Order>;
    const int strips = stripsOf<Tile>(a), rows = rowsOfStrips<Tile>(strips * call.images, a.target.rows);
    a.layout.rowsPerThread = takeManyRounds(rows, Tile::LowRows) ? Tile::LowRows : std::max(rows, Tile::LeastRows);
    launchGrid<Tile, minmaxMarchKernel<Tile>>(
        name, a, tileGrid(strips, (a.target.rows + a.layout.rowsPerThread - 1) / a.layout.rowsPerThread, call.images),
        call.stream, Tile::SharedBytes);
}

// Calls use(MarchOrder) for pixels that are compared after an exclusive-or with `flip`.
template <class T, class Use> CudaKernelPtr withMarchOrder(std::uint32_t flip, Use use)
{
    if (flip == 0)
        return use(MarchOrder<Lowest, false>{});
    if constexpr (!kIsFloat<T>)
        if (flip != ~0u)
            return use(MarchOrder<Lowest, true>{});
    return use(MarchOrder<Highest, false>{});
}

template <int Channels, int Size, class Order, class T>
CudaKernelPtr minmaxMarchOf(const MinmaxWindowArguments<T, NoExtra>& a)
{
    if constexpr (hasMinmaxMarch(sizeof(T), Channels, Size))
    {
        using Tile = MarchTile<T, Channels, Size, Order>;
        const int leastRows = kernelChoice() == KernelChoice::Fast ? 1 : Tile::FewestRows;
        return selectiveKernel(
            "minmaxMarchKernel", a,
            [leastRows](const MinmaxWindowArguments<T, NoExtra>& all) {
                return areWholeChunks(all) && rowsOfStrips<Tile>(stripsOf<Tile>(all), all.target.rows) >= leastRows;
            },
            launchMinmaxMarch<T, Channels, Size, Order>);
    }
    return nullptr;
}

} // namespace

CudaKernelPtr minmaxMarchStep(const StepPlan& plan)
{
    if (lowestComputeCapability() < 90)
        return nullptr;
    return squareKernel(plan, [&](const auto& a, auto channels) {
        constexpr int Channels = decltype(channels)::value;
        using T = std::remove_const_t<std::remove_pointer_t<decltype(a.source.data)>>;
        return withMarchOrder<T>(a.flip, [&](auto order) {
            using Order = decltype(order);
            const int size = plan.plan.ksize.width;
            return size == 15   ? minmaxMarchOf<Channels, 15, Order>(a)
                   : size == 31 ? minmaxMarchOf<Channels, 31, Order>(a)
                                : CudaKernelPtr();
        });
    });
}

}} // namespace cv::cudatiled
