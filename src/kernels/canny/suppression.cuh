// SPDX-License-Identifier: Apache-2.0
// Canny's non-maximum suppression: the candidates for edges, and the components that they form inside a tile.
#pragma once

#include "../../core/canny.hpp"
#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "quads.cuh"

namespace cv { namespace cudatiled {

// A block reads the gradients of Width x Height pixels, and makes the quads whose neighbours are among them.
struct CannyTile
{
    static constexpr int ThreadsX = 32, ThreadsY = 8, Width = 64, Height = 32;
    static constexpr int QuadsX = Width / 2 - 1, QuadsY = Height / 2 - 1, Quads = QuadsX * QuadsY;
};

// For all of Canny's kernels. dx and dy are 16S images of `target`'s size, with the channels of the image.
struct CannyArguments
{
    TargetView<std::int16_t> dx, dy;
    TargetView<std::uint8_t> target;
    Quads quads;
    CannyThresholds thresholds;
    GradientNorm norm;
    int tilesX;
};

// Lengths and directions of the gradients of a tile; outside the image lengths are 0. Then its components.
struct CannyTileMemory
{
    int length[CannyTile::Height][CannyTile::Width];
    Derivatives gradient[CannyTile::Height][CannyTile::Width];
    int parent[CannyTile::Quads];
    Quad quad[CannyTile::Quads];
    bool ofEdge[CannyTile::Quads];
};

// The longest gradient of all channels, and its length; of equal ones the first.
__device__ inline int longestGradient(const CannyArguments& a, int x, int y, Derivatives& longest)
{
    const int channels = a.dx.channels;
    const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(x) * channels;
    const std::int16_t *const dx = a.dx.row(y) + at, *const dy = a.dy.row(y) + at;
    longest = {dx[0], dy[0]};
    int length = cannyLength(longest, a.norm);
    for (int c = 1; c < channels; ++c)
    {
        const Derivatives other{dx[c], dy[c]};
        if (const int ofOther = cannyLength(other, a.norm); ofOther > length)
        {
            length = ofOther;
            longest = other;
        }
    }
    return length;
}

// Whether the length at (x, y) of a tile is above the threshold and a maximum along the gradient. Along rows and
// columns the pixel before must be shorter and the one after may be as long; along diagonals both must be shorter.
__device__ inline bool isCandidate(const CannyTileMemory& tile, int x, int y, int low)
{
    const int* const length = &tile.length[y][x];
    if (*length <= low)
        return false;
    const GradientStep step = stepOf(tile.gradient[y][x]);
    const int apart = step.y * CannyTile::Width + step.x;
    return *length > length[-apart] && *length > length[apart] - (step.isDiagonal() ? 0 : 1);
}

// Calls work(y) for the rows of quads that this thread's warp has; a lane has one quad of each, the last lane none.
template <class Work> __device__ void eachRow(Work work)
{
    for (int y = threadIdx.y; y < CannyTile::QuadsY; y += CannyTile::ThreadsY)
        work(y);
}

// The same for lanes that have a quad: work(x, y, number).
template <class Work> __device__ void eachQuad(Work work)
{
    const int x = threadIdx.x;
    if (x < CannyTile::QuadsX)
        eachRow([&](int y) { work(x, y, y * CannyTile::QuadsX + x); });
}

__device__ inline void loadGradients(const CannyArguments& a, CannyTileMemory& tile, int firstX, int firstY)
{
    for (int y = threadIdx.y; y < CannyTile::Height; y += CannyTile::ThreadsY)
#pragma unroll
        for (int x = threadIdx.x; x < CannyTile::Width; x += CannyTile::ThreadsX)
        {
            const int imageX = firstX + x, imageY = firstY + y;
            const bool inside = imageX >= 0 && imageY >= 0 && imageX < a.target.cols && imageY < a.target.rows;
            tile.length[y][x] = inside ? longestGradient(a, imageX, imageY, tile.gradient[y][x]) : 0;
        }
}

// The quad at (x, y) of the tile's; (imageX, imageY) is its first pixel.
__device__ inline Quad findQuad(const CannyArguments& a, const CannyTileMemory& tile, int x, int y, int imageX,
                                int imageY)
{
    int quad = 0;
    bool ofEdge = false;
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
        const int left = i % 2, down = i / 2, tileX = 2 * x + 1 + left, tileY = 2 * y + 1 + down;
        if (isCandidate(tile, tileX, tileY, a.thresholds.low) && imageX + left < a.target.cols &&
            imageY + down < a.target.rows)
        {
            quad |= 1 << i;
            ofEdge = ofEdge || tile.length[tileY][tileX] > a.thresholds.high;
        }
    }
    return static_cast<Quad>(quad | (ofEdge ? kOfEdge : 0));
}

// Candidates, and a tree for each run of quads that touch their neighbours in the row.
__device__ inline void findRuns(const CannyArguments& a, CannyTileMemory& tile, int quadX, int quadY)
{
    const int x = threadIdx.x;
    eachRow([&](int y) {
        const bool inTile = x < CannyTile::QuadsX;
        const int quad = inTile ? findQuad(a, tile, x, y, 2 * (quadX + x), 2 * (quadY + y)) : 0;
        const int left = __shfl_up_sync(0xffffffffu, quad, 1);
        const std::uint32_t joined = __ballot_sync(0xffffffffu, x > 0 && touchesLeft(quad, left));
        if (!inTile)
            return;
        const int number = y * CannyTile::QuadsX + x;
        tile.quad[number] = static_cast<Quad>(quad);
        tile.parent[number] = y * CannyTile::QuadsX + highestBit(~joined & (0xffffffffu >> (31 - x)));
        tile.ofEdge[number] = false;
    });
}

__device__ inline void uniteRuns(CannyTileMemory& tile, int x, int y, int number)
{
    const int above = number - CannyTile::QuadsX;
    if (y > 0 && (tile.quad[number] & kCandidates))
        uniteAbove(tile.parent, number, above,
                   {tile.quad[number], x > 0 ? tile.quad[number - 1] : 0, tile.quad[above],
                    x > 0 ? tile.quad[above - 1] : 0, x + 1 < CannyTile::QuadsX ? tile.quad[above + 1] : 0});
}

// Only the root of a component in the tile is marked as part of an edge.
template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX* Tile::ThreadsY) cannySuppressionKernel(const CannyArguments a)
{
    awaitEarlierWork();
    __shared__ CannyTileMemory tile;
    const int quadX = static_cast<int>(blockIdx.x) % a.tilesX * CannyTile::QuadsX,
              quadY = static_cast<int>(blockIdx.x) / a.tilesX * CannyTile::QuadsY;
    loadGradients(a, tile, 2 * quadX - 1, 2 * quadY - 1);
    __syncthreads();
    findRuns(a, tile, quadX, quadY);
    __syncthreads();
    eachQuad([&](int x, int y, int number) { uniteRuns(tile, x, y, number); });
    __syncthreads();
    eachQuad([&](int, int, int number) {
        if (tile.quad[number] & kOfEdge)
            tile.ofEdge[rootOf(tile.parent, number)] = true;
    });
    __syncthreads();
    eachQuad([&](int x, int y, int number) {
        if (quadX + x >= a.quads.cols || quadY + y >= a.quads.rows)
            return;
        const int index = a.quads.index(quadX + x, quadY + y), candidates = tile.quad[number] & kCandidates,
                  root = rootOf(tile.parent, number), rootX = root % CannyTile::QuadsX,
                  rootY = root / CannyTile::QuadsX;
        a.quads.quad[index] = static_cast<Quad>(candidates | (tile.ofEdge[number] ? kOfEdge : 0));
        if (candidates)
            a.quads.parent[index] = a.quads.index(quadX + rootX, quadY + rootY);
    });
}

}} // namespace cv::cudatiled
