// SPDX-License-Identifier: Apache-2.0
// Magnitude and angle of gradients whose derivatives are images.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/gradient.hpp"
#include "../../core/image_view.hpp"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

// Blocks of 256 scalars in a row, four rows one below the other.
struct GradientPointsTile
{
    static constexpr int ThreadsX = 256, ThreadsY = 1, Width = 256, Height = 4;
};

// `target` is the magnitude, or `bytes` if it is 8U. Unwanted results are null.
template <class D> struct GradientPointsArguments
{
    TargetView<D> target;
    TargetView<std::uint8_t> bytes;
    TargetView<float> angle;
    TargetView<D> dx, dy;
    int tilesX;
    GradientNorm norm;
    float angleUnit;
};

template <class D> __global__ void __launch_bounds__(256) gradientPointsKernel(const GradientPointsArguments<D> a)
{
    awaitEarlierWork();
    using Tile = GradientPointsTile;
    const int channels = a.target.channels;
    const TilePlace place = placeTile<Tile>(a.tilesX, channels);
    const int scalar = threadIdx.x;
    if (scalar >= place.pixels * channels || place.firstX + scalar / channels >= a.target.cols)
        return;
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(place.firstX) * channels + scalar;
    for (int i = 0; i < Tile::Height; ++i)
    {
        const int y = place.firstY + i;
        if (y >= a.target.rows)
            return;
        const D dx = a.dx.row(y)[x], dy = a.dy.row(y)[x];
        if (a.target.data)
            a.target.row(y)[x] = saturatedMagnitude<D>(magnitudeOf(dx, dy, a.norm));
        if (a.bytes.data)
            a.bytes.row(y)[x] = saturatedMagnitude<std::uint8_t>(magnitudeOf(dx, dy, a.norm));
        if (a.angle.data)
            a.angle.row(y)[x] = angleOf(dx, dy, a.angleUnit);
    }
}

}} // namespace cv::cudatiled
