// SPDX-License-Identifier: Apache-2.0
// The arithmetic of strips for what combines pixels with their blur (pointwise/combine.cuh): that of the blur, and
// beside its sums the pixels that the results lie on.
#pragma once

#include "arithmetic.cuh"
#include "centre_pixels.cuh"

namespace cv { namespace cudatiled {

template <class Blur, class Combination> struct CombinedTaps
{
    static constexpr WindowSums kSums = Blur::kSums;
    static constexpr int Size = Blur::Size;
    template <class Shape> using Pixels = std::uint32_t[Shape::body]; // of a strip without its halo
    template <class Shape> struct Row
    {
        typename Blur::template Row<Shape> blurred;
        Pixels<Shape> pixels;
    };
    template <class Shape> struct Sums
    {
        typename Blur::template Sums<Shape> blurred;
        Pixels<Shape> pixels; // from the middle tap row on
    };

    Blur blur;
    Combination combination;

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
        blur.template unpack<Shape>(row.blurred, strip);
        takeCentre<Shape>(row.pixels, strip);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
        blur.template add<Shape>(sum.blurred, before.blurred, row.blurred, j);
        keepCentre(sum.pixels, before.pixels, row.pixels, j, Size / 2);
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        using T = typename Shape::D;
        static_assert(std::is_same_v<typename Shape::S, T>, "a result is made of a pixel");
        blur.template pack<Shape>(words, sum.blurred);
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            words[w] = combination.word(sum.pixels[w], words[w]);
    }
};

}} // namespace cv::cudatiled
