// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of pyramids. Nothing was measured for them.
#pragma once

#include <limits>

#include "../core/dispatch.hpp"
#include "../kernels/pyramid/down.cuh"
#include "../kernels/pyramid/up.cuh"
#include "../plans/dst_size.hpp"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// Wide stores begin at multiples of `unit` bytes of the target, if all of its rows do.
template <class Arguments> void alignPyramid(Arguments& a, std::size_t unit)
{
    a.alignment.wholeTarget =
        (reinterpret_cast<std::uintptr_t>(a.target.data) | static_cast<std::uintptr_t>(a.target.step)) % unit == 0;
    a.alignment.targetSkew = 0;
    alignSource(a, 0, 16);
}

// Blocks march down `rows` rows, and read some for themselves alone.
template <class Tile, class Arguments> dim3 placePyramid(Arguments& a, cv::Size size, int rows, int images)
{
    constexpr int kBlocks = 8 * kMultiprocessors, kLeastRows = 4, kMostRows = 32;
    a.target.cols = size.width;
    a.target.rows = size.height;
    const std::int64_t scalars = static_cast<std::int64_t>(size.width) * Tile::Channels;
    const auto tilesX = static_cast<int>((scalars + Tile::Results - 1) / Tile::Results);
    a.rowsOfBlock = rowsOfEnoughBlocks(tilesX, rows, kBlocks, kLeastRows, kMostRows);
    return tileGrid(tilesX, (rows + a.rowsOfBlock - 1) / a.rowsOfBlock, images);
}

// A plan's kernel for its depth and channels, from a function of a tile.
template <template <class, int> class Tile, class Plan, class Make>
CudaKernelPtr pyramidKernel(const Plan& plan, Make make)
{
    CudaKernelPtr kernel;
    withDepth(CV_MAT_DEPTH(plan.srcType), PyramidTypes{}, [&](auto depth) {
        withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
            kernel = make(Type<Tile<typename decltype(depth)::type, decltype(channels)::value>>{});
        });
    });
    return kernel;
}

} // namespace

inline CudaKernelPtr pyrDownFor(const PyrDownPlan& plan)
{
    return pyramidKernel<PyrDownTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        using T = typename Tile::T;
        const PyrDownArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), {}, 0, 0};
        return anyImageKernel(
            "pyrDownKernel", arguments, [plan](PyrDownArguments<T>& a, const CudaCall& call, const char* name) {
                const cv::Size from(a.source.cols, a.source.rows), size = dstSizeOf(plan, from);
                const dim3 grid = placePyramid<Tile>(a, size, size.height, call.images);
                alignPyramid(a, 8);
                const bool shifts = from.width > 2 && 2 * std::int64_t(size.width) == from.width + std::int64_t(2);
                a.shiftedFrom = shifts ? std::ptrdiff_t(size.width - 1) * Tile::Channels
                                       : std::numeric_limits<std::ptrdiff_t>::max();
                launchGrid<Tile, pyrDownKernel<Tile>>(name, a, grid, call.stream);
            });
    });
}

inline CudaKernelPtr pyrUpFor(const PyrUpPlan& plan)
{
    return pyramidKernel<PyrUpTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        using T = typename Tile::T;
        const PyrUpArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), {}, 0, 0, false};
        return anyImageKernel(
            "pyrUpKernel", arguments, [plan](PyrUpArguments<T>& a, const CudaCall& call, const char* name) {
                const cv::Size from(a.source.cols, a.source.rows), size = dstSizeOf(plan, from);
                const dim3 grid = placePyramid<Tile>(a, size, from.height, call.images);
                alignPyramid(a, 4);
                a.wholeWords = a.alignment.wholeTarget;
                alignPyramid(a, 16);
                a.copiedFrom = size.width > 2 * from.width ? 2 * std::ptrdiff_t(from.width) * Tile::Channels
                                                           : std::numeric_limits<std::ptrdiff_t>::max();
                launchGrid<Tile, pyrUpKernel<Tile>>(name, a, grid, call.stream);
            });
    });
}

}} // namespace cv::cudatiled
