// SPDX-License-Identifier: Apache-2.0
// The extremes of 15 or 31 pixels that follow each other in a row, from those of three, seven and fifteen. A lane of a
// warp has 16 bytes of the row; others it asks of the lanes to its right.
#pragma once

#include "window.cuh"

namespace cv { namespace cudatiled {

// Which extremes: Lowest or Highest. Signed integers take an exclusive-or before and after, with which their extremes
// are the lowest; other pixels are compared as they are, for instructions of that kind bind the kernel.
template <class Extreme_, bool Flips_> struct MarchOrder
{
    using Extreme = Extreme_;
    static constexpr bool flips = Flips_;
};

// Shape of the work of a lane: `Registers` with the scalars of 16 bytes. `Packed`: lanes exchange words of bytes, half
// as many as registers.
template <class S_, int Channels_, int Size_, bool Packed_, class Extreme_> struct MarchRow
{
    using S = S_;
    using Extreme = Extreme_;
    static constexpr int channels = Channels_, Size = Size_;
    static constexpr bool packed = Packed_;
    static constexpr int scalars = kChunkBytes / static_cast<int>(sizeof(S)), resultWords = 4;
    static constexpr int Registers = scalars / kLanes<S>;
    // Registers from a pixel to one that is `pixels` pixels and whole words further on.
    __device__ static constexpr int apart(int pixels)
    {
        return pixels * channels * static_cast<int>(sizeof(S)) / 4 * (Registers / resultWords);
    }
    static_assert(Size == 15 || Size == 31);
    static_assert(!Packed_ || sizeof(S) == 1, "words of bytes are two registers");
};

// How many registers lanesIn() reads for pixels up to `pixels` further on than a lane's.
template <class Row> __device__ constexpr int registersUpTo(int pixels)
{
    using S = typename Row::S;
    int count = 0;
    for (int v = 0; v < Row::Registers; ++v)
    {
        const int at = laneScalar<S>(v) + pixels * Row::channels;
        const int last = sizeof(S) == 1   ? at / 4 * 2 + at % 2 + (at % 4 < 2 ? 0 : 2)
                         : sizeof(S) == 2 ? at / 2 + at % 2
                                          : at;
        count = last < count ? count : last + 1;
    }
    return count;
}

// Whether register `i` is one of a lane's own, `first` or `second` further on.
template <int Registers> __device__ constexpr bool isNeeded(int i, int first, int second)
{
    return (i >= first && i < first + Registers) || (i >= second && i < second + Registers);
}

// Of Rows rows: those registers of lanes to the right that isNeeded names, behind the lane's own.
template <class Row, bool Packed, int Rows, int Count>
__device__ void appendNeighbours(std::uint32_t (&row)[Rows][Count], int first, int second)
{
    constexpr int Own = Row::Registers;
#pragma unroll
    for (int i = Own; i < Count; i += Packed ? 2 : 1)
#pragma unroll
        for (int r = 0; r < Rows; ++r)
        {
            if (!isNeeded<Own>(i, first, second))
                continue;
            if constexpr (Packed)
            {
                const std::uint32_t own = mergeHighBytes(row[r][i % Own], row[r][i % Own + 1]);
                const std::uint32_t word = __shfl_down_sync(0xffffffffu, own, i / Own);
                row[r][i] = word << 8;
                row[r][i + 1 < Count ? i + 1 : i] = word;
            }
            else
                row[r][i] = __shfl_down_sync(0xffffffffu, row[r][i % Own], i / Own);
        }
}

// The extremes of each own register and of those that are `first` and `second` further on.
template <class Row, int Rows, int Count>
__device__ void extremesOfThree(std::uint32_t (&lanes)[Rows][Row::Registers], const std::uint32_t (&row)[Rows][Count],
                                int first, int second)
{
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int v = 0; v < Row::Registers; ++v)
            lanes[r][v] = Row::Extreme::template of<typename Row::S>(row[r][v], row[r][v + first], row[r][v + second]);
}

// Replaces each pixel of Rows rows by the extreme of itself and the Size - 1 pixels to its right. By all lanes of a
// warp.
template <class Row, int Rows> __device__ void extremesOfRows(std::uint32_t (&lanes)[Rows][Row::Registers])
{
    using S = typename Row::S;
    using Extreme = typename Row::Extreme;
    constexpr int Own = Row::Registers, channels = Row::channels, Size = Row::Size;
    constexpr int four = Row::apart(4), eight = Row::apart(8), sixteen = Row::apart(16);
    constexpr int rawCount = registersUpTo<Row>(3);
    std::uint32_t raw[Rows][rawCount], three[Rows][Own + four], seven[Rows][Own + eight];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int v = 0; v < Own; ++v)
            raw[r][v] = lanes[r][v];
    appendNeighbours<Row, false>(raw, rawCount > 2 * Own ? 2 * Own : Own, Own);
    const auto pixel = [&](int r, int v, int i) {
        return lanesIn<S>(raw[r], laneScalar<S>(v) + i * channels);
    };
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int v = 0; v < Own; ++v)
            three[r][v] = Extreme::template of<S>(raw[r][v], pixel(r, v, 1), pixel(r, v, 2));
    appendNeighbours<Row, Row::packed>(three, four, four);
#pragma unroll
    for (int r = 0; r < Rows; ++r)
#pragma unroll
        for (int v = 0; v < Own; ++v)
            seven[r][v] = Extreme::template of<S>(three[r][v], three[r][v + four], pixel(r, v, 3));
    appendNeighbours<Row, Row::packed>(seven, four, eight);
    extremesOfThree<Row>(lanes, seven, four, eight);
    if constexpr (Size == 31)
    {
        std::uint32_t fifteen[Rows][Own + sixteen];
#pragma unroll
        for (int r = 0; r < Rows; ++r)
#pragma unroll
            for (int v = 0; v < Own; ++v)
                fifteen[r][v] = lanes[r][v];
        appendNeighbours<Row, Row::packed>(fifteen, eight, sixteen);
        extremesOfThree<Row>(lanes, fifteen, eight, sixteen);
    }
}

}} // namespace cv::cudatiled
