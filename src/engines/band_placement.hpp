// SPDX-License-Identifier: Apache-2.0
// How the tiles of kernels that multiply matrices lie in source and target.
#pragma once

#include <algorithm>

#include "../kernels/band_tile.cuh"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

// Rows of a tile, by steps: those with which the fewest rounds of blocks fill the device, so that none is left half empty.
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
    return reinterpret_cast<std::uintptr_t>(a.source.data + pixels * a.source.channels - a.placement.lead);
}

// The source's side, for a lead that is known.
template <class Arguments> void placeSource(Arguments& a)
{
    a.placement.wholeChunks = a.source.step % kChunkBytes == 0;
    if (a.placement.wholeChunks)
        a.placement.phase = static_cast<int>(firstScalar(a) % kChunkBytes / sizeof(*a.source.data));
}

// Tiles whose rows of results begin with a chunk.
template <class Arguments> void placeBand(Arguments& a)
{
    a.placement.wholeStores = a.target.step % kChunkBytes == 0;
    if (a.placement.wholeStores)
        a.placement.lead =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.target.data) % kChunkBytes / sizeof(*a.target.data));
    placeSource(a);
}

}} // namespace cv::cudatiled
