// SPDX-License-Identifier: Apache-2.0
// Canny's hysteresis: candidates are edges if their component has a strong one, at any distance. Three launches, for
// every image: components are united over the edges of tiles, marked, and drawn.
#pragma once

#include "suppression.cuh"

namespace cv { namespace cudatiled {

// A block has the first row and the first column of a tile's quads.
struct CannySeamTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 2;
};

// Marks: a thread has four quads, anywhere. Edges: four quads of a row.
struct CannyMarksTile
{
    static constexpr int ThreadsX = 256, ThreadsY = 1, Quads = 4 * ThreadsX;
};
struct CannyEdgesTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Width = 4 * ThreadsX, Height = ThreadsY;
};

// A quad of the first row of a tile with those above.
__device__ inline void uniteSeamAbove(const Quads& quads, int x, int y)
{
    const int i = quads.index(x, y), above = i - quads.cols, quad = quads.candidates(i);
    if (quad != 0)
        uniteAbove(quads.parent, i, above,
                   {quad, x > 0 ? quads.candidates(i - 1) : 0, quads.candidates(above),
                    x > 0 ? quads.candidates(above - 1) : 0, x + 1 < quads.cols ? quads.candidates(above + 1) : 0});
}

// A quad of the first column of a tile, and the one above it, with those in the column before.
__device__ inline void uniteSeamLeft(const Quads& quads, int x, int y, bool firstRow)
{
    const int i = quads.index(x, y), quad = quads.candidates(i), left = quads.candidates(i - 1);
    if (touchesLeft(quad, left))
        unite(quads.parent, i, i - 1);
    if (firstRow)
        return;
    const int above = i - quads.cols;
    if (touchesAboveLeft(quad, quads.candidates(above - 1)))
        unite(quads.parent, i, above - 1);
    if (touchesAboveRight(left, quads.candidates(above)))
        unite(quads.parent, i - 1, above);
}

template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX* Tile::ThreadsY) cannySeamsKernel(const CannyArguments a)
{
    awaitEarlierWork();
    const int firstX = static_cast<int>(blockIdx.x) % a.tilesX * CannyTile::QuadsX,
              firstY = static_cast<int>(blockIdx.x) / a.tilesX * CannyTile::QuadsY, i = threadIdx.x;
    if (threadIdx.y == 0 && firstY > 0 && i < CannyTile::QuadsX && firstX + i < a.quads.cols)
        uniteSeamAbove(a.quads, firstX + i, firstY);
    if (threadIdx.y == 1 && firstX > 0 && i < CannyTile::QuadsY && firstY + i < a.quads.rows)
        uniteSeamLeft(a.quads, firstX, firstY + i, i == 0);
}

// The quads of a thread, one in each byte.
__device__ inline std::uint32_t fourQuads(const Quads& quads, std::int64_t first, std::int64_t count)
{
    if (first + 4 <= count)
        return *reinterpret_cast<const std::uint32_t*>(quads.quad + first);
    std::uint32_t four = 0;
    for (int i = 0; first + i < count; ++i)
        four |= static_cast<std::uint32_t>(quads.quad[first + i]) << (8 * i);
    return four;
}

// Several threads may mark a root; all write the same.
template <class Tile> __global__ void __launch_bounds__(Tile::ThreadsX) cannyMarksKernel(const CannyArguments a)
{
    awaitEarlierWork();
    const std::int64_t first = (static_cast<std::int64_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x) * 4,
                       count = static_cast<std::int64_t>(a.quads.rows) * a.quads.cols;
    if (first >= count)
        return;
    const std::uint32_t four = fourQuads(a.quads, first, count);
    for (int i = 0; i < 4; ++i)
        if (four >> (8 * i) & kOfEdge)
        {
            const int root = rootOf(a.quads.parent, static_cast<int>(first + i));
            a.quads.quad[root] = static_cast<Quad>(a.quads.candidates(root) | kOfEdge);
        }
}

// Candidates of a quad that are edges; as bits.
__device__ inline int edgesOf(const Quads& quads, int x, int y)
{
    const int i = quads.index(x, y), candidates = x < quads.cols ? quads.candidates(i) : 0;
    return candidates && (quads.quad[rootOf(quads.parent, i)] & kOfEdge) ? candidates : 0;
}

// Eight pixels of a row, of which bit 8 i is pixel i, up to the end of the image.
__device__ inline void storeEdges(std::uint8_t* to, const Words<2>& bits, int end)
{
    Words<2> pixels;
    for (int w = 0; w < 2; ++w)
        pixels.word[w] = bits.word[w] * 255u;
    if (end >= 8 && reinterpret_cast<std::uintptr_t>(to) % 8 == 0)
        return storeWords(to, pixels);
#pragma unroll
    for (int i = 0; i < 8; ++i)
        if (i < end)
            to[i] = static_cast<std::uint8_t>(pixels.word[i / 4] >> (8 * (i % 4)));
}

template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX* Tile::ThreadsY) cannyEdgesKernel(const CannyArguments a)
{
    awaitEarlierWork();
    const int tilesX = (a.quads.cols + Tile::Width - 1) / Tile::Width,
              x = static_cast<int>(blockIdx.x) % tilesX * Tile::Width + 4 * static_cast<int>(threadIdx.x),
              y = static_cast<int>(blockIdx.x) / tilesX * Tile::Height + static_cast<int>(threadIdx.y);
    if (x >= a.quads.cols || y >= a.quads.rows)
        return;
    Words<2> upper = {}, lower = {};
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
        const auto edges = static_cast<std::uint32_t>(edgesOf(a.quads, x + i, y));
        upper.word[i / 2] |= ((edges & 1) | (edges & 2) << 7) << (16 * (i % 2));
        lower.word[i / 2] |= ((edges >> 2 & 1) | (edges >> 2 & 2) << 7) << (16 * (i % 2));
    }
    const int end = a.target.cols - 2 * x;
    storeEdges(a.target.row(2 * y) + 2 * x, upper, end);
    if (2 * y + 1 < a.target.rows)
        storeEdges(a.target.row(2 * y + 1) + 2 * x, lower, end);
}

}} // namespace cv::cudatiled
