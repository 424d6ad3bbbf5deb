// SPDX-License-Identifier: Apache-2.0
// The width of images that fast kernels take.
#pragma once

#include "../plans/image_plan.hpp"

namespace cv { namespace cudatiled {

// Whether positions in a row, halo and tiles included, are 32-bit numbers.
inline bool isNarrow(const Region& region, int channels)
{
    constexpr std::int64_t kTiles = 1 << 16; // more than a tile and its halo
    return (static_cast<std::int64_t>(region.whole.width) + kTiles) * channels < 0x7fffffff;
}

}} // namespace cv::cudatiled
