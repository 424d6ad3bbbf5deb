// SPDX-License-Identifier: Apache-2.0
// The next smaller level of a pyramid: sums down the columns in registers, then along the rows.
#pragma once

#include "../../core/earlier_work.cuh"
#include "sums.cuh"

namespace cv { namespace cudatiled {

template <class T_, int Channels_> struct PyrDownTile : StripBlock<1>
{
    using T = T_;
    static constexpr int Channels = Channels_, PairBytes = 2 * Channels * static_cast<int>(sizeof(T));
    static constexpr bool OfBytes = sizeof(T) == 1, OfFloats = sizeof(T) == 4;
    static constexpr int BlocksOfThree = std::is_same_v<T, Half> ? 3 : 4;
    static constexpr int BlocksOfWide = OfBytes && Channels > 1 ? 4 : 5;
    static constexpr int Bytes = Channels == 3 ? (OfBytes ? 24 : 48) : OfFloats && PairBytes < 16 ? 16 : 32;
    static constexpr int MinBlocks = Channels == 3 ? BlocksOfThree : Bytes > 16 ? BlocksOfWide : 6;
    static constexpr int MostRows = kStripRows;
    static constexpr bool Prefetches = sizeof(T) != 2 || Channels == 1; // others would spill registers
    using Shape = PixelStrip<T, Channels, Bytes>;
};

template <class T> struct PyrDownArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    StripAlignment sourceAlignment;
    bool wholeTarget; // wide stores begin at multiples of their size
    int rowsOfWarp;   // of the target
    bool shiftsLast;  // the last column is made of windows that lie a pixel further to the left
    bool prefetches;  // rows that a warp does not read at once come into the L2 cache before it does
};

struct PyrDownBorder
{
    Border border;

    __device__ int operator()(int i, int length) const { return borderIndex(i, length, border); }
};

// Results of every other pixel of a strip, from sums of five rows and those of neighbouring strips.
template <class Shape>
__device__ void sumColumns(std::uint32_t (&word)[Shape::Words / 2], const StripNumbers<Shape>& sums)
{
    constexpr int C = Shape::Channels;
    const StripNeighbours<Shape, 2 * C, Shape::InPairs ? (C + 1) / 2 * 2 : C> all(sums);
    packHalf<Shape>(word, [&](int scalar) {
        if constexpr (Shape::InPairs && C == 1)
            return dotU16x2(all.at(scalar - 2), 0x0401u,
                            dotU16x2(all.at(scalar), 0x0406u, dotU16x2(all.at(scalar + 2), 0x0001u, 0x80u)));
        else
            return scaledSum<Shape, 8>(
                timesPlus(4, all.at(scalar - C) + all.at(scalar + C),
                          timesPlus(6, all.at(scalar), all.at(scalar - 2 * C) + all.at(scalar + 2 * C))));
    });
}

// A result by itself, whose window has its centre at (x, y).
template <class T> __device__ T pyrDownResult(const BatchSource<T>& source, int x, int y, int channel)
{
    using Total = std::conditional_t<kIsFloat<T>, float, int>;
    const auto tap = [](int i) {
        return i == 0 ? 6 : i * i == 1 ? 4 : 1;
    };
    Total total = 0;
#pragma unroll 1
    for (int j = -2; j <= 2; ++j)
    {
        Total sum = 0;
#pragma unroll 1
        for (int i = -2; i <= 2; ++i)
            sum = timesPlus(tap(i), static_cast<Total>(source.at(x + i, y + j, channel)), sum);
        total = timesPlus(tap(j), sum, total);
    }
    if constexpr (kIsFloat<T>)
        return static_cast<T>(total * (1.f / 256));
    else
        return static_cast<T>((total + 128) >> 8);
}

template <class T> __device__ void storeShiftedColumn(const PyrDownArguments<T>& a, int y, int rows)
{
    const int last = a.target.cols - 1, channels = a.source.channels;
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < rows * channels; i += 32)
    {
        const int row = y + i / channels, channel = i % channels;
        a.target.row(row)[static_cast<std::ptrdiff_t>(last) * channels + channel] =
            pyrDownResult(a.source, 2 * last - 1, 2 * row, channel);
    }
}

// A warp marches down: two more rows of the source make the next row of results.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    pyrDownKernel(const PyrDownArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    using Shape = typename Tile::Shape;
    const StripPlace<Shape, Tile::Beside> place(rowOfBlock(a.target), a.rowsOfWarp, a.target.rows);
    if (place.rows <= 0)
        return;
    const StripSource<Shape, PyrDownBorder> source(a.source, {a.source.rowBorder}, place.pixel, a.sourceAlignment);
    const std::ptrdiff_t first = place.pixel / 2 * Tile::Channels;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(a.target.cols - (a.shiftsLast ? 1 : 0)) * Tile::Channels;
    const std::ptrdiff_t count = place.isOwn ? end - first : 0;

    // Of the five rows of a window: the sum of the first three, and the third.
    StripNumbers<Shape> before(source.load(2 * place.y - 2));
    const StripNumbers<Shape> second(source.load(2 * place.y - 1));
    auto last = source.load(2 * place.y), fourth = source.load(2 * place.y + 1), fifth = source.load(2 * place.y + 2);
    const StripNumbers<Shape> third(last);
    if constexpr (Tile::Prefetches)
    {
        if (a.prefetches)
            source.prefetch(2 * place.y + 3, 2 * (place.rows - 1));
    }
#pragma unroll
    for (int i = 0; i < Shape::Numbers; ++i)
        before.of[i] = timesPlus(6, third.of[i], timesPlus(4, second.of[i], before.of[i]));

#pragma unroll 1
    for (int y = place.y; y < place.y + place.rows; ++y)
    {
        const StripNumbers<Shape> here(last), odd(fourth), even(fifth);
        StripNumbers<Shape> sums;
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
        {
            sums.of[i] = timesPlus(4, odd.of[i], before.of[i] + even.of[i]);
            before.of[i] = timesPlus(6, even.of[i], timesPlus(4, odd.of[i], here.of[i]));
        }
        last = fifth;
        if (y + 1 < place.y + place.rows)
        {
            fourth = source.load(2 * y + 3);
            fifth = source.load(2 * y + 4);
        }
        std::uint32_t word[Shape::Words / 2];
        sumColumns<Shape>(word, sums);
        if (count > 0)
            storeStrip<T>(a.target.row(y) + first, word, count, a.wholeTarget);
    }
    if (a.shiftsLast && blockIdx.x + 1 == gridDim.x)
        storeShiftedColumn(a, place.y, place.rows);
}

}} // namespace cv::cudatiled
