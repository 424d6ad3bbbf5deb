// SPDX-License-Identifier: Apache-2.0
// Magnitudes of the gradients of bytes by Sobel's kernels of 3x3, as an arithmetic of slidingWindowKernel: two pixels
// in the halves of a word.
//
// A byte with zeros above it is a subnormal half, 2^-24 times the byte. Halves hold integers up to 2048 in units of
// 2^-24 exactly, and the bits of such a half are the integer. No derivative is beyond 1020, no |x| + |y| beyond 2040.
#pragma once

#include "../../core/gradient.hpp"
#include "arithmetic.cuh"

namespace cv { namespace cudatiled {

template <GradientNorm Norm> struct SobelMagnitude
{
    static constexpr WindowSums kSums = WindowSums::Gradients;
    static constexpr int Size = 3;
    static constexpr std::uint32_t kOne = 0x3c003c00u, kMinusOne = 0xbc00bc00u, kTwo = 0x40004000u; // in both halves

    template <class Shape> struct Row
    {
        std::uint32_t smoothed[Shape::scalars / 2], difference[Shape::scalars / 2];
    };
    template <class Shape> struct Sums
    {
        std::uint32_t x[Shape::scalars / 2], y[Shape::scalars / 2]; // derivatives
    };

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
        const auto pair = [&](int at) {
            return bytePair(strip[at / 4], strip[at / 4 + 1 < Shape::words ? at / 4 + 1 : at / 4], at % 4);
        };
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
        {
            const int left = Shape::first + 2 * v, centre = left + Shape::channels, right = centre + Shape::channels;
            row.difference[v] = multiplyAddF16x2(pair(left), kMinusOne, pair(right));
            row.smoothed[v] = multiplyAddF16x2(pair(centre), kTwo, multiplyAddF16x2(pair(left), kOne, pair(right)));
        }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
        {
            sum.x[v] =
                j == 0 ? row.difference[v] : multiplyAddF16x2(row.difference[v], j == 1 ? kTwo : kOne, before.x[v]);
            sum.y[v] = j == 0   ? row.smoothed[v]
                       : j == 1 ? before.y[v]
                                : multiplyAddF16x2(before.y[v], kMinusOne, row.smoothed[v]);
        }
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        using D = typename Shape::D;
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            if constexpr (sizeof(D) == 4)
                words[w] = asBits(kInverseUnit * magnitude(sum, w));
            else if constexpr (sizeof(D) == 2)
                words[w] = integers(sum, w);
            else
                words[w] = packU16x2(minU16x2(integers(sum, 2 * w), 0x00ff00ffu),
                                     minU16x2(integers(sum, 2 * w + 1), 0x00ff00ffu));
    }

private:
    static constexpr float kInverseUnit = 1 << 24;

    // Of result `i`, in units of 2^-24.
    template <class Sums> __device__ static float magnitude(const Sums& sum, int i)
    {
        const float x = halfToFloat(sum.x[i / 2], i % 2), y = halfToFloat(sum.y[i / 2], i % 2);
        return Norm == GradientNorm::L1 ? fabsf(x) + fabsf(y) : quickRoot(fmaf(x, x, y * y));
    }

    // Of results 2 v and 2 v + 1.
    template <class Sums> __device__ static std::uint32_t integers(const Sums& sum, int v)
    {
        if constexpr (Norm == GradientNorm::L1)
            return addMagnitudesF16x2(sum.x[v], sum.y[v]);
        else
            return joinedU16x2(rounded(magnitude(sum, 2 * v)), 0, rounded(magnitude(sum, 2 * v + 1)), 0);
    }

    // The nearest integer, in the lower 16 bits, as a sum with 3 * 2^22. Roots of integers do not lie halfway between
    // integers. Beside k = 1442.5, the highest such number here, they are k - 0.125 / k and k + 0.375 / k. The factor
    // lowers them by 2^-24, 0.124 / k: both are then 0.249 / k away from k, and quickRoot errs by 0.248 / k at most.
    __device__ static std::uint32_t rounded(float root)
    {
        return asBits(fmaf(root, kInverseUnit - 1.f, 12582912.f));
    }
};

}} // namespace cv::cudatiled
