// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns on CUDA.
#include "../plans/sum_plan.hpp"
#include "kernels_for.hpp"

#include "../kernels/line_sum/kernel.cuh"
#include "../launch/alignment.hpp"
#include "../launch/fill_device.hpp"
#include "../launch/general_separable.cuh"
#include "../launch/tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Channels> constexpr RowSumTuning kRowSum = rowSumTuning(sizeof(S), Channels);
template <class S, int Channels>
struct RowSums : RowSumTile<kRowSum<S, Channels>.threads, kRowSum<S, Channels>.width, kRowSum<S, Channels>.manyRows,
                            kRowSum<S, Channels>.taps>
{};

struct ColumnSums : ColumnSumTile<kColumnSum.threads, kColumnSum.words>
{};

constexpr int kMostBytes = 257; // whose sum fits into 16 bits
constexpr int kMostFloats = 33; // whose sum is within the accuracy that is promised

template <class S> SumArguments<S> argumentsOf(const SumPlan& plan, int taps, int anchor)
{
    SumArguments<S> a{};
    a.source = sourceView<S>(plan);
    const bool biased = CV_MAT_DEPTH(plan.srcType) == CV_16S;
    for (int c = 0; biased && c < 4; ++c)
        a.source.outside[c] = static_cast<S>(cv::saturate_cast<short>(plan.border.outside[c]));
    a.target = targetView<std::uint32_t>(plan);
    a.taps = taps;
    a.anchor = anchor;
    a.finish = {biased ? 0x80008000u : 0u, biased ? 32768 * taps : 0, CV_MAT_DEPTH(plan.dstType) == CV_32F};
    return a;
}

template <int Channels, class S> void launchRowSums(SumArguments<S>& a, const CudaCall& call, const char* name)
{
    using Tile = RowSums<S, Channels>;
    constexpr RowSumTuning tuning = kRowSum<S, Channels>;
    constexpr bool isByte = sizeof(S) == 1;
    align(a, a.anchor, isByte ? kChunkBytes : 4, isByte ? kSumLineBytes : 16);
    const int tilesX = (a.target.cols * Channels + a.alignment.targetSkew + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfEnoughBlocks(tilesX, a.target.rows, tuning.blocks * kMultiprocessors, tuning.rows, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile, rowSumKernel<Tile, Channels, S>>(name, a, tileGrid(tilesX, tilesY), call.stream);
}

template <class S> CudaKernelPtr rowSums(const SumPlan& plan)
{
    if (plan.ksize.height > 1 || plan.ksize.width > RowSums<S, 1>::MaxTaps)
        return nullptr;
    const SumArguments<S> a = argumentsOf<S>(plan, plan.ksize.width, plan.anchor.x);
    return withChannels(a.source.channels, [&](auto channels) {
        return fastKernel("rowSumKernel", a, launchRowSums<decltype(channels)::value, S>);
    });
}

template <class S> void launchColumnSums(SumArguments<S>& a, const CudaCall& call, const char* name)
{
    align(a, 0, kChunkBytes, kSumLineBytes);
    const int width = ColumnSums::Words * SumColumn<S>::scalars;
    const int tilesX = (a.target.cols * a.target.channels + a.alignment.targetSkew + width - 1) / width;
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<ColumnSums, columnSumKernel<ColumnSums, S>>(name, a, tileGrid(tilesX, tilesY), call.stream);
}

template <class S> CudaKernelPtr columnSums(const SumPlan& plan)
{
    const int taps = plan.ksize.height, most = sizeof(S) == 4 ? kMostFloats : kMostBytes;
    const int rows = (ColumnSums::SourceRows - (taps - 1)) / kWindowRows * kWindowRows;
    if (plan.ksize.width > 1 || taps > most || rows <= 0)
        return nullptr;
    SumArguments<S> a = argumentsOf<S>(plan, taps, plan.anchor.y);
    a.tileRows = rows;
    return fastKernel("columnSumKernel", a, launchColumnSums<S>);
}

// The type that fast kernels handle pixels of a depth in: signed ones of 16 bits have a bias.
template <class S> using SumBits = std::conditional_t<std::is_same_v<S, std::int16_t>, std::uint16_t, S>;

template <class S> CudaKernelPtr fastRowSums(const SumPlan& plan)
{
    if constexpr (!std::is_same_v<S, std::int8_t> && !std::is_same_v<S, Half>)
        return rowSums<SumBits<S>>(plan);
    return nullptr;
}
template <class S> CudaKernelPtr fastColumnSums(const SumPlan& plan)
{
    if constexpr (!std::is_same_v<S, std::int8_t> && !std::is_same_v<S, Half>)
        return columnSums<SumBits<S>>(plan);
    return nullptr;
}

template <class S, class D> CudaKernelPtr general(const SumPlan& plan)
{
    if constexpr (kIsFloat<S>)
        return generalSeparableFor<AnyDepth<float>, AnyDepth<float>>(
            plan, LinearArithmetic<FloatAccumulator>{{1.f, 0.f}}, UnitTaps{});
    else
        return generalSeparableFor<AnyDepth<std::int32_t>, D>(plan, SumArithmetic<D>{}, UnitTaps{});
}

} // namespace

CudaKernels kernelsFor(const SumPlan& plan)
{
    CudaKernels kernels;
    withDepthPair<SumTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels = firstThatFit(plan, fastRowSums<S>, fastColumnSums<S>, general<S, D>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
