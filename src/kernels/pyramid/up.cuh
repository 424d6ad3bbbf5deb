// SPDX-License-Identifier: Apache-2.0
// The next larger level of a pyramid: sums down the columns in registers, then along the rows.
#pragma once

#include "../../core/earlier_work.cuh"
#include "sums.cuh"

namespace cv { namespace cudatiled {

template <class T_, int Channels_> struct PyrUpTile : StripBlock<1>
{
    using T = T_;
    static constexpr int Channels = Channels_;
    static constexpr int BlocksOfHalves = Channels % 2 == 1 ? 4 : 5;
    static constexpr int MinBlocks = std::is_same_v<T, Half> ? BlocksOfHalves : sizeof(T) == 1 && Channels == 3 ? 5 : 6;
    static constexpr int MostRows = kStripRows;
    using Shape = PixelStrip<T, Channels, Channels == 3 ? 24 : 16>;
};

template <class T> struct PyrUpArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    StripAlignment sourceAlignment;
    bool wholeTarget; // wide stores begin at multiples of their size
    int rowsOfWarp;   // of the source
};

// Columns and rows of zeros lie between those of the image, and the first one behind the image is zero. A column of
// results behind the double width becomes the one before it by itself.
struct PyrUpBorder
{
    __device__ int operator()(int i, int length) const
    {
        const int inside = i < 0 ? -i : i;
        return inside < length ? inside : length - 1;
    }
};

// Two results of each pixel of a strip, from sums of rows and those of neighbouring strips.
template <class Shape>
__device__ void spreadColumns(std::uint32_t (&word)[Shape::Words * 2], const StripNumbers<Shape>& sums)
{
    constexpr int C = Shape::Channels;
    const StripNeighbours<Shape, C, C> all(sums);
    packTwice<Shape>(
        word,
        [&](int scalar) {
            return scaledSum<Shape, 6>(timesPlus(6, all.at(scalar), all.at(scalar - C) + all.at(scalar + C)));
        },
        [&](int scalar) { return scaledSum<Shape, 6>(4 * (all.at(scalar) + all.at(scalar + C))); });
}

// A warp marches down: each row of the source makes two rows of results. A row beyond the double height is as the one
// two above it.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) pyrUpKernel(const PyrUpArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    using Shape = typename Tile::Shape;
    const StripPlace<Shape, Tile::Beside> place(rowOfBlock(a.target), a.rowsOfWarp, a.source.rows);
    if (place.rows <= 0)
        return;
    const StripSource<Shape, PyrUpBorder> source(a.source, {}, place.pixel, a.sourceAlignment);
    const std::ptrdiff_t first = place.pixel * 2 * Tile::Channels;
    const std::ptrdiff_t count = place.isOwn ? static_cast<std::ptrdiff_t>(a.target.cols) * Tile::Channels - first : 0;
    const auto store = [&](int y, const StripNumbers<Shape>& sums, int again) {
        std::uint32_t word[Shape::Words * 2];
        spreadColumns<Shape>(word, sums);
        if (y < a.target.rows)
            storeDoubledStrip<T, Tile::Beside>(a.target.row(y) + first, word, count, a.wholeTarget);
        if (again < a.target.rows)
            storeDoubledStrip<T, Tile::Beside>(a.target.row(again) + first, word, count, a.wholeTarget);
    };

    StripNumbers<Shape> above(source.load(place.y - 1));
    auto middle = source.load(place.y), next = source.load(place.y + 1);
    {
        const StripNumbers<Shape> here(middle);
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
            above.of[i] = timesPlus(6, here.of[i], above.of[i]); // all of an even row but what lies below
    }
#pragma unroll 1
    for (int y = place.y; y < place.y + place.rows; ++y)
    {
        const StripNumbers<Shape> here(middle), below(next);
        StripNumbers<Shape> even, odd;
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
        {
            even.of[i] = above.of[i] + below.of[i];
            odd.of[i] = 4 * (here.of[i] + below.of[i]);
            above.of[i] = timesPlus(6, below.of[i], here.of[i]);
        }
        middle = next;
        if (y + 1 < place.y + place.rows)
            next = source.load(y + 2);
        constexpr int kNever = 0x7fffffff;
        store(2 * y, even, y + 1 == a.source.rows ? 2 * y + 2 : kNever);
        store(2 * y + 1, odd, kNever);
    }
}

}} // namespace cv::cudatiled
