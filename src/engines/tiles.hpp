// SPDX-License-Identifier: Apache-2.0
// Tile shapes of the general kernels: the numbers that kernels and launches share.
#pragma once

namespace cv { namespace cudatiled {

template <int, int, int, int, int> struct Conv2dTile;
template <int, int, int, int, int> struct SeparableTile;

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; cells of 16 x 16 taps: 23 KB of shared memory.
using GeneralConv2dTile = Conv2dTile<64, 4, 8, 16, 16>;

// 64 x 4 threads, 8 rows each; batches of 16 source rows, cells of 16 taps: 12 KB of shared memory.
using GeneralSeparableTile = SeparableTile<64, 4, 8, 16, 16>;

}} // namespace cv::cudatiled
