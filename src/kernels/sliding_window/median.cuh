// SPDX-License-Identifier: Apache-2.0
// Medians of 3x3 pixels as an arithmetic of slidingWindowKernel: the three pixels of a column are sorted once for the
// three results that they are part of. The median is the median of the highest of the low ones, the median of the
// middle ones and the lowest of the high ones.
#pragma once

#include "../../core/intrinsics.cuh"
#include "../median/values.cuh"
#include "window_sums.hpp"

namespace cv { namespace cudatiled {

// How the scalars of a strip lie in registers: floats one by one; others two by two, `apart` from one another, so that
// the neighbours of both are in the neighbouring registers. A byte is the upper one of its half; whatever lies below it
// decides between equal ones only.
template <class S, int Apart> struct MedianLanes
{
    using Value = std::uint32_t;
    static constexpr int perWord = 4 / static_cast<int>(sizeof(S));

    template <int N> __device__ static std::uint32_t unpack(const std::uint32_t (&words)[N], int s)
    {
        const int t = s + Apart;
        if constexpr (sizeof(S) == 1)
            return doubledBytes(words[s / 4], s % 4, words[t / 4], t % 4);
        else
            return joinedU16x2(words[s / 2], s % 2, words[t / 2], t % 2);
    }
    template <int N> __device__ static void pack(std::uint32_t (&words)[N], const std::uint32_t (&value)[Apart])
    {
#pragma unroll
        for (int w = 0; w < N / 2; ++w)
        {
            const std::uint32_t* const v = value + w * perWord;
            const std::uint32_t a = sizeof(S) == 1 ? mergeHighBytes(v[0], v[1]) : v[0];
            const std::uint32_t b = sizeof(S) == 1 ? mergeHighBytes(v[2 % perWord], v[3 % perWord]) : v[1];
            words[w] = joinedU16x2(a, 0, b, 0);
            words[w + N / 2] = joinedU16x2(a, 1, b, 1);
        }
    }
};

template <int Apart> struct MedianLanes<float, Apart>
{
    using Value = float;

    template <int N> __device__ static float unpack(const std::uint32_t (&words)[N], int s)
    {
        return asFloat(words[s]);
    }
    template <int N> __device__ static void pack(std::uint32_t (&words)[N], const float (&value)[N])
    {
#pragma unroll
        for (int w = 0; w < N; ++w)
            words[w] = asBits(value[w]);
    }
};

template <int Apart> struct MedianLanes<Half, Apart>
{
    using Value = HalfPair;
    using Lanes = MedianLanes<std::uint16_t, Apart>;

    template <int N> __device__ static HalfPair unpack(const std::uint32_t (&words)[N], int s)
    {
        return {Lanes::unpack(words, s)};
    }
    template <int N> __device__ static void pack(std::uint32_t (&words)[N], const HalfPair (&value)[Apart])
    {
        std::uint32_t bits[Apart];
#pragma unroll
        for (int i = 0; i < Apart; ++i)
            bits[i] = value[i].bits;
        Lanes::pack(words, bits);
    }
};

// S is the depth. `flip` in every word of 16-bit scalars makes unsigned numbers of signed ones and back. `minusOne` is
// -1: the multiplications by it keep another pipe busy than the comparisons.
template <class S> struct MedianOfNine
{
    static constexpr WindowSums kSums = WindowSums::Median;
    static constexpr int Size = 3;
    static constexpr bool isFloat = sizeof(S) == 4;
    using Value = typename MedianLanes<S, 1>::Value;
    template <class Shape> static constexpr int results = isFloat ? Shape::scalars : Shape::scalars / 2; // registers
    template <class Shape> static constexpr int columns = results<Shape> + 2 * Shape::halo;
    template <class Shape> using Lanes = MedianLanes<S, results<Shape>>;
    template <class Shape> using Row = Value[columns<Shape>];

    std::uint32_t flip, minusOne;

    template <class Shape> struct Sums // the columns of results: their pixels, at last in order
    {
        Value low[columns<Shape>], middle[columns<Shape>], high[columns<Shape>];
    };

    __device__ static float medianOf(float a, float b, float c, float, float) { return medianOfThree(a, b, c); }
    __device__ static HalfPair medianOf(HalfPair a, HalfPair b, HalfPair c, HalfPair, HalfPair)
    {
        return medianOfThree(a, b, c);
    }
    __device__ std::uint32_t medianOf(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t low,
                                      std::uint32_t high) const
    {
        return high * minusOne + (low * minusOne + (a + b + c)); // of both halves: the sum fits into what is left
    }

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
        std::uint32_t words[Shape::words];
#pragma unroll
        for (int w = 0; w < Shape::words; ++w)
            words[w] = sizeof(S) == 2 ? strip[w] ^ flip : strip[w];
#pragma unroll
        for (int i = 0; i < columns<Shape>; ++i)
            row[i] = Lanes<Shape>::unpack(words, Shape::first + i);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& column, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
#pragma unroll
        for (int i = 0; i < columns<Shape>; ++i)
        {
            const Value a = before.low[i], b = before.middle[i], c = row[i];
            column.low[i] = j == 0 ? c : j == 1 ? a : lower(a, b, c);
            if (j == 1)
                column.middle[i] = c;
            if (j == 2)
            {
                column.high[i] = higher(a, b, c);
                column.middle[i] = medianOf(a, b, c, column.low[i], column.high[i]);
            }
        }
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& column) const
    {
        Value result[results<Shape>];
#pragma unroll
        for (int r = 0; r < results<Shape>; ++r)
        {
            const int left = r, centre = left + Shape::channels, right = centre + Shape::channels;
            // Two neighbours have two columns in common, which are named first.
            const bool even = r / Shape::channels % 2 == 0;
            const int a = even ? centre : left, b = even ? right : centre, c = even ? left : right;
            const Value low = higher(column.low[a], column.low[b], column.low[c]);
            const Value middle = medianOfThree(column.middle[a], column.middle[b], column.middle[c]);
            const Value high = lower(column.high[a], column.high[b], column.high[c]);
            result[r] = medianOf(low, middle, high, lower(low, middle, high), higher(low, middle, high));
        }
        Lanes<Shape>::pack(words, result);
        if (sizeof(S) == 2)
#pragma unroll
            for (int w = 0; w < Shape::resultWords; ++w)
                words[w] ^= flip;
    }
};

}} // namespace cv::cudatiled
