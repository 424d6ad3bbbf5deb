// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns on CUDA.
#include "sum.hpp"

#include "../core/kernel_choice.hpp"
#include "../kernels/sum_kernel.cuh"
#include "narrow.hpp"
#include "separable_launch.cuh"
#include "staged_launch.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S> struct RowSums : RowSumTile<256, 256, sizeof(S) == 1 ? 32 : 16, 33>
{};

struct ColumnSums : ColumnSumTile<256, 128>
{};

constexpr int kMostBytes = 257; // whose sum fits into 16 bits
constexpr int kMostFloats = 33; // whose sum is within the accuracy that is promised
constexpr int kLineBytes =
    128; // tiles of columns start at a multiple of so many bytes of the target, if all rows allow it

template <class S>
SumArguments<S> argumentsOf(const SumPlan& plan, int taps, int anchor, const CudaSource& src, const CudaTarget& dst)
{
    SumArguments<S> a{};
    a.source = sourceView<S>(plan, src);
    const bool biased = CV_MAT_DEPTH(plan.srcType) == CV_16S;
    for (int c = 0; biased && c < 4; ++c)
        a.source.outside[c] = static_cast<S>(cv::saturate_cast<short>(plan.border.outside[c]));
    a.target = targetView<std::uint32_t>(plan, src, dst);
    a.taps = taps;
    a.anchor = anchor;
    a.finish = {biased ? 0x80008000u : 0u, biased ? 32768 * taps : 0, CV_MAT_DEPTH(plan.dstType) == CV_32F};
    return a;
}

// Where tiles begin whose rows are brought by 16 bytes.
template <class S> StagedPlacement placeChunks(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    StagedPlacement placement{};
    placement.wholeStores = dst.step % kLineBytes == 0;
    if (placement.wholeStores)
        placement.lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(dst.data) % kLineBytes / 4);
    placement.wholeWords = src.step % kChunkBytes == 0;
    if (placement.wholeWords)
    {
        const std::ptrdiff_t pixels = static_cast<std::ptrdiff_t>(src.region.offset.x) - plan.anchor.x;
        const S* const first = static_cast<const S*>(src.data) + pixels * CV_MAT_CN(plan.srcType) - placement.lead;
        placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(first) % kChunkBytes);
    }
    return placement;
}

template <int Channels, class S> void launchRowSums(SumArguments<S>& a, CudaStream stream)
{
    using Tile = RowSums<S>;
    const int tilesX = (a.target.cols * Channels + a.placement.lead + Tile::Width - 1) / Tile::Width;
    const int tilesY = (a.target.rows + Tile::Rows - 1) / Tile::Rows;
    launchGrid<Tile>("rowSumKernel", rowSumKernel<Tile, Channels, S>, a, tileGrid(tilesX, tilesY), stream);
}

template <class S> bool tryRowSums(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize.height > 1 || plan.ksize.width > RowSums<S>::MaxTaps)
        return false;
    SumArguments<S> a = argumentsOf<S>(plan, plan.ksize.width, plan.anchor.x, src, dst);
    a.placement = sizeof(S) == 1 ? placeChunks<S>(plan, src, dst) : placeStaged<S, std::uint32_t>(plan, src, dst);
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: launchRowSums<1>(a, stream); break;
    case 2: launchRowSums<2>(a, stream); break;
    case 3: launchRowSums<3>(a, stream); break;
    default: launchRowSums<4>(a, stream); break;
    }
    return true;
}

template <class S>
bool tryColumnSums(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const int taps = plan.ksize.height, most = sizeof(S) == 4 ? kMostFloats : kMostBytes;
    const int rows = (ColumnSums::SourceRows - (taps - 1)) / kWindowRows * kWindowRows;
    if (plan.ksize.width > 1 || taps > most || rows <= 0)
        return false;
    SumArguments<S> a = argumentsOf<S>(plan, taps, plan.anchor.y, src, dst);
    a.placement = placeChunks<S>(plan, src, dst);
    a.rows = rows;
    const int width = ColumnSums::Words * SumColumn<S>::scalars;
    const int tilesX = (a.target.cols * a.target.channels + a.placement.lead + width - 1) / width;
    const int tilesY = (a.target.rows + a.rows - 1) / a.rows;
    launchGrid<ColumnSums>("columnSumKernel", columnSumKernel<ColumnSums, S>, a, tileGrid(tilesX, tilesY), stream);
    return true;
}

template <class S> bool trySums(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    return tryRowSums<S>(plan, src, dst, stream) || tryColumnSums<S>(plan, src, dst, stream);
}

bool tryFast(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (!fastKernels() || !isNarrow(plan, src.region))
        return false;
    switch (CV_MAT_DEPTH(plan.srcType))
    {
    case CV_8U: return trySums<std::uint8_t>(plan, src, dst, stream);
    case CV_16U:
    case CV_16S: return trySums<std::uint16_t>(plan, src, dst, stream);
    case CV_32F: return trySums<float>(plan, src, dst, stream);
    default: return false;
    }
}

} // namespace

void runOnCuda(const SumPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (tryFast(plan, src, dst, stream))
        return;
    withDepthPair<SumTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (std::is_same_v<S, float>)
            launchSeparable<S, D>(plan, FloatArithmetic<D>{0.f}, UnitTaps{}, src, dst, stream);
        else
            launchSeparable<S, D>(plan, SumArithmetic<D>{}, UnitTaps{}, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
