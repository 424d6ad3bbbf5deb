// SPDX-License-Identifier: Apache-2.0
// Tiles for kernels whose warps multiply matrices: they start at any scalar.
#pragma once

#include "source_tile.cuh"

namespace cv { namespace cudatiled {

// How tiles lie in source and target.
struct BandPlacement
{
    int lead;         // scalars of the first tile that lie before the target
    int phase;        // scalars from a multiple of 16 bytes to the first one that the first result of a tile row needs
    bool wholeChunks; // source rows are multiples of 16 bytes apart
    bool wholeStores; // 16 results may be stored at once
};

// The window of a tile of `rows` rows.
template <class Tile, class Arguments> __device__ SourceWindow bandWindow(const Arguments& a, int x, int y, int rows)
{
    const int channels = a.source.channels, end = a.target.cols * channels - x;
    SourceWindow window;
    window.x = (a.source.x0 - a.anchorX) * channels + x - a.placement.phase;
    window.y = a.source.y0 - a.anchorY + y;
    window.rows = rows + a.columnTaps - 1;
    window.first = a.placement.phase;
    window.last = a.placement.phase + (end < Tile::Width ? end : Tile::Width) + (a.rowTaps - 1) * channels;
    window.aligned = a.placement.wholeChunks;
    return window;
}

}} // namespace cv::cudatiled
