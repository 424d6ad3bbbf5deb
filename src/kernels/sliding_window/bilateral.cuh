// SPDX-License-Identifier: Apache-2.0
// Bilateral filters of small radius by a register sliding window. Two pixels weigh the same for each other, so a thread
// computes a weight once for both; those of other threads' pixels it computes for its own alone.
#pragma once

#include "../../core/bilateral.hpp"
#include "../../core/earlier_work.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

template <class T> struct BilateralWindowArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    Alignment alignment;
    WarpLayout layout;
    BilateralWeights weights;
};

// The pixels of a thread in one row, with what their neighbours weigh. Pixel i of a strip is value[i + Radius].
template <class Shape> struct BilateralRow
{
    static constexpr int Pixels = Shape::scalars, Radius = Shape::size / 2;

    float value[Pixels + 2 * Radius], weighted[Pixels], weights[Pixels];

    // A pixel weighs 1 for itself.
    __device__ void start(const std::uint32_t (&strip)[Shape::words])
    {
#pragma unroll
        for (int i = 0; i < Pixels + 2 * Radius; ++i)
            value[i] = stripScalar<typename Shape::S>(strip, Shape::first + i);
#pragma unroll
        for (int i = 0; i < Pixels; ++i)
            weighted[i] = value[i + Radius], weights[i] = 1.f;
    }

    __device__ static bool has(int i)
    {
        return i >= 0 && i < Pixels;
    }

    __device__ void add(int i, float weight, float other)
    {
        if (!has(i))
            return;
        weights[i] += weight;
        weighted[i] = fmaf(weight, other, weighted[i]);
    }

    __device__ Words<Shape::resultWords> results() const
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(typename Shape::D));
        float result[Pixels];
#pragma unroll
        for (int i = 0; i < Pixels; ++i)
            result[i] = approximateQuotient(weighted[i], weights[i]);
        Words<Shape::resultWords> packed;
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            packed.word[w] = packedWord<typename Shape::D>(result + w * perWord);
        return packed;
    }
};

// Pixels i of `row` and i + x of `above`, which may be the same row.
template <class Row> __device__ void addPairs(const BilateralWeights& w, Row& row, Row& above, int x, float ofPlace)
{
#pragma unroll
    for (int i = -Row::Radius; i < Row::Pixels + Row::Radius; ++i)
    {
        if (!Row::has(i) && !Row::has(i + x))
            continue;
        const float first = row.value[i + Row::Radius], second = above.value[i + x + Row::Radius];
        const float weight = approximateExp2(w.exponent(first - second, ofPlace));
        row.add(i, weight, second);
        above.add(i + x, weight, first);
    }
}

// Filters a strip: rows come from the top down, and the one `radius` rows above the last is complete.
template <class Arguments, class Rows>
__device__ void filterBilateral(const Arguments& a, Rows& source, BlockPlace place)
{
    using Shape = typename Rows::Shape;
    using Row = BilateralRow<Shape>;
    constexpr int Radius = Row::Radius, Period = Radius + 1;

    const int x = place.x, end = a.target.cols - x;
    const bool whole = Rows::whole || (a.alignment.wholeTarget && x >= 0 && end >= Shape::scalars);
    auto* to = a.target.row(place.y) + x;
    Row rows[Period] = {};
#pragma unroll 1
    for (int first = 0; source.has(first); first += Period)
#pragma unroll
        for (int slot = 0; slot < Period; ++slot)
        {
            if (!source.has(first + slot))
                return;
            Row& row = rows[slot];
            std::uint32_t strip[Shape::words];
            source.next(strip, slot);
            row.start(strip);
            source.refill(slot);
#pragma unroll
            for (int above = 0; above <= Radius; ++above)
#pragma unroll
                for (int i = above == 0 ? 1 : -Radius; i <= Radius; ++i)
                    if (i * i + above * above <= Radius * Radius)
                        addPairs(a.weights, row, rows[(slot + Period - above) % Period], i,
                                 a.weights.ofPlace(i * i + above * above));
            if (!source.completes(first + slot))
                continue;
            const Words<Shape::resultWords> packed = rows[(slot + 1) % Period].results();
            if (whole)
                storeWords(to, packed);
            else
                storeScalars(to, packed, -x, end);
            to = reinterpret_cast<decltype(to)>(reinterpret_cast<char*>(to) + a.target.step);
        }
}

template <class Tile, class Shape>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    bilateralWindowKernel(const BilateralWindowArguments<typename Shape::S> a)
{
    awaitEarlierWork();
    __shared__ StripBuffer<Tile, Shape> buffer;
    withStripRows<Tile, Shape::size / 2 + 1>(buffer, a,
                                             [&](auto& rows, BlockPlace place) { filterBilateral(a, rows, place); });
}

}} // namespace cv::cudatiled
