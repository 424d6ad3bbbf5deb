// SPDX-License-Identifier: Apache-2.0
// Images of half the size: means of 2x2 pixels.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../strip/pack.cuh"

namespace cv { namespace cudatiled {

template <class T_, int Channels_> struct ResizeHalfTile : StripBlock<0>
{
    using T = T_;
    static constexpr int Channels = Channels_, PairBytes = 2 * Channels * static_cast<int>(sizeof(T));
    static constexpr int MinBlocks = Channels == 3 ? 4 : 6, MostRows = kStripRows;
    using Shape = PixelStrip<T, Channels, Channels == 3 ? 48 : (PairBytes > 16 ? PairBytes : 16)>;
};

template <class T> struct ResizeStripArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    StripAlignment sourceAlignment;
    bool wholeTarget; // wide stores begin at multiples of their size
    int rowsOfWarp;   // of the target, or of the source if that is smaller
};

struct EdgePixel
{
    __device__ int operator()(int i, int length) const { return i < 0 ? 0 : i < length ? i : length - 1; }
};

// Of sums of integers, one or two in a word, the mean of four; of pairs in the upper bytes. cv::resize rounds halves
// up, but to even in images of two channels.
template <class Shape> __device__ typename Shape::Number meanOfFour(typename Shape::Number sum)
{
    using Number = typename Shape::Number;
    if constexpr (std::is_same<Number, float>::value)
        return sum * 0.25f;
    else
    {
        constexpr Number one = static_cast<Number>(Shape::InPairs ? 0x00010001u : 1u);
        const Number rounded = Shape::Channels == 2 ? sum + one + (sum >> 2 & one) : sum + 2 * one;
        return Shape::InPairs ? rounded << 6 : rounded >> 2;
    }
}

template <class Shape>
__device__ void halveRows(std::uint32_t (&word)[Shape::Words / 2], const StripWords<Shape::Words>& upper,
                          const StripWords<Shape::Words>& lower)
{
    const StripNumbers<Shape> first(upper), second(lower);
    StripNumbers<Shape> sums;
#pragma unroll
    for (int i = 0; i < Shape::Numbers; ++i)
        sums.of[i] = first.of[i] + second.of[i];
    packHalf<Shape>(word, [&](int scalar) {
        constexpr int C = Shape::Channels;
        if constexpr (!Shape::InPairs)
            return meanOfFour<Shape>(sums.of[scalar] + sums.of[scalar + C]);
        else if constexpr (C == 1)
            return dotU16x2(sums.of[scalar / 2], 0x0101u, 2u) << 6;
        else if constexpr (C == 3)
        {
            constexpr int last = Shape::Numbers - 1; // of the last pixel's pairs the second half does not count
            const int right = (scalar + C) / 2;
            return meanOfFour<Shape>(sums.of[scalar / 2] +
                                     nextU16x2(sums.of[right], sums.of[right < last ? right + 1 : last]));
        }
        else
            return meanOfFour<Shape>(sums.of[scalar / 2] + sums.of[(scalar + C) / 2]);
    });
}

// A lane has strips of two rows of results at a time.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    resizeHalfKernel(const ResizeStripArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    using Shape = typename Tile::Shape;
    constexpr int kRows = 2;
    const StripPlace<Shape, Tile::Beside> place(rowOfBlock(a.target), a.rowsOfWarp, a.target.rows);
    const StripSource<Shape, EdgePixel> source(a.source, {}, place.pixel, a.sourceAlignment);
    const std::ptrdiff_t first = place.pixel / 2 * Tile::Channels;
    const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(a.target.cols) * Tile::Channels - first;
    if (count <= 0)
        return;
#pragma unroll 1
    for (int y = place.y; y < place.y + place.rows; y += kRows)
    {
        typename StripSource<Shape, EdgePixel>::Strip strips[2 * kRows];
#pragma unroll
        for (int i = 0; i < 2 * kRows; ++i)
            strips[i] = source.load(2 * y + i);
#pragma unroll
        for (int i = 0; i < kRows; ++i)
            if (i == 0 || y + i < place.y + place.rows)
            {
                std::uint32_t word[Shape::Words / 2];
                halveRows<Shape>(word, strips[2 * i], strips[2 * i + 1]);
                storeStrip<T>(a.target.row(y + i) + first, word, count, a.wholeTarget);
            }
    }
}

}} // namespace cv::cudatiled
