// SPDX-License-Identifier: Apache-2.0
// Results of four neighbouring sums.
#pragma once

#include <type_traits>

#include "../../core/half_scalar.hpp"
#include "../../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// Four results, rounded.
template <class D> __device__ Words<sizeof(D)> packFour(const float (&result)[4])
{
    if constexpr (std::is_same_v<D, float>)
        return {{asBits(result[0]), asBits(result[1]), asBits(result[2]), asBits(result[3])}};
    else if constexpr (std::is_same_v<D, std::uint16_t>)
        return {{packUnsigned(result[1], result[0]), packUnsigned(result[3], result[2])}};
    else if constexpr (std::is_same_v<D, std::int16_t>)
        return {{packSigned(result[1], result[0]), packSigned(result[3], result[2])}};
    else if constexpr (std::is_same_v<D, Half>)
        return {{roundToF16x2(result[0], result[1]), roundToF16x2(result[2], result[3])}};
    else
        return {{packBytes(result[0], result[1], result[2], result[3])}};
}

// Means by OpenCV's multiplication and shift: see byteBox().
struct RunningByteBox
{
    std::uint32_t twiceScale, offset; // the mean of a sum is (sum * twiceScale + offset) >> 24

    __device__ Words<1> pack(const std::uint32_t (&sum)[4]) const
    {
        return {{gatherBytes3(sum[0] * twiceScale + offset, sum[1] * twiceScale + offset, sum[2] * twiceScale + offset,
                              sum[3] * twiceScale + offset)}};
    }
};

template <class D> struct RunningScaledBox
{
    static constexpr std::uint32_t kOffset = 0;
    float scale;

    __device__ Words<sizeof(D)> pack(const std::uint32_t (&sum)[4]) const
    {
        float number[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            number[v] = static_cast<float>(static_cast<std::int32_t>(sum[v]));
        return pack(number);
    }
    __device__ Words<sizeof(D)> pack(const float (&sum)[4]) const
    {
        float mean[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            mean[v] = sum[v] * scale;
        return packFour<D>(mean);
    }
};

// The same of bytes whose sums are below 2^23. With kOffset they are the bits of 2^23 + sum, which one multiplication
// and addition scales: only its result is rounded, for 2^23 * scale is exact.
struct MarchingScaledBytes
{
    static constexpr std::uint32_t kOffset = 0x4b000000;
    float scale;

    __device__ Words<1> pack(const std::uint32_t (&sum)[4]) const
    {
        float mean[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            mean[v] = fmaf(asFloat(sum[v]), scale, -8388608.f * scale);
        return packFour<std::uint8_t>(mean);
    }
};

}} // namespace cv::cudatiled
