// SPDX-License-Identifier: Apache-2.0
// Gray values of colours, by the weights of cv::cvtColor; kernel.cuh says what an operation is.
#pragma once

#include "../../core/gray.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// Units of three channels are 48 bytes, which become 16. Those of four are 16, so that the threads of a warp read
// neighbouring chunks and write neighbouring words.
template <class T, int Channels> struct GrayOperation
{
    using Source = T;
    using Target = T;
    static constexpr int kScalars = Channels;
    static constexpr int kSourceWords = Channels == 3 ? 12 : 4, kTargetWords = Channels == 3 ? 4 : 1;
    static constexpr int kPixels = kTargetWords * 4 / static_cast<int>(sizeof(T)); // of a unit

    GrayWeights<T> weights;

    __device__ void unit(std::uint32_t (&gray)[kTargetWords], const std::uint32_t (&words)[kSourceWords]) const
    {
        if constexpr (std::is_same_v<T, float>)
#pragma unroll
            for (int i = 0; i < kPixels; ++i)
                gray[i] = asBits(weights(asFloat(words[Channels * i]), asFloat(words[Channels * i + 1]),
                                         asFloat(words[Channels * i + 2])));
        else if constexpr (std::is_same_v<T, Half>)
        {
            float value[kPixels];
#pragma unroll
            for (int i = 0; i < kPixels; ++i)
            {
                const auto scalar = [&](int c) {
                    const int at = Channels * i + c;
                    return halfToFloat(words[at / 2], at % 2);
                };
                value[i] = weights(scalar(0), scalar(1), scalar(2));
            }
#pragma unroll
            for (int w = 0; w < kTargetWords; ++w)
                gray[w] = roundToF16x2(value[2 * w], value[2 * w + 1]);
        }
        else
        {
            std::uint32_t sum[kPixels];
#pragma unroll
            for (int i = 0; i < kPixels; ++i)
                sum[i] = sumOf(words, i * Channels * static_cast<int>(sizeof(T)));
#pragma unroll
            for (int w = 0; w < kTargetWords; ++w)
                if constexpr (sizeof(T) == 1)
                    gray[w] = gatherBytes2(sum[4 * w], sum[4 * w + 1], sum[4 * w + 2], sum[4 * w + 3]);
                else
                    gray[w] = joinedU16x2(sum[2 * w], 1, sum[2 * w + 1], 1);
        }
    }

    __device__ T scalar(const T* pixel) const
    {
        if constexpr (kIsFloat<T>)
            return static_cast<T>(
                weights(static_cast<float>(pixel[0]), static_cast<float>(pixel[1]), static_cast<float>(pixel[2])));
        else
            return static_cast<T>(weights(pixel[0], pixel[1], pixel[2]) >> 16);
    }

private:
    // Of the pixel that begins at this byte: its upper half is the gray value. Two bytes are multiplied at a time; a
    // fourth one counts for nothing.
    __device__ std::uint32_t sumOf(const std::uint32_t (&words)[kSourceWords], int byte) const
    {
        const int w = byte / 4, next = w + 1 < kSourceWords ? w + 1 : w;
        if constexpr (sizeof(T) == 1)
        {
            const std::uint32_t pixel = byte % 4 == 0 ? words[w] : shiftedWord(words[w], words[next], byte % 4 * 8);
            return dotU16x2High(weights.third, pixel, dotU16x2(weights.pair, pixel, kGrayHalf));
        }
        else
        {
            const auto scalar = [&](int i) {
                const std::uint32_t word = words[(byte + 2 * i) / 4];
                return (byte + 2 * i) % 4 == 0 ? word & 0xffffu : word >> 16;
            };
            return weights(scalar(0), scalar(1), scalar(2));
        }
    }
};

}} // namespace cv::cudatiled
