// SPDX-License-Identifier: Apache-2.0
// Gradients with small centred kernels by a register sliding window: one reading of the source for both derivatives,
// their magnitude and their angle.
#pragma once

#include "../../core/gradient.hpp"
#include "kernel.cuh"

namespace cv { namespace cudatiled {

// Two arithmetics side by side: that of the derivative along x, and that along y.
template <class Taps> struct GradientTaps
{
    static constexpr WindowSums kSums = Taps::kSums;
    static constexpr int Size = Taps::Size;
    template <class Shape> struct Row
    {
        typename Taps::template Row<Shape> x, y;
    };
    template <class Shape> struct Sums
    {
        typename Taps::template Sums<Shape> x, y;
    };

    Taps x, y;

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
        x.template unpack<Shape>(row.x, strip);
        y.template unpack<Shape>(row.y, strip);
    }
    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
        x.template add<Shape>(sum.x, before.x, row.x, j);
        y.template add<Shape>(sum.y, before.y, row.y, j);
    }
};

// `target` is the magnitude, or `bytes` if it is 8U. The other results have its size; those that are not wanted are
// null.
template <class S, class D, class Taps> struct GradientArguments
{
    BatchSource<S> source;
    BatchTarget<D> target;
    BatchTarget<std::uint8_t> bytes;
    TargetView<D> dx, dy;
    TargetView<float> angle;
    Alignment alignment; // wholeTarget is of all results
    WarpLayout layout;
    GradientTaps<Taps> arithmetic;
    GradientNorm norm;
    float angleUnit;
    bool inBytes;
};

// Scalar `i` of packed results.
template <class D, int N> __device__ D packedScalar(const Words<N>& packed, int i)
{
    if constexpr (std::is_same_v<D, float>)
        return asFloat(packed.word[i]);
    else
        return static_cast<D>(packed.word[i / 2] >> (16 * (i % 2)));
}

// Where a strip of results goes: to a whole strip at once, or to its scalars inside the image.
struct StripPlace
{
    int x, y, end; // first scalar; scalars up to the end of the row
    bool whole;

    template <class View, int N> __device__ void store(const View& view, const Words<N>& packed) const
    {
        auto* const to = view.row(y) + x;
        if (!whole)
            return storeScalars(to, packed, -x, end);
        constexpr int atOnce = N < 4 ? N : 4;
#pragma unroll
        for (int first = 0; first < N; first += atOnce)
        {
            Words<atOnce> part;
#pragma unroll
            for (int w = 0; w < atOnce; ++w)
                part.word[w] = packed.word[first + w];
            storeWords(reinterpret_cast<std::uint32_t*>(to) + first, part);
        }
    }
};

// The magnitudes of a strip whose derivatives are `x` and `y`.
template <class Shape, class Arguments>
__device__ void storeMagnitudes(const Arguments& a, const Words<Shape::resultWords>& x,
                                const Words<Shape::resultWords>& y, GradientNorm norm, const StripPlace& place)
{
    using D = typename Shape::D;
    decltype(magnitudeOf(D(), D(), norm)) value[Shape::scalars];
#pragma unroll
    for (int i = 0; i < Shape::scalars; ++i)
        value[i] = magnitudeOf(packedScalar<D>(x, i), packedScalar<D>(y, i), norm);
    if (a.target.data)
    {
        Words<Shape::resultWords> packed;
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            if constexpr (sizeof(D) == 2)
                packed.word[w] = packSigned(value[2 * w + 1], value[2 * w]);
            else
                packed.word[w] = asBits(value[w]);
        place.store(a.target, packed);
    }
    if constexpr (sizeof(D) == 2 && Shape::resultWords > 1)
        if (a.bytes.data)
        {
            Words<Shape::resultWords / 2> packed;
#pragma unroll
            for (int w = 0; w < Shape::resultWords / 2; ++w)
                packed.word[w] = packBytes(value[4 * w], value[4 * w + 1], value[4 * w + 2], value[4 * w + 3]);
            place.store(a.bytes, packed);
        }
}

// Stores what is wanted of a strip whose derivatives are `x` and `y`.
template <class Shape, class Arguments>
__device__ void storeGradient(const Arguments& a, const Words<Shape::resultWords>& x,
                              const Words<Shape::resultWords>& y, const StripPlace& place)
{
    using D = typename Shape::D;
    if (a.dx.data)
        place.store(a.dx, x);
    if (a.dy.data)
        place.store(a.dy, y);
    if (a.target.data || a.bytes.data)
    {
        if (a.norm == GradientNorm::L1)
            storeMagnitudes<Shape>(a, x, y, GradientNorm::L1, place);
        else
            storeMagnitudes<Shape>(a, x, y, GradientNorm::L2, place);
    }
    if (a.angle.data)
    {
        Words<Shape::scalars> angle;
#pragma unroll
        for (int i = 0; i < Shape::scalars; ++i)
            angle.word[i] = asBits(angleOf(packedScalar<D>(x, i), packedScalar<D>(y, i), a.angleUnit));
        place.store(a.angle, angle);
    }
}

template <class Arguments, class Rows>
__device__ void filterGradients(const Arguments& a, Rows& source, BlockPlace strip)
{
    using Shape = typename Rows::Shape;
    StripPlace place;
    place.x = strip.x;
    place.y = strip.y;
    place.end = a.target.cols * Shape::channels - place.x;
    place.whole = Rows::whole || (a.alignment.wholeTarget && place.x >= 0 && place.end >= Shape::scalars);
    slideWindow(a.arithmetic, source, [&](const auto& sums) {
        Words<Shape::resultWords> x, y;
        a.arithmetic.x.template pack<Shape>(x.word, sums.x);
        a.arithmetic.y.template pack<Shape>(y.word, sums.y);
        storeGradient<Shape>(a, x, y, place);
        ++place.y;
    });
}

template <class Tile, class Shape, class Taps>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    gradientKernel(const GradientArguments<typename Shape::S, typename Shape::D, Taps> a)
{
    awaitEarlierWork();
    __shared__ StripBuffer<Tile, Shape> buffer;
    withStripRows<Tile, 1>(buffer, a, [&](auto& rows, BlockPlace place) { filterGradients(a, rows, place); });
}

}} // namespace cv::cudatiled
