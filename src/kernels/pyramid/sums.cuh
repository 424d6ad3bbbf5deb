// SPDX-License-Identifier: Apache-2.0
// Sums of pixels with a pyramid's taps. All sums of integers are exact: 16 bits hold 256 bytes, and 32 bits hold 256
// values of 16 bits.
#pragma once

#include "../strip/pack.cuh"

namespace cv { namespace cudatiled {

__device__ inline float timesPlus(int tap, float value, float sum)
{
    return fmaf(static_cast<float>(tap), value, sum);
}
template <class Integer> __device__ Integer timesPlus(int tap, Integer value, Integer sum)
{
    return static_cast<Integer>(tap) * value + sum;
}

// The sum with its weight 1 / 2^Bits: halves of integers are rounded up. Pairs of bytes are left in the upper bytes of
// both halves.
template <class Shape, int Bits> __device__ auto scaledSum(typename Shape::Number sum)
{
    if constexpr (Shape::InPairs)
        return (sum << (8 - Bits)) + 0x00800080u;
    else if constexpr (kIsFloat<typename Shape::T>)
        return sum * (1.f / (1 << Bits));
    else
        return (sum + (1 << (Bits - 1))) >> Bits;
}

}} // namespace cv::cudatiled
