// SPDX-License-Identifier: Apache-2.0
// What medians compare: floats, or two unsigned numbers or floats of 16 bits at a time in the halves of a word; or
// unsigned numbers in the order of the values.
#pragma once

#include <cmath>
#include <type_traits>

#include "../../core/half_scalar.hpp"

namespace cv { namespace cudatiled {

__device__ __forceinline__ std::uint32_t lower(std::uint32_t a, std::uint32_t b)
{
    return minU16x2(a, b);
}
__device__ __forceinline__ std::uint32_t higher(std::uint32_t a, std::uint32_t b)
{
    return maxU16x2(a, b);
}
__device__ __forceinline__ std::uint32_t lower(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    return minU16x2(a, b, c);
}
__device__ __forceinline__ std::uint32_t higher(std::uint32_t a, std::uint32_t b, std::uint32_t c)
{
    return maxU16x2(a, b, c);
}
__device__ __forceinline__ float lower(float a, float b)
{
    return fminf(a, b);
}
__device__ __forceinline__ float higher(float a, float b)
{
    return fmaxf(a, b);
}
__device__ __forceinline__ float lower(float a, float b, float c)
{
    return fminf(fminf(a, b), c);
}
__device__ __forceinline__ float higher(float a, float b, float c)
{
    return fmaxf(fmaxf(a, b), c);
}

// Two floats of 16 bits.
struct HalfPair
{
    std::uint32_t bits;
};

__device__ __forceinline__ HalfPair lower(HalfPair a, HalfPair b)
{
    return {minF16x2(a.bits, b.bits)};
}
__device__ __forceinline__ HalfPair higher(HalfPair a, HalfPair b)
{
    return {maxF16x2(a.bits, b.bits)};
}
__device__ __forceinline__ HalfPair lower(HalfPair a, HalfPair b, HalfPair c)
{
    return lower(lower(a, b), c);
}
__device__ __forceinline__ HalfPair higher(HalfPair a, HalfPair b, HalfPair c)
{
    return higher(higher(a, b), c);
}

template <class V> __device__ __forceinline__ V medianOfThree(V a, V b, V c)
{
    return higher(lower(a, b), lower(higher(a, b), c));
}

// An unsigned number for each pixel value, in the same order; and back.
template <class T> struct OrderedKey
{
    using Bits = std::make_unsigned_t<T>;
    static constexpr int kBits = 8 * sizeof(T);
    static constexpr std::uint32_t kSign = std::is_signed_v<T> ? 1u << (kBits - 1) : 0u;
    __device__ static std::uint32_t of(T value) { return static_cast<Bits>(value) ^ kSign; }
    __device__ static T valueOf(std::uint32_t key) { return static_cast<T>(static_cast<Bits>(key ^ kSign)); }
};

template <> struct OrderedKey<float>
{
    static constexpr int kBits = 32;
    static constexpr std::uint32_t kSign = 0x80000000u;
    __device__ static std::uint32_t of(float value)
    {
        const std::uint32_t bits = asBits(value);
        return bits & kSign ? ~bits : bits | kSign; // of negative numbers, the larger bits are the lower value
    }
    __device__ static float valueOf(std::uint32_t key) { return asFloat(key & kSign ? key ^ kSign : ~key); }
};

}} // namespace cv::cudatiled
