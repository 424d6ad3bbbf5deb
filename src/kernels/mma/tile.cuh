// SPDX-License-Identifier: Apache-2.0
// Tiles for kernels whose warps multiply matrices: they start at any scalar.
#pragma once

#include "../load/source_tile.cuh"

namespace cv { namespace cudatiled {

// How tiles lie in source and target.
struct MmaPlacement
{
    int targetSkew;   // scalars of the first tile that lie before the target
    int sourceSkew;   // scalars from a multiple of 16 bytes to the first one that the first result of a tile row needs
    bool wholeChunks; // source rows are multiples of 16 bytes apart
    bool wholeStores; // 16 results may be stored at once
};

// The window of a tile of `rows` rows.
template <class Tile, class Arguments> __device__ SourceWindow mmaWindow(const Arguments& a, int x, int y, int rows)
{
    const int channels = a.source.channels, end = a.target.cols * channels - x;
    SourceWindow window;
    window.x = (a.source.x0 - a.anchorX) * channels + x - a.placement.sourceSkew;
    window.y = a.source.y0 - a.anchorY + y;
    window.rows = rows + a.columnTaps - 1;
    window.first = a.placement.sourceSkew;
    window.last = a.placement.sourceSkew + (end < Tile::Width ? end : Tile::Width) + (a.rowTaps - 1) * channels;
    window.aligned = a.placement.wholeChunks;
    return window;
}

}} // namespace cv::cudatiled
