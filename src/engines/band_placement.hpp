// SPDX-License-Identifier: Apache-2.0
// How the tiles of kernels that multiply matrices lie in source and target.
#pragma once

#include "../kernels/band_tile.cuh"
#include "cuda_images.hpp"

namespace cv { namespace cudatiled {

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
