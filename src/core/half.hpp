// SPDX-License-Identifier: Apache-2.0
// Floats of 16 bits (IEEE 754 binary16), as bits.
#pragma once

#include <cstdint>
#include <cstring>

namespace cv { namespace cudatiled {

// The nearest one, ties to even; infinite from 65520 on.
inline std::uint16_t roundToHalf(float value)
{
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    const std::uint32_t sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) // not a number
        return 0x7fff;
    if (magnitude >= 0x477ff000u)
        return static_cast<std::uint16_t>(sign | 0x7c00u);
    if (magnitude >= 0x38800000u)
        return static_cast<std::uint16_t>(
            sign | ((magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u) >> 13)); // other bias of the exponent
    // Multiples of 2^-24: the mantissa of a float with 0.5 added.
    float rounded;
    std::memcpy(&rounded, &magnitude, sizeof(rounded));
    rounded += 0.5f;
    std::memcpy(&bits, &rounded, sizeof(bits));
    return static_cast<std::uint16_t>(sign | (bits - 0x3f000000u));
}

inline float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = (half & 0x8000u) * 0x10000u, magnitude = half & 0x7fffu;
    std::uint32_t bits = sign | (magnitude << 13);
    if (magnitude >= 0x7c00u)
        bits = magnitude > 0x7c00u ? 0x7fffffffu : bits | 0x7f800000u;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return magnitude >= 0x7c00u ? value
                                : value * 5.192296858534828e33f; // 2^112: the biases of the exponents differ by that
}

}} // namespace cv::cudatiled
