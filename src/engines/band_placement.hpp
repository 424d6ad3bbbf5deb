// SPDX-License-Identifier: Apache-2.0
// How the tiles of kernels that multiply matrices lie in source and target.
#pragma once

#include <algorithm>

#include "../kernels/band_tile.cuh"
#include "cuda_images.hpp"
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

// The source's side, for a lead that is known.
template <class S> void placeSource(BandPlacement& placement, const ImagePlan& plan, const CudaSource& src)
{
    placement.wholeChunks = src.step % kChunkBytes == 0;
    if (!placement.wholeChunks)
        return;
    const std::ptrdiff_t pixels = static_cast<std::ptrdiff_t>(src.region.offset.x) - plan.anchor.x;
    const S* const first = static_cast<const S*>(src.data) + pixels * CV_MAT_CN(plan.srcType) - placement.lead;
    placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(first) % kChunkBytes / sizeof(S));
}

// Tiles of bytes; results of type D.
template <class D> BandPlacement placeBand(const ImagePlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    BandPlacement placement{};
    placement.wholeStores = dst.step % kChunkBytes == 0;
    if (placement.wholeStores)
        placement.lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(dst.data) % kChunkBytes / sizeof(D));
    placeSource<std::uint8_t>(placement, plan, src);
    return placement;
}

}} // namespace cv::cudatiled
