// SPDX-License-Identifier: Apache-2.0
// Statistics of small windows as an arithmetic of slidingWindowKernel: sums of pixels and of their squares, along the
// row first, and beside them the pixels that the results lie on.
#pragma once

#include "../../core/local_statistics.hpp"
#include "centre_pixels.cuh"
#include "shape.cuh"

namespace cv { namespace cudatiled {

// OnPixels: results depend on the pixels that they lie on.
template <class S, int Size_, bool OnPixels> struct MomentSums
{
    static constexpr WindowSums kSums = WindowSums::Moments;
    static constexpr int Size = Size_;
    static_assert(Size_ * Size_ <= kSmallArea<S>, "sums are exact");
    using Of = SmallMomentsOf<S>;
    template <class Shape> struct Row
    {
        Of moments[Shape::scalars];
        std::uint32_t pixels[Shape::body];
    };
    template <class Shape> using Sums = Row<Shape>; // the pixels from the middle row on

    LocalStatistics statistic;

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
        if constexpr (OnPixels)
        {
            takeCentre<Shape>(row.pixels, strip);
        }
#pragma unroll
        for (int p = 0; p < Shape::scalars + 2 * Shape::halo; ++p)
        {
            const Of pixel = momentsOfPixel<Of>(pixelOfWords<S>(strip, Shape::first + p));
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
                if (p == v)
                    row.moments[v] = pixel;
                else if (v < p && p <= v + 2 * Shape::halo && (p - v) % Shape::channels == 0)
                    row.moments[v] += pixel;
        }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
        {
            Of moments = row.moments[v];
            if (j > 0)
                moments += before.moments[v];
            sum.moments[v] = moments;
        }
        if constexpr (OnPixels)
            keepCentre(sum.pixels, before.pixels, row.pixels, j, Size / 2);
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        float result[Shape::scalars];
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            if constexpr (OnPixels)
                result[v] = statistic.onPixel(sum.moments[v], pixelOfWords<S>(sum.pixels, v));
            else
                result[v] = statistic.ofWindow(sum.moments[v]);
        packRounded<Shape>(words, result);
    }
};

}} // namespace cv::cudatiled
