// SPDX-License-Identifier: Apache-2.0
// Edges as components of a graph. Its nodes are quads of 2 x 2 pixels, for candidates in one quad are neighbours (block
// based labelling: C. Grana, D. Borghesani, R. Cucchiara, Optimized Block-Based Connected Components Labeling With
// Decision Trees, IEEE Transactions on Image Processing 19, 2010); the components are a union-find forest whose trees
// are joined by atomic minima (D. Playne, K. Hawick, A New Algorithm for Parallel Connected-Component Labelling on
// GPUs, IEEE Transactions on Parallel and Distributed Systems 29, 2018).
#pragma once

#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// Candidate (x, y) of a quad is bit x + 2 y; the upper half of the byte tells that it is part of an edge.
using Quad = std::uint8_t;
constexpr Quad kCandidates = 0x0f, kOfEdge = 0xf0;

// `rows` x `cols` quads cover the image; the quads at its end may be cut. The parent of a root is itself, that of
// others a quad before it; quads without candidates have none.
struct Quads
{
    Quad* quad;
    int* parent;
    int rows, cols;

    __device__ int index(int x, int y) const { return y * cols + x; }
    __device__ int candidates(int i) const { return quad[i] & kCandidates; }
};

// Whether candidates of a quad touch those of another one beside it.
__device__ inline bool touchesLeft(int quad, int left)
{
    return (quad & 5) && (left & 10);
}
__device__ inline bool touchesAbove(int quad, int above)
{
    return (quad & 3) && (above & 12);
}
__device__ inline bool touchesAboveLeft(int quad, int aboveLeft)
{
    return (quad & 1) && (aboveLeft & 8);
}
__device__ inline bool touchesAboveRight(int quad, int aboveRight)
{
    return (quad & 2) && (aboveRight & 4);
}

__device__ inline int rootOf(const int* parent, int i)
{
    while (parent[i] != i)
        i = parent[i];
    return i;
}

// Joins the trees of two quads. Other threads may join some too: a root that has got a parent meanwhile is joined
// again, with that parent.
__device__ inline void unite(int* parent, int a, int b)
{
    for (;;)
    {
        a = rootOf(parent, a);
        b = rootOf(parent, b);
        if (a == b)
            return;
        const int first = a < b ? a : b, last = a < b ? b : a, before = atomicMinimum(parent + last, first);
        if (before == last)
            return;
        a = before;
        b = first;
    }
}

// A quad and those before it.
struct QuadsAround
{
    int quad, left, above, aboveLeft, aboveRight;
};

// Joins quad `i` with those of the row above, unless others join the same two: its neighbours in both rows, where these
// touch each other.
__device__ inline void uniteAbove(int* parent, int i, int above, const QuadsAround& q)
{
    const bool aboveLeft = touchesLeft(q.above, q.aboveLeft), straight = touchesAbove(q.quad, q.above),
               leftAbove = touchesLeft(q.quad, q.left) && touchesAbove(q.left, q.aboveLeft);
    if (straight && !(leftAbove && aboveLeft))
        unite(parent, i, above);
    if (touchesAboveLeft(q.quad, q.aboveLeft) && !leftAbove && !(straight && aboveLeft))
        unite(parent, i, above - 1);
    if (touchesAboveRight(q.quad, q.aboveRight) && !(straight && touchesLeft(q.aboveRight, q.above)))
        unite(parent, i, above + 1);
}

}} // namespace cv::cudatiled
