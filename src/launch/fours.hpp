// SPDX-License-Identifier: Apache-2.0
// Rows cut into units of fours: see kernels/strip/fours.cuh.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cv { namespace cudatiled {

// Whether each row has its fours at multiples of their size.
inline bool hasWholeFours(const void* data, std::size_t step, std::size_t scalarBytes)
{
    return (reinterpret_cast<std::uintptr_t>(data) | step) % (4 * scalarBytes) == 0;
}

// The units of a row, the last of which may lie beyond it in part.
template <class Tile> int unitsOfRow(std::ptrdiff_t scalars)
{
    return static_cast<int>((scalars + Tile::Scalars - 1) / Tile::Scalars);
}

}} // namespace cv::cudatiled
