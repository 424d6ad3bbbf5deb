// SPDX-License-Identifier: Apache-2.0
// How the tiles of kernels with staged rows lie in source and target.
#pragma once

#include "../kernels/staged_rows.cuh"
#include "band_placement.hpp"

namespace cv { namespace cudatiled {

template <class Arguments> void placeStaged(Arguments& a)
{
    constexpr int kStored = 4 * static_cast<int>(sizeof(*a.target.data));
    a.placement.wholeStores = a.target.step % kStored == 0;
    if (a.placement.wholeStores)
        a.placement.lead =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.target.data) % kStored / sizeof(*a.target.data));
    a.placement.wholeWords = a.source.step % 4 == 0;
    if (a.placement.wholeWords)
        a.placement.phase = static_cast<int>(firstScalar(a) % 4 / sizeof(*a.source.data));
}

}} // namespace cv::cudatiled
