// SPDX-License-Identifier: Apache-2.0
// Images of twice the size by linear interpolation: weights are 1/4 and 3/4 along both axes.
#pragma once

#include "half.cuh"

namespace cv { namespace cudatiled {

template <class T_, int Channels_> struct ResizeTwiceTile : StripBlock<1>
{
    using T = T_;
    static constexpr int Channels = Channels_;
    static constexpr bool ManyNumbers = Channels % 2 == 1 && sizeof(T) < 4 && Channels * sizeof(T) != 2;
    static constexpr int MinBlocks = ManyNumbers ? 4 : Channels == 1 && sizeof(T) == 4 ? 6 : 5;
    // Integers take more work for each row.
    static constexpr int MostRows = sizeof(T) == 1 ? 5 : sizeof(T) == 2 ? 4 : kStripRows;
    using Shape = PixelStrip<T, Channels, Channels == 3 ? 24 : 16>;
};

// Four times the interpolated values of a source row: in even columns and in odd ones.
template <class Shape> struct TwiceColumns
{
    using Number = typename Shape::Number;
    Number even[Shape::Numbers], odd[Shape::Numbers];

    TwiceColumns() = default;
    __device__ explicit TwiceColumns(const StripWords<Shape::Words>& strip)
    {
        constexpr int C = Shape::Channels, perNumber = Shape::InPairs ? 2 : 1;
        const StripNeighbours<Shape, C, C> pixels{StripNumbers<Shape>(strip)};
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
        {
            const Number three = 3 * pixels.at(perNumber * i);
            even[i] = three + pixels.at(perNumber * i - C);
            odd[i] = three + pixels.at(perNumber * i + C);
        }
    }
};

// Between a row, of weight 3/4, and a row further away: cv::resize cuts off fractions of both products of bytes, whose
// results are in the upper bytes of both halves, and rounds other integers to even.
template <class Shape>
__device__ typename Shape::Number betweenRows(typename Shape::Number near, typename Shape::Number away)
{
    if constexpr (Shape::InPairs)
        return ((3 * near >> 2 & 0x03ff03ffu) + (away >> 2 & 0x00ff00ffu)) * 64 + 0x00800080u;
    else if constexpr (std::is_same<typename Shape::Number, float>::value)
        return fmaf(3.f, near, away) * 0.0625f;
    else
    {
        const int sum = 3 * near + away;
        return (sum + 7 + (sum >> 4 & 1)) >> 4;
    }
}

template <class Shape>
__device__ void interpolateRow(std::uint32_t (&word)[Shape::Words * 2], const TwiceColumns<Shape>& near,
                               const TwiceColumns<Shape>& away)
{
    constexpr int perNumber = Shape::InPairs ? 2 : 1;
    packTwice<Shape>(
        word,
        [&](int scalar) { return betweenRows<Shape>(near.even[scalar / perNumber], away.even[scalar / perNumber]); },
        [&](int scalar) { return betweenRows<Shape>(near.odd[scalar / perNumber], away.odd[scalar / perNumber]); });
}

// A warp marches down the source: the two rows of results between two rows of the source are made of both.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    resizeTwiceKernel(const ResizeStripArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    using Shape = typename Tile::Shape;
    const StripPlace<Shape, Tile::Beside> place(rowOfBlock(a.target), a.rowsOfWarp, a.source.rows);
    if (place.rows <= 0)
        return;
    const StripSource<Shape, EdgePixel> source(a.source, {}, place.pixel, a.sourceAlignment);
    const std::ptrdiff_t first = place.pixel * 2 * Tile::Channels;
    const std::ptrdiff_t count = place.isOwn ? static_cast<std::ptrdiff_t>(a.target.cols) * Tile::Channels - first : 0;
    const auto store = [&](int y, const TwiceColumns<Shape>& near, const TwiceColumns<Shape>& away) {
        std::uint32_t word[Shape::Words * 2];
        interpolateRow<Shape>(word, near, away);
        storeDoubledStrip<T, Tile::Beside>(a.target.row(y) + first, word, count, a.wholeTarget);
    };

    TwiceColumns<Shape> above(source.load(place.y - 1)), here(source.load(place.y));
    auto next = source.load(place.y + 1), second = next;
    if (place.rows > 1)
        second = source.load(place.y + 2);
    store(2 * place.y, here, above);
#pragma unroll 1
    for (int y = place.y; y < place.y + place.rows; ++y)
    {
        const TwiceColumns<Shape> below(next);
        next = second;
        if (y + 2 < place.y + place.rows)
            second = source.load(y + 3);
        store(2 * y + 1, here, below);
        if (y + 1 < place.y + place.rows)
            store(2 * y + 2, below, here);
        here = below;
    }
}

}} // namespace cv::cudatiled
