// SPDX-License-Identifier: Apache-2.0
// How tiles lie in source and target: each function sets the placement of arguments that have their images.
#pragma once

#include <algorithm>

#include "../kernels/load/source_tile.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

// Rows of a tile, by steps: those with which the fewest rounds of blocks fill the device, so that none is left half
// empty.
inline int rowsOfTile(int tilesX, int rows, int blocksInMultiprocessor, int step, int most)
{
    const std::int64_t blocksAtOnce = kMultiprocessors * blocksInMultiprocessor;
    const std::int64_t work = static_cast<std::int64_t>(tilesX) * rows;
    const std::int64_t rounds = (work + blocksAtOnce * most - 1) / (blocksAtOnce * most);
    const std::int64_t tilesY = std::max<std::int64_t>(blocksAtOnce * rounds / tilesX, 1);
    const int least = static_cast<int>((rows + tilesY - 1) / tilesY);
    return std::clamp((least + step - 1) / step * step, step, most);
}

// The scalar that the first result of a row of tiles needs first; it may lie before the image.
template <class Arguments> auto firstScalar(const Arguments& a)
{
    const std::ptrdiff_t pixels = static_cast<std::ptrdiff_t>(a.source.x0) - a.anchorX;
    return reinterpret_cast<std::uintptr_t>(a.source.data + pixels * a.source.channels - a.placement.targetSkew);
}

// Sets sourceSkew; targetSkew must be set.
template <class Arguments> void alignSource(Arguments& a)
{
    a.placement.wholeChunks = a.source.step % kChunkBytes == 0;
    if (a.placement.wholeChunks)
        a.placement.sourceSkew = static_cast<int>(firstScalar(a) % kChunkBytes / sizeof(*a.source.data));
}

// Tiles whose rows of results begin with a chunk.
template <class Arguments> void alignMma(Arguments& a)
{
    a.placement.wholeStores = a.target.step % kChunkBytes == 0;
    if (a.placement.wholeStores)
        a.placement.targetSkew =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.target.data) % kChunkBytes / sizeof(*a.target.data));
    alignSource(a);
}

// Tiles of staged rows, whose results are stored by fours.
template <class Arguments> void alignStaged(Arguments& a)
{
    constexpr int kStored = 4 * static_cast<int>(sizeof(*a.target.data));
    a.placement.wholeStores = a.target.step % kStored == 0;
    if (a.placement.wholeStores)
        a.placement.targetSkew =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.target.data) % kStored / sizeof(*a.target.data));
    a.placement.wholeWords = a.source.step % 4 == 0;
    if (a.placement.wholeWords)
        a.placement.sourceSkew = static_cast<int>(firstScalar(a) % 4 / sizeof(*a.source.data));
}

}} // namespace cv::cudatiled
