// SPDX-License-Identifier: Apache-2.0
// Which part of its images a block works on. The launch sets the alignment (launch/alignment.hpp).
#pragma once

#include "../../core/image_view.hpp"

namespace cv { namespace cudatiled {

// How tiles lie in source and target, so that rows of them are loaded and stored in units of several scalars.
struct Alignment
{
    int targetSkew;      // scalars of the first tile that lie before the target
    int sourceSkewBytes; // from a multiple of the load unit to the first source scalar of a row of tiles
    bool wholeSource;    // source rows are multiples of the load unit apart; if not, sourceSkewBytes is 0
    bool wholeTarget;    // target rows are multiples of the store unit apart; if not, targetSkew is 0

    template <class S> CUDATILED_HOST_DEVICE int sourceSkew() const // in scalars
    {
        return static_cast<int>(static_cast<unsigned>(sourceSkewBytes) / sizeof(S));
    }
};

// The tile of a block: its first scalar, which may lie before the target, its first row, and its rows in the target, at
// most its height: 0 or less in the last slice of a grid, if the block lies below the target.
struct BlockPlace
{
    int x, y, rows;
};

// The third dimension of the grid numbers the images of a batch; that of a single image has slices, in which the rows
// of blocks continue: see tileGrid.
__device__ inline int imageOfBlock()
{
    return static_cast<int>(blockIdx.z);
}
template <class Target> __device__ int rowOfBlock(const Target& target)
{
    if constexpr (Target::held == Images::One)
        return static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y);
    return static_cast<int>(blockIdx.y + (target.isOne() ? blockIdx.z * gridDim.y : 0));
}

// The arguments with the image that the block works on, of views that hold images of any size.
template <class Arguments> __device__ decltype(auto) argumentsOfBlock(const Arguments& a)
{
    if constexpr (decltype(Arguments::target)::held == Images::AnySize)
        return a.with(a.source.ofBlock(), a.target.ofBlock());
    else
        return (a);
}

// Whether the block has no part of the target: in the last slice of a grid, or where that has blocks for a larger
// image.
template <class Target> __device__ bool isBeyondTarget(const Target& target, int x, int y)
{
    return y >= target.rows || (Target::held == Images::OfBlock && x >= target.cols * target.channels);
}

// For tiles of `width` scalars by `rows` rows, or Warps times as many, if each warp of a block has so many.
template <int Warps = 1, class Arguments> __device__ BlockPlace placeBlock(const Arguments& a, int width, int rows)
{
    const int y = rowOfBlock(a.target) * Warps * rows, left = a.target.rows - y;
    return {static_cast<int>(blockIdx.x) * width - a.alignment.targetSkew, y,
            left < Warps * rows ? left : Warps * rows};
}

}} // namespace cv::cudatiled
