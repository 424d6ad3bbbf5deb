// SPDX-License-Identifier: Apache-2.0
// Scalars of images of depth 16F: IEEE 754 binary16. Arithmetic is that of float.
#pragma once

#include <cstdint>
#include <type_traits>

#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

struct Half
{
    std::uint16_t bits;

    Half() = default;
    CUDATILED_HOST_DEVICE explicit Half(float value) : bits(static_cast<std::uint16_t>(roundToF16x2(value, 0.f))) {}
    CUDATILED_HOST_DEVICE explicit Half(double value) : Half(static_cast<float>(value)) {}
    template <class Integer, class = std::enable_if_t<std::is_integral_v<Integer>>> Half(Integer) = delete;

    CUDATILED_HOST_DEVICE static constexpr Half ofBits(std::uint32_t bits) { return {bits, OfBits{}}; }

    CUDATILED_HOST_DEVICE explicit operator float() const { return halfToFloat(bits, 0); }
    CUDATILED_HOST_DEVICE explicit operator double() const { return static_cast<float>(*this); }

    CUDATILED_HOST_DEVICE friend bool operator==(Half a, Half b)
    {
        return static_cast<float>(a) == static_cast<float>(b);
    }

private:
    struct OfBits
    {};
    CUDATILED_HOST_DEVICE constexpr Half(std::uint32_t bits_, OfBits) : bits(static_cast<std::uint16_t>(bits_)) {}
};

// Floats of any size.
template <class T> constexpr bool kIsFloat = std::is_same_v<T, float> || std::is_same_v<T, Half>;

// The bits of a scalar as the lowest ones of a word, and back.
template <class T> CUDATILED_HOST_DEVICE inline std::uint32_t scalarBits(T scalar)
{
    if constexpr (std::is_same_v<T, float>)
        return asBits(scalar);
    else if constexpr (std::is_same_v<T, Half>)
        return scalar.bits;
    else
        return static_cast<std::make_unsigned_t<T>>(scalar);
}
template <class T> CUDATILED_HOST_DEVICE inline T scalarOfBits(std::uint32_t bits)
{
    if constexpr (std::is_same_v<T, float>)
        return asFloat(bits);
    else if constexpr (std::is_same_v<T, Half>)
        return Half::ofBits(bits);
    else
        return static_cast<T>(bits);
}

}} // namespace cv::cudatiled
