// SPDX-License-Identifier: Apache-2.0
// Strips: the neighbouring scalars of a row that one thread filters, as words in registers.
#pragma once

#include "../../core/image_view.hpp"
#include "../../core/intrinsics.cuh"
#include "../../core/rounding.hpp"
#include "../../core/word_scalars.cuh"
#include "window_sums.hpp"

namespace cv { namespace cudatiled {

// `Scalars` results of type D in a row, from sources of type S, for a centred kernel of Size taps in a row.
template <class S_, class D_, int Channels_, int Scalars_, int Size_> struct StripShape
{
    using S = S_;
    using D = D_;
    static constexpr int channels = Channels_, scalars = Scalars_, size = Size_;
    static constexpr int halo = Size_ / 2 * Channels_;                         // scalars on either side
    static constexpr int side = (halo * static_cast<int>(sizeof(S_)) + 3) / 4; // the same in whole words
    static constexpr int body = Scalars_ * static_cast<int>(sizeof(S_)) / 4;   // words
    static constexpr int words = body + 2 * side;
    static constexpr int first =
        side * 4 / static_cast<int>(sizeof(S_)) - halo; // index of the first scalar of the halo
    static constexpr int resultWords = Scalars_ * static_cast<int>(sizeof(D_)) / 4;
};

// The same strips from the first scalar of their halo on.
template <class Strip> struct PackedStrip : Strip
{
    static constexpr int bytes = (Strip::scalars + 2 * Strip::halo) * static_cast<int>(sizeof(typename Strip::S));
    static constexpr int words = (bytes + 3) / 4, first = 0;
};

// Scalar `i` of a strip as a float.
template <class S> __device__ float stripScalar(const std::uint32_t* word, int i)
{
    return floatOfWord<S>(word[i / kScalarsOfWord<S>], i % kScalarsOfWord<S>);
}

// From floats to a word of results: rounded to nearest, ties to even, and saturated. Those for 32 bits fit in.
template <class D> __device__ std::uint32_t packedWord(const float* value)
{
    if constexpr (std::is_same_v<D, std::uint8_t>)
        return packBytes(value[0], value[1], value[2], value[3]);
    else if constexpr (std::is_same_v<D, std::int8_t>)
        return packBytes(saturateRound<D>(value[0]) + 128, saturateRound<D>(value[1]) + 128,
                         saturateRound<D>(value[2]) + 128, saturateRound<D>(value[3]) + 128) ^
               0x80808080u;
    else if constexpr (std::is_same_v<D, std::uint16_t>)
        return packUnsigned(value[1], value[0]);
    else if constexpr (std::is_same_v<D, std::int16_t>)
        return packSigned(value[1], value[0]);
    else if constexpr (std::is_same_v<D, Half>)
        return roundToF16x2(value[0], value[1]);
    else if constexpr (std::is_same_v<D, std::int32_t>)
        return static_cast<std::uint32_t>(roundToInt(value[0]));
    else
        return asBits(value[0]);
}

// From float sums to the words of results.
template <class Shape>
__device__ void packRounded(std::uint32_t (&words)[Shape::resultWords], const float (&sum)[Shape::scalars])
{
#pragma unroll
    for (int w = 0; w < Shape::resultWords; ++w)
        words[w] = packedWord<typename Shape::D>(sum + w * (Shape::scalars / Shape::resultWords));
}

// Reads a strip with its halo. Its body starts `bytes` behind `words`; `aligned` promises that this is at a multiple of
// its size.
template <class Shape>
__device__ void readStrip(std::uint32_t (&strip)[Shape::words], const std::uint32_t* words, int bytes, bool aligned)
{
    if (aligned)
    {
        if (Shape::side == 1)
        {
            strip[0] = words[-1];
            strip[Shape::words - 1] = words[Shape::body];
        }
        // Wider sides in pieces of the size of the body, which threads read from different banks.
        constexpr int pieces = Shape::side == 1 ? 0 : (Shape::side + Shape::body - 1) / Shape::body;
#pragma unroll
        for (int piece = -pieces; piece <= pieces; ++piece)
        {
            const Words<Shape::body> read = *reinterpret_cast<const Words<Shape::body>*>(words + piece * Shape::body);
#pragma unroll
            for (int i = 0; i < Shape::body; ++i)
            {
                const int at = Shape::side + piece * Shape::body + i;
                if (at >= 0 && at < Shape::words)
                    strip[at] = read.word[i];
            }
        }
        return;
    }
    std::uint32_t low = words[-Shape::side];
#pragma unroll
    for (int i = 0; i < Shape::words; ++i)
    {
        const std::uint32_t high = words[i + 1 - Shape::side];
        strip[i] = shiftedWord(low, high, 8 * bytes);
        low = high;
    }
}

// Writes results [begin, end) of a strip one scalar at a time. Only edges come here, so the loop over words stays
// rolled; the scalars of a word are unrolled, because the whole block waits for the last thread of each row.
template <class D, int N> __device__ void storeScalars(D* to, const Words<N>& packed, int begin, int end)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(D));
#pragma unroll 1
    for (int first = 0; first < N * perWord; first += perWord)
    {
        std::uint32_t bits = packed.word[0];
#pragma unroll
        for (int w = 1; w < N; ++w)
            bits = first == w * perWord ? packed.word[w] : bits;
#pragma unroll
        for (int i = 0; i < perWord; ++i)
            if (first + i >= begin && first + i < end)
                to[first + i] = scalarOfBits<D>(bits >> (32 / perWord * i));
    }
}

}} // namespace cv::cudatiled
