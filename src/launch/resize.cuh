// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of images of another size.
#pragma once

#include "../kernels/resize/area.cuh"
#include "../kernels/resize/sample.cuh"
#include "../kernels/resize/twice.cuh"
#include "../plans/dst_size.hpp"
#include "strip.hpp"

namespace cv { namespace cudatiled {

namespace {

// The size of the target, which a call leaves to the plan.
template <class Arguments> Resizing setTarget(Arguments& a, const ResizePlan& plan)
{
    const Resizing resizing = resizingOf(plan, {a.source.cols, a.source.rows});
    a.target.cols = resizing.x.target;
    a.target.rows = resizing.y.target;
    return resizing;
}

template <class Tile, auto Kernel> CudaKernelPtr halvesOrDoubles(const ResizePlan& plan, const char* name, bool halves)
{
    using T = typename Tile::T;
    const ResizeStripArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), StripAlignment::None, false, 0};
    return anyImageKernel(
        name, arguments, [plan, halves](ResizeStripArguments<T>& a, const CudaCall& call, const char* kernel) {
            setTarget(a, plan);
            alignStrips<typename Tile::Shape>(a, halves ? Tile::Shape::Bytes / 2 : Tile::Shape::Bytes * 2);
            const dim3 grid = placeStrips<Tile>(a, a.source.cols, halves ? a.target.rows : a.source.rows, call.images);
            launchGrid<Tile, Kernel>(kernel, a, grid, call.stream);
        });
}

template <class Tile, auto Kernel> CudaKernelPtr samples(const ResizePlan& plan, const char* name)
{
    using T = typename Tile::T;
    const ResizeArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), {}, {}, 0, false};
    return anyImageKernel(name, arguments, [plan](ResizeArguments<T>& a, const CudaCall& call, const char* kernel) {
        constexpr int kEnoughBlocks = 4 * kMultiprocessors, width = Tile::ThreadsX * Tile::Pixels;
        const Resizing resizing = setTarget(a, plan);
        a.x = resizing.x;
        a.y = resizing.y;
        a.wholeTarget = allRowsAligned(a.target.data, a.target.step, stripUnit(4 * Tile::Words));
        const auto tilesX = static_cast<int>((static_cast<std::int64_t>(a.target.cols) + width - 1) / width);
        a.rowsOfThread = rowsOfEnoughBlocks(tilesX, a.target.rows, kEnoughBlocks * Tile::ThreadsY, 1, Tile::MostRows);
        const std::int64_t rowsOfBlock = Tile::ThreadsY * a.rowsOfThread;
        const auto tilesY = static_cast<int>((a.target.rows + rowsOfBlock - 1) / rowsOfBlock);
        launchGrid<Tile, Kernel>(kernel, a, tileGrid(tilesX, tilesY, call.images), call.stream);
    });
}

} // namespace

// By whole factors.
inline CudaKernelPtr resizeAreaFor(const ResizePlan& plan)
{
    CudaKernelPtr kernel;
    withDepth(CV_MAT_DEPTH(plan.srcType), PyramidTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        using Tile = ResizeAreaTile<T>;
        const ResizeAreaArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), 0, 0};
        kernel = anyImageKernel(
            "resizeAreaKernel", arguments, [plan](ResizeAreaArguments<T>& a, const CudaCall& call, const char* name) {
                const Resizing resizing = setTarget(a, plan);
                a.factorX = static_cast<int>(resizing.x.scale);
                a.factorY = static_cast<int>(resizing.y.scale);
                const std::int64_t scalars = static_cast<std::int64_t>(a.target.cols) * a.target.channels;
                const auto tilesX = static_cast<int>((scalars + Tile::ThreadsX - 1) / Tile::ThreadsX);
                const int tilesY = (a.target.rows - 1) / Tile::ThreadsY + 1;
                launchGrid<Tile, resizeAreaKernel<Tile>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
            });
    });
    return kernel;
}

inline CudaKernelPtr resizeHalfFor(const ResizePlan& plan)
{
    return kernelOfTile<ResizeHalfTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        return halvesOrDoubles<Tile, resizeHalfKernel<Tile>>(plan, "resizeHalfKernel", true);
    });
}

inline CudaKernelPtr resizeTwiceFor(const ResizePlan& plan)
{
    return kernelOfTile<ResizeTwiceTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        return halvesOrDoubles<Tile, resizeTwiceKernel<Tile>>(plan, "resizeTwiceKernel", false);
    });
}

inline CudaKernelPtr resizeNearestFor(const ResizePlan& plan)
{
    return kernelOfTile<ResizeTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        return samples<Tile, resizeNearestKernel<Tile>>(plan, "resizeNearestKernel");
    });
}

// Bytes by fixed point, but not between pixels in corners that are aligned.
inline CudaKernelPtr resizeLinearFor(const ResizePlan& plan)
{
    return kernelOfTile<ResizeTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        if constexpr (std::is_same<typename Tile::T, std::uint8_t>::value)
            if (!plan.alignCorners)
                return samples<Tile, resizeLinearKernel<Tile, FixedInterpolation>>(plan, "resizeLinearKernel");
        return samples<Tile, resizeLinearKernel<Tile, FloatInterpolation>>(plan, "resizeLinearKernel");
    });
}

}} // namespace cv::cudatiled
