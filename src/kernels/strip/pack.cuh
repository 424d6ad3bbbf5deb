// SPDX-License-Identifier: Apache-2.0
// From the results of a strip, as numbers, to the words of a row with half or twice as many pixels.
#pragma once

#include "strip.cuh"

namespace cv { namespace cudatiled {

// `result(i)` is the result of scalar i of the strip. Two of bytes are the upper bytes of both halves of a word: of
// scalars i and i + 1; i is even.
template <class Shape, class Result> __device__ std::uint32_t packResults(int first, int second, Result result)
{
    if constexpr (std::is_same_v<typename Shape::T, Half>)
        return roundToF16x2(result(first), result(second));
    else if constexpr (sizeof(typename Shape::T) == 2)
        return joinedU16x2(static_cast<std::uint32_t>(result(first)), 0, static_cast<std::uint32_t>(result(second)), 0);
    else
        return asBits(result(first));
}

// The results of every other pixel of a strip, the first one's first.
template <class Shape, class Result> __device__ void packHalf(std::uint32_t (&word)[Shape::Words / 2], Result result)
{
    constexpr int C = Shape::Channels, perWord = 4 / static_cast<int>(sizeof(typename Shape::T));
    constexpr int W = Shape::Words / 2;
    const auto scalarOf = [](int number) {
        return number / C * 2 * C + number % C;
    };
    if constexpr (!Shape::InPairs)
#pragma unroll
        for (int w = 0; w < W; ++w)
            word[w] = packResults<Shape>(scalarOf(perWord * w), scalarOf(perWord * w + perWord - 1), result);
    else if constexpr (C == 3)
    {
        std::uint32_t pixel[Shape::Pixels / 2]; // in the lower three bytes
#pragma unroll
        for (int p = 0; p < Shape::Pixels / 2; ++p)
            pixel[p] = packHighBytes(result(6 * p), result(6 * p + 2));
#pragma unroll
        for (int w = 0; w < W; w += 3)
        {
            const std::uint32_t* const of = pixel + w / 3 * 4;
            word[w] = permuteBytes(of[0], of[1], 0x4210u);
            word[w + 1] = permuteBytes(of[1], of[2], 0x5421u);
            word[w + 2] = permuteBytes(of[2], of[3], 0x6542u);
        }
    }
    else
    {
        const auto pair = [&](int number) {
            if constexpr (C == 1)
                return joinedU16x2(result(4 * number), 0, result(4 * number + 2), 0);
            else
                return result(scalarOf(2 * number));
        };
#pragma unroll
        for (int w = 0; w < W; ++w)
            word[w] = packHighBytes(pair(2 * w), pair(2 * w + 1));
    }
}

// Two results for each pixel of a strip: `even`, and `odd` to its right.
template <class Shape, class Even, class Odd>
__device__ void packTwice(std::uint32_t (&word)[Shape::Words * 2], Even even, Odd odd)
{
    constexpr int C = Shape::Channels, perWord = 4 / static_cast<int>(sizeof(typename Shape::T));
    constexpr int W = Shape::Words * 2;
    if constexpr (!Shape::InPairs)
    {
        const auto result = [&](int number) {
            const int scalar = number / (2 * C) * C + number % C;
            return number / C % 2 == 0 ? even(scalar) : odd(scalar);
        };
#pragma unroll
        for (int w = 0; w < W; ++w)
            word[w] = packResults<Shape>(perWord * w, perWord * w + perWord - 1, result);
    }
    else if constexpr (C == 3)
#pragma unroll
        for (int w = 0; w < W; w += 3)
        {
            const int first = 2 * w; // of the six scalars of two pixels
            const std::uint32_t evens = packHighBytes(even(first), even(first + 2)),
                                odds = packHighBytes(odd(first), odd(first + 2)),
                                last = packHighBytes(even(first + 4), odd(first + 4));
            word[w] = permuteBytes(evens, odds, 0x4210u);
            word[w + 1] = permuteBytes(permuteBytes(odds, evens, 0x0721u), last, 0x4210u);
            word[w + 2] = permuteBytes(last, odds, 0x3271u);
        }
    else
#pragma unroll
        for (int w = 0; w < W; ++w)
            if constexpr (C == 1)
                word[w] = mergeHighBytes(even(2 * w), odd(2 * w));
            else if constexpr (C == 2)
                word[w] = packHighBytes(even(2 * w), odd(2 * w));
            else
            {
                const int first = w / 2 * 4; // the four scalars of a pixel
                word[w] = w % 2 == 0 ? packHighBytes(even(first), even(first + 2))
                                     : packHighBytes(odd(first), odd(first + 2));
            }
}

}} // namespace cv::cudatiled
