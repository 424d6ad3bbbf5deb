// SPDX-License-Identifier: Apache-2.0
// From the arithmetic of a kernel to the depth of an image: OpenCV's saturate_cast.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include "half_scalar.hpp"

namespace cv { namespace cudatiled {

template <class D> struct Range;
template <> struct Range<std::uint8_t>
{
    static constexpr float lowest = 0.f, highest = 255.f;
};
template <> struct Range<std::int8_t>
{
    static constexpr float lowest = -128.f, highest = 127.f;
};
template <> struct Range<std::uint16_t>
{
    static constexpr float lowest = 0.f, highest = 65535.f;
};
template <> struct Range<std::int16_t>
{
    static constexpr float lowest = -32768.f, highest = 32767.f;
};
template <> struct Range<std::int32_t>
{
    static constexpr double lowest = -2147483648., highest = 2147483647.;
};

// Rounds half to even and saturates. NaN becomes the lowest value, as cv::saturate_cast makes it on x86.
template <class D> CUDATILED_HOST_DEVICE inline D saturateRound(float value)
{
    return static_cast<D>(roundToInt(fminf(fmaxf(value, Range<D>::lowest), Range<D>::highest)));
}

template <class D, class Integer> CUDATILED_HOST_DEVICE inline D saturateInteger(Integer value)
{
    constexpr Integer lowest = static_cast<Integer>(Range<D>::lowest),
                      highest = static_cast<Integer>(Range<D>::highest);
    return static_cast<D>(value < lowest ? lowest : value > highest ? highest : value);
}

template <> CUDATILED_HOST_DEVICE inline float saturateRound<float>(float value)
{
    return value;
}

template <> CUDATILED_HOST_DEVICE inline Half saturateRound<Half>(float value)
{
    return Half(value);
}

template <> CUDATILED_HOST_DEVICE inline std::int32_t saturateRound<std::int32_t>(float value)
{
    constexpr std::int32_t kLowest = -0x7fffffff - 1, kHighest = 0x7fffffff;
    if (!(value > -2147483648.f)) // NaN as well
        return kLowest;
    return value < 2147483648.f ? roundToInt(value) : kHighest;
}

template <class D> CUDATILED_HOST_DEVICE inline D saturateRound(double value)
{
    if constexpr (kIsFloat<D>)
        return static_cast<D>(value);
    else
        return static_cast<D>(roundToInt(fmin(fmax(value, double(Range<D>::lowest)), double(Range<D>::highest))));
}

}} // namespace cv::cudatiled
