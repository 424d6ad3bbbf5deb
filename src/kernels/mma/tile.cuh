// SPDX-License-Identifier: Apache-2.0
// Tiles for kernels whose warps multiply matrices: they start at any scalar.
#pragma once

#include "../load/source_tile.cuh"

namespace cv { namespace cudatiled {

constexpr int kMmaSeparableTaps = 49; // of mmaSeparableU8Kernel, at most, of a row and of a column

// By value: through a reference, the compiler reads word by word, each from 32 places 16 bytes apart.
__device__ inline void setWords(std::uint32_t (&to)[4], const Words<4> from)
{
#pragma unroll
    for (int i = 0; i < 4; ++i)
        to[i] = from.word[i];
}

// The window of a tile of `rows` rows of bytes.
template <class Tile, class Arguments> __device__ SourceWindow mmaWindow(const Arguments& a, int x, int y, int rows)
{
    const int channels = a.source.channels, end = a.target.cols * channels - x;
    SourceWindow window;
    window.x = (a.source.x0 - a.anchorX) * channels + x - a.alignment.sourceSkewBytes;
    window.y = a.source.y0 - a.anchorY + y;
    window.rows = rows + a.columnTaps - 1;
    window.first = a.alignment.sourceSkewBytes;
    window.last = a.alignment.sourceSkewBytes + (end < Tile::Width ? end : Tile::Width) + (a.rowTaps - 1) * channels;
    window.aligned = a.alignment.wholeSource;
    return window;
}

}} // namespace cv::cudatiled
