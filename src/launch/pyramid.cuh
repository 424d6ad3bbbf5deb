// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of pyramids.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/pyramid/down.cuh"
#include "../kernels/pyramid/up.cuh"
#include "../plans/dst_size.hpp"
#include "strip.hpp"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

// Sets the size of the target, which a call leaves to the plan, and returns that of the source.
template <class Plan, class Arguments> cv::Size setLevel(const Plan& plan, Arguments& a)
{
    const cv::Size from(a.source.cols, a.source.rows), size = dstSizeOf(plan, from);
    a.target.cols = size.width;
    a.target.rows = size.height;
    return from;
}

} // namespace

inline CudaKernelPtr pyrDownFor(const PyrDownPlan& plan)
{
    return kernelOfTile<PyrDownTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        using T = typename Tile::T;
        const PyrDownArguments<T> arguments{
            batchSource<T>(plan), batchTarget<T>(plan), StripAlignment::None, false, 0, false, false};
        return anyImageKernel(
            "pyrDownKernel", arguments, [plan](PyrDownArguments<T>& a, const CudaCall& call, const char* name) {
                const cv::Size from = setLevel(plan, a);
                alignStrips<typename Tile::Shape>(a, Tile::Shape::Bytes / 2);
                a.shiftsLast = from.width > 2 && 2 * std::int64_t(a.target.cols) == from.width + std::int64_t(2);
                const std::int64_t pixels = std::int64_t(from.width) * from.height * call.images;
                const PyrDownTuning tuning =
                    pyrDownTuning(pixels * Tile::Channels * sizeof(T), sizeof(T), Tile::Channels);
                const bool prefetches = Tile::Prefetches && tuning.prefetches;
                a.prefetches = prefetches || kernelChoice() == KernelChoice::Fast;
                const dim3 grid = placeStrips<Tile>(a, 2 * std::int64_t(a.target.cols), a.target.rows, call.images,
                                                    prefetches ? tuning.mostRows : Tile::MostRows);
                launchGrid<Tile, pyrDownKernel<Tile>>(name, a, grid, call.stream);
            });
    });
}

inline CudaKernelPtr pyrUpFor(const PyrUpPlan& plan)
{
    return kernelOfTile<PyrUpTile>(plan, [&](auto tile) {
        using Tile = typename decltype(tile)::type;
        using T = typename Tile::T;
        const PyrUpArguments<T> arguments{batchSource<T>(plan), batchTarget<T>(plan), StripAlignment::None, false, 0};
        return anyImageKernel(
            "pyrUpKernel", arguments, [plan](PyrUpArguments<T>& a, const CudaCall& call, const char* name) {
                const cv::Size from = setLevel(plan, a);
                alignStrips<typename Tile::Shape>(a, Tile::Shape::Bytes * 2);
                const dim3 grid = placeStrips<Tile>(a, (a.target.cols + std::int64_t(1)) / 2, from.height, call.images);
                launchGrid<Tile, pyrUpKernel<Tile>>(name, a, grid, call.stream);
            });
    });
}

}} // namespace cv::cudatiled
