// SPDX-License-Identifier: Apache-2.0
// Loads a rectangle of the source, halo included, into shared memory for the general kernels, with borders resolved.
#pragma once

#include "../../core/any_depth.hpp"

namespace cv { namespace cudatiled {

// Copies `height` rows of `scalars` scalars of type S, all of which lie in the image.
template <int ThreadsX, int ThreadsY, class S, class T, class Source>
__device__ void loadInside(T* tile, int pitch, const Source& source, std::ptrdiff_t firstScalar, int firstY,
                           int scalars, int height)
{
#pragma unroll 1
    for (int x = threadIdx.x; x < scalars; x += ThreadsX)
        for (int y = threadIdx.y; y < height; y += ThreadsY)
            tile[y * pitch + x] = static_cast<T>(reinterpret_cast<const S*>(source.row(firstY + y))[firstScalar + x]);
}

// Copies `height` rows of `width` pixels to tile[y * pitch + x * channels + channel], converted to T. The first pixel
// is (firstX, firstY) of the source and may lie outside it. All ThreadsX x ThreadsY threads of the block take part; the
// caller synchronises.
template <int ThreadsX, int ThreadsY, class T, class S, Images Held>
__device__ void loadTile(T* tile, int pitch, const SourceView<S, Held>& source, int firstX, int firstY, int width,
                         int height)
{
    const int scalars = width * source.channels;
    const bool inside = firstX >= 0 && firstY >= 0 && firstX <= source.cols - width && firstY <= source.rows - height;
    if (inside)
    {
        const std::ptrdiff_t firstScalar = static_cast<std::ptrdiff_t>(firstX) * source.channels;
        if constexpr (kIsAnyDepth<S>)
            withScalarType<T>(source.depth, [&](auto scalar) {
                loadInside<ThreadsX, ThreadsY, decltype(scalar)>(tile, pitch, source, firstScalar, firstY, scalars,
                                                                 height);
            });
        else
            loadInside<ThreadsX, ThreadsY, S>(tile, pitch, source, firstScalar, firstY, scalars, height);
        return;
    }
    // Not unrolled: a pixel at a border takes so much code that copies of it would be most of a kernel.
#pragma unroll 1
    for (int x = threadIdx.x; x < scalars; x += ThreadsX)
    {
        const int pixel = x / source.channels, channel = x - pixel * source.channels;
#pragma unroll 1
        for (int y = threadIdx.y; y < height; y += ThreadsY)
            tile[y * pitch + x] = static_cast<T>(source.at(firstX + pixel, firstY + y, channel));
    }
}

// Which part of the target a block writes: blocks are numbered row by row, a tile is a whole number of pixels wide.
struct TilePlace
{
    int pixels;         // width of the tile in pixels
    int firstX, firstY; // its first pixel in the target
};

template <class Tile> __device__ TilePlace placeTile(int tilesX, int channels)
{
    const int tileY = blockIdx.x / tilesX, tileX = blockIdx.x - tileY * tilesX;
    const int pixels = Tile::Width / channels;
    return {pixels, tileX * pixels, tileY * Tile::Height};
}

}} // namespace cv::cudatiled
