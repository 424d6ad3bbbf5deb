// SPDX-License-Identifier: Apache-2.0
// The arithmetic of strips for OpenCV's fixed-point Gaussians; arithmetic.cuh says what it consists of.
#pragma once

#include "arithmetic.cuh"

namespace cv { namespace cudatiled {

// 8U Gaussians, whose taps are bytes that add up to 2^8: four products at a time along the row, whose sums fit into 16
// bits, and two at a time down the column, of a row and the one before. Rounded half up.
template <int Size_> struct FixedPointTaps
{
    static constexpr WindowSums kSums = WindowSums::Separable;
    static constexpr int Size = Size_, Groups = (Size_ + 3) / 4;
    template <class Shape>
    using Row = std::uint32_t[Shape::scalars]; // sums of the row in the upper half, of the one before below
    template <class Shape> using Sums = std::uint32_t[Shape::scalars];

    std::uint32_t row[Groups];             // four taps each; those beyond the kernel are 0
    std::uint32_t column[(Size_ + 1) / 2]; // two taps each, but the last: 0 and the last tap

    template <class Shape> __device__ void unpack(Row<Shape>& pair, const std::uint32_t (&strip)[Shape::words]) const
    {
        std::uint32_t window[Shape::scalars + (Groups - 1) * 4 * Shape::channels];
        gatherWindows<Shape>(window, strip);
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
        {
            std::uint32_t sum = 0;
#pragma unroll
            for (int g = 0; g < Groups; ++g)
                sum = dotBytes(window[v + g * 4 * Shape::channels], row[g], sum);
            pair[v] = nextU16x2(pair[v], sum);
        }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& pair, int j) const
    {
        const bool second = j % 2 == 1 || j == Size_ - 1; // of two rows
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = second ? dotU16x2(pair[v], column[j / 2], j == 1 ? 1u << 15 : before[v]) : before[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            words[w] = gatherBytes2(sum[4 * w], sum[4 * w + 1], sum[4 * w + 2], sum[4 * w + 3]);
    }
};

// Taps that are binomials over a power of two, as OpenCV's defaults of 3 and 5 are. Divided by what they have in
// common, their sums fit into 16 bits, two results in a word: of scalars two apart, which lie so in a word of bytes. A
// result is the upper byte of its sum.
template <int Size_> struct BinomialTaps
{
    static_assert(Size_ == 3 || Size_ == 5, "255 times the sum of all taps has 16 bits");
    static constexpr WindowSums kSums = WindowSums::Binomials;
    static constexpr int Size = Size_;
    template <class Shape> using Row = std::uint32_t[Shape::scalars / 2]; // of every four: 0 and 2, 1 and 3
    template <class Shape> using Sums = std::uint32_t[Shape::scalars / 2];

    static constexpr std::uint32_t rowSum = 1u << (Size_ - 1), columnTap = 256 / (rowSum * rowSum); // of the ends
    // What rounds both results, part of every row's sum. Not known to the compiler, which would else add it on its own,
    // not as the third of three.
    std::uint32_t half = 128 / (256 / rowSum) * 0x10001u;
    CUDATILED_HOST_DEVICE static constexpr std::uint32_t tap(int i)
    {
        return i == 0 || i == Size_ - 1 ? 1 : i == 2 ? 6 : Size_ - 1;
    }

    template <class Shape>
    __device__ void unpack(Row<Shape>& filtered, const std::uint32_t (&strip)[Shape::words]) const
    {
        std::uint32_t pair[4 * Shape::words]; // of a scalar and the one two further on
#pragma unroll
        for (int w = 0; w < Shape::words; ++w)
        {
            pair[4 * w] = strip[w] & 0x00ff00ffu;
            pair[4 * w + 1] = oddBytes(strip[w]);
        }
#pragma unroll
        for (int w = 0; w < Shape::words; ++w)
#pragma unroll
            for (int i = 0; i < 2; ++i)
                pair[4 * w + 2 + i] = nextU16x2(pair[4 * w + i], w + 1 < Shape::words ? pair[4 * w + 4 + i] : 0u);
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
        {
            const std::uint32_t* const first = pair + Shape::first + v / 2 * 4 + v % 2;
            filtered[v] = half + first[0] + first[(Size_ - 1) * Shape::channels] +
                          tap(Size_ / 2) * first[Size_ / 2 * Shape::channels];
#pragma unroll
            for (int i = 1; i < Size_ / 2; ++i)
                filtered[v] += tap(i) * (first[i * Shape::channels] + first[(Size_ - 1 - i) * Shape::channels]);
        }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& filtered, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
            sum[v] = (j == 0 ? 0u : before[v]) + columnTap * tap(j) * filtered[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            words[w] = mergeHighBytes(sum[2 * w], sum[2 * w + 1]);
    }
};

// 16U Gaussians: taps of 16 fraction bits, row sums of 32 bits, sums of 64, rounded half up.
template <int Size_> struct LongFixedPointTaps
{
    static constexpr WindowSums kSums = WindowSums::LongFixedPoint;
    static constexpr int Size = Size_;
    template <class Shape> using Row = std::uint32_t[Shape::scalars];
    template <class Shape> using Sums = std::uint64_t[Shape::scalars];

    std::uint32_t row[Size_], column[Size_];

    template <class Shape>
    __device__ void unpack(Row<Shape>& filtered, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
            {
                const int at = Shape::first + v + i * Shape::channels;
                filtered[v] = (i == 0 ? 0u : filtered[v]) + row[i] * (strip[at / 2] >> (16 * (at % 2)) & 0xffffu);
            }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& filtered, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = (j == 0 ? std::uint64_t(1) << 31 : before[v]) + std::uint64_t(column[j]) * filtered[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            words[w] = static_cast<std::uint32_t>(sum[2 * w] >> 32) | static_cast<std::uint32_t>(sum[2 * w + 1] >> 32)
                                                                          << 16;
    }
};

}} // namespace cv::cudatiled
