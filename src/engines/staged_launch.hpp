// SPDX-License-Identifier: Apache-2.0
// How the tiles of kernels with staged rows lie in source and target.
#pragma once

#include "../kernels/staged_rows.cuh"
#include "cuda_images.hpp"

namespace cv { namespace cudatiled {

template <class S, class D>
StagedPlacement placeStaged(const ImagePlan& plan, const CudaSource& src, const CudaTarget& dst)
{
    StagedPlacement placement{};
    placement.wholeStores = dst.step % (4 * sizeof(D)) == 0;
    if (placement.wholeStores)
        placement.lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(dst.data) % (4 * sizeof(D)) / sizeof(D));
    placement.wholeWords = src.step % 4 == 0;
    if (placement.wholeWords)
    {
        const std::ptrdiff_t pixels = static_cast<std::ptrdiff_t>(src.region.offset.x) - plan.anchor.x;
        const S* const first = static_cast<const S*>(src.data) + pixels * CV_MAT_CN(plan.srcType) - placement.lead;
        placement.phase = static_cast<int>(reinterpret_cast<std::uintptr_t>(first) % 4 / sizeof(S));
    }
    return placement;
}

}} // namespace cv::cudatiled
