// SPDX-License-Identifier: Apache-2.0
// Special instructions of the device, each with a twin in plain C++ that computes the same bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Nearest integer, ties to even; |value| < 2^31.
CUDATILED_HOST_DEVICE inline int roundToInt(float value)
{
#ifdef __CUDA_ARCH__
    return __float2int_rn(value);
#else
    return static_cast<int>(std::nearbyint(value));
#endif
}

// The bits of a word as a float.
CUDATILED_HOST_DEVICE inline float asFloat(std::uint32_t bits)
{
#ifdef __CUDA_ARCH__
    return __uint_as_float(bits);
#else
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
#endif
}

CUDATILED_HOST_DEVICE inline std::uint32_t asBits(float value)
{
#ifdef __CUDA_ARCH__
    return __float_as_uint(value);
#else
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
#endif
}

// Byte `index` of a word as a float. On the device it is put into the mantissa of 2^23, which the subtraction takes away again: two
// instructions at full rate, where the conversion has a quarter of it.
CUDATILED_HOST_DEVICE inline float byteToFloat(std::uint32_t word, int index)
{
#ifdef __CUDA_ARCH__
    return asFloat(__byte_perm(word, 0x4b000000u, 0x7440u | static_cast<std::uint32_t>(index))) - 8388608.f;
#else
    return static_cast<float>(word >> (8 * index) & 0xffu);
#endif
}

// Half `index` of a word as a float, likewise.
CUDATILED_HOST_DEVICE inline float halfWordToFloat(std::uint32_t word, int index)
{
#ifdef __CUDA_ARCH__
    return asFloat(__byte_perm(word, 0x4b000000u, index == 0 ? 0x7410u : 0x7432u)) - 8388608.f;
#else
    return static_cast<float>(word >> (16 * index) & 0xffffu);
#endif
}

// The nearest integer, ties to even, of a |value| < 2^22: added to 1.5 * 2^23, the fraction is rounded away.
CUDATILED_HOST_DEVICE inline int roundSmall(float value)
{
#ifdef __CUDA_ARCH__
    return static_cast<int>(__float_as_uint(value + 12582912.f)) - 0x4b400000;
#else
    return static_cast<int>(std::rint(value));
#endif
}

// Four values rounded to nearest, ties to even, and saturated to bytes; the first becomes the lowest. NaN becomes 0.
CUDATILED_HOST_DEVICE inline std::uint32_t packBytes(float first, float second, float third, float fourth)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("{\n\t"
        ".reg .u32 a, b, c, d;\n\t"
        "cvt.rni.sat.u8.f32 a, %1;\n\t"
        "cvt.rni.sat.u8.f32 b, %2;\n\t"
        "cvt.rni.sat.u8.f32 c, %3;\n\t"
        "cvt.rni.sat.u8.f32 d, %4;\n\t"
        "prmt.b32 a, a, b, 0x0040;\n\t"
        "prmt.b32 c, c, d, 0x0040;\n\t"
        "prmt.b32 %0, a, c, 0x5410;\n\t"
        "}"
        : "=r"(packed)
        : "f"(first), "f"(second), "f"(third), "f"(fourth));
    return packed;
#else
    const auto byte = [](float v) {
        return static_cast<std::uint32_t>(std::nearbyint(std::fmin(std::fmax(v, 0.f), 255.f)));
    };
    return byte(first) | byte(second) << 8 | byte(third) << 16 | byte(fourth) << 24;
#endif
}

// Two integers saturated to 16 bits, the second above the first.
CUDATILED_HOST_DEVICE inline std::uint32_t packUnsigned(int second, int first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(packed) : "r"(second), "r"(first));
    return packed;
#else
    const auto half = [](int v) {
        return static_cast<std::uint32_t>(v < 0 ? 0 : v > 65535 ? 65535 : v);
    };
    return half(second) << 16 | half(first);
#endif
}

CUDATILED_HOST_DEVICE inline std::uint32_t packSigned(int second, int first)
{
#ifdef __CUDA_ARCH__
    std::uint32_t packed;
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(packed) : "r"(second), "r"(first));
    return packed;
#else
    const auto half = [](int v) {
        return static_cast<std::uint32_t>(v < -32768 ? -32768 : v > 32767 ? 32767 : v) & 0xffffu;
    };
    return half(second) << 16 | half(first);
#endif
}

// floor(value / 2^16 + 1/2) in byte 1 of the result; 0 <= value < 255.5 * 2^16, an integer. The sum with 2^15 leaves 8 fraction bits.
CUDATILED_HOST_DEVICE inline std::uint32_t fixedPointByte(float value)
{
#ifdef __CUDA_ARCH__
    return __float_as_uint(__fmaf_rz(value, 1.f / 65536.f, 32768.5f));
#else
    return static_cast<std::uint32_t>((static_cast<std::int64_t>(value) + 32768) >> 16) << 8;
#endif
}

// Bytes 1 of four words, the first lowest.
CUDATILED_HOST_DEVICE inline std::uint32_t gatherBytes1(std::uint32_t a, std::uint32_t b, std::uint32_t c,
                                                        std::uint32_t d)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(__byte_perm(a, b, 0x0051u), __byte_perm(c, d, 0x0051u), 0x5410u);
#else
    return (a >> 8 & 0xffu) | (b >> 8 & 0xffu) << 8 | (c >> 8 & 0xffu) << 16 | (d >> 8 & 0xffu) << 24;
#endif
}

}} // namespace cv::cudatiled
