// SPDX-License-Identifier: Apache-2.0
// How strips lie in source and target, and where their warps are.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/strip/strip.cuh"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

inline bool allRowsAligned(const void* data, std::ptrdiff_t step, std::size_t unit)
{
    return (reinterpret_cast<std::uintptr_t>(data) | static_cast<std::uintptr_t>(step)) % unit == 0;
}

// The widest unit of loads and stores of so many bytes.
constexpr std::size_t stripUnit(int bytes)
{
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : 4;
}

// Strips of Shape in the source become targetBytes in the target.
template <class Shape, class Arguments> void alignStrips(Arguments& a, int targetBytes)
{
    a.sourceAlignment = allRowsAligned(a.source.data, a.source.step, stripUnit(Shape::Bytes)) ? StripAlignment::Whole
                        : static_cast<std::size_t>(a.source.step) % 4 == 0                    ? StripAlignment::Words
                                                                                              : StripAlignment::None;
    a.wholeTarget = allRowsAligned(a.target.data, a.target.step, stripUnit(targetBytes));
}

// A plan's kernel for its depth and channels, from a function of a tile.
template <template <class, int> class Tile, class Plan, class Make>
CudaKernelPtr kernelOfTile(const Plan& plan, Make make)
{
    CudaKernelPtr kernel;
    withDepth(CV_MAT_DEPTH(plan.srcType), PyramidTypes{}, [&](auto depth) {
        withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
            kernel = make(Type<Tile<typename decltype(depth)::type, decltype(channels)::value>>{});
        });
    });
    return kernel;
}

// The warps of each block below each other, each with few rows. `pixels` and `rows` are those of the source, or of the
// target twice as wide where warps march along that.
template <class Tile, class Arguments>
dim3 placeStrips(Arguments& a, std::int64_t pixels, int rows, int images, int mostRows = Tile::MostRows)
{
    constexpr int kEnoughWarps = kMultiprocessors * Tile::MinBlocks * kStripWarps / 2; // of those that run at a time
    constexpr std::int64_t pixelsOfWarp = (32 - 2 * Tile::Beside) * Tile::Shape::Pixels;
    const auto tilesX = static_cast<int>((pixels + pixelsOfWarp - 1) / pixelsOfWarp);
    a.rowsOfWarp = rowsOfEnoughBlocks(tilesX, rows, kEnoughWarps, 1, mostRows);
    const std::int64_t rowsOfBlock = kStripWarps * a.rowsOfWarp;
    return tileGrid(tilesX, static_cast<int>((rows + rowsOfBlock - 1) / rowsOfBlock), images);
}

}} // namespace cv::cudatiled
