// SPDX-License-Identifier: Apache-2.0
// How strips lie in source and target, and where their warps are.
#pragma once

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

// The warps of each block below each other, so many rows for each of them that enough blocks are left. `pixels` and
// `rows` are those of the source, or of what stands for it where warps march along the target.
template <class Tile, class Arguments> dim3 placeStrips(Arguments& a, std::int64_t pixels, int rows, int images)
{
    constexpr int kBlocks = 8 * kMultiprocessors, kLeastRows = 4, kMostRows = 32;
    constexpr std::int64_t pixelsOfWarp = (32 - 2 * Tile::Beside) * Tile::Shape::Pixels;
    const auto tilesX = static_cast<int>((pixels + pixelsOfWarp - 1) / pixelsOfWarp);
    a.rowsOfWarp = rowsOfEnoughBlocks(tilesX, rows, kBlocks * kStripWarps, kLeastRows, kMostRows);
    const int rowsOfBlock = kStripWarps * a.rowsOfWarp;
    return tileGrid(tilesX, static_cast<int>((static_cast<std::int64_t>(rows) + rowsOfBlock - 1) / rowsOfBlock),
                    images);
}

}} // namespace cv::cudatiled
