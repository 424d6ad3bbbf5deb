// SPDX-License-Identifier: Apache-2.0
// From a depth known at run time to a type known at compile time.
#pragma once

#include <cstdint>
#include <type_traits>

#include <opencv2/core/hal/interface.h>

#include "half_scalar.hpp"

namespace cv { namespace cudatiled {

template <class... T> struct Types
{};

template <class T> struct Type
{
    using type = T;
};

template <class T> constexpr int kDepth = -1;
template <> inline constexpr int kDepth<std::uint8_t> = CV_8U;
template <> inline constexpr int kDepth<std::int8_t> = CV_8S;
template <> inline constexpr int kDepth<std::uint16_t> = CV_16U;
template <> inline constexpr int kDepth<std::int16_t> = CV_16S;
template <> inline constexpr int kDepth<std::int32_t> = CV_32S;
template <> inline constexpr int kDepth<float> = CV_32F;
template <> inline constexpr int kDepth<Half> = CV_16F;

constexpr bool isFloatDepth(int depth)
{
    return depth == CV_32F || depth == CV_16F;
}

// Calls f(Type<T>{}) for the T of the list whose OpenCV depth is `depth`; false if there is none.
template <class... T, class F> bool withDepth([[maybe_unused]] int depth, Types<T...>, F&& f)
{
    return ((depth == kDepth<T> && (f(Type<T>{}), true)) || ...);
}

// Calls f with a number of channels as a std::integral_constant; returns what it returns.
template <class F> auto withChannels(int channels, F&& f)
{
    switch (channels)
    {
    case 1: return f(std::integral_constant<int, 1>());
    case 2: return f(std::integral_constant<int, 2>());
    case 3: return f(std::integral_constant<int, 3>());
    default: return f(std::integral_constant<int, 4>());
    }
}

// clang-format off

// The depths that separable filters and boxes make from a source of type S; 2-D kernels make those of filter2D. 16F is
// made of bytes and floats, and they make floats of it.
template <class S> struct SeparableTargets { using list = Types<std::uint8_t, std::uint16_t, std::int16_t, std::int32_t, float>; };
template <> struct SeparableTargets<std::int8_t> { using list = Types<std::int8_t, std::int16_t, float>; };
template <> struct SeparableTargets<std::uint8_t> { using list = Types<std::uint8_t, std::uint16_t, std::int16_t, std::int32_t, float, Half>; };
template <> struct SeparableTargets<float> { using list = Types<std::uint8_t, std::uint16_t, std::int16_t, std::int32_t, float, Half>; };
template <> struct SeparableTargets<Half> { using list = Types<float, Half>; };

template <class S> struct Conv2dTargets;
template <> struct Conv2dTargets<std::uint8_t> { using list = Types<std::uint8_t, std::uint16_t, std::int16_t, float, Half>; };
template <> struct Conv2dTargets<std::int8_t> { using list = Types<std::int8_t, std::int16_t, float>; };
template <> struct Conv2dTargets<std::uint16_t> { using list = Types<std::uint16_t, float>; };
template <> struct Conv2dTargets<std::int16_t> { using list = Types<std::int16_t, float>; };
template <> struct Conv2dTargets<std::int32_t> { using list = Types<>; };
template <> struct Conv2dTargets<float> { using list = Types<float, Half>; };
template <> struct Conv2dTargets<Half> { using list = Types<float, Half>; };

// Filters that pick pixels make the depth of the source.
template <class S> struct SameTarget { using list = Types<S>; };
template <> struct SameTarget<std::int32_t> { using list = Types<>; };

// Magnitudes of gradients.
template <class S> struct GradientTargets { using list = Types<std::int16_t, float>; };
template <> struct GradientTargets<std::uint8_t> { using list = Types<std::uint8_t, std::int16_t, float>; };
template <> struct GradientTargets<Half> { using list = Types<float>; };

// Statistics of the pixels in a window: in float, or as pixels of the source's depth.
template <class S> struct StatisticTargets { using list = Types<float>; };
template <> struct StatisticTargets<std::int8_t> { using list = Types<>; };
template <> struct StatisticTargets<std::int32_t> { using list = Types<>; };
template <> struct StatisticTargets<std::uint8_t> { using list = Types<float, Half>; };
template <> struct StatisticTargets<float> { using list = Types<float, Half>; };
template <> struct StatisticTargets<Half> { using list = Types<float, Half>; };
template <class S> struct SameOrFloatTargets { using list = Types<S, float>; };
template <> struct SameOrFloatTargets<std::int8_t> { using list = Types<>; };
template <> struct SameOrFloatTargets<std::int32_t> { using list = Types<>; };
template <> struct SameOrFloatTargets<std::uint8_t> { using list = Types<std::uint8_t, float, Half>; };
template <> struct SameOrFloatTargets<float> { using list = Types<float, Half>; };
template <> struct SameOrFloatTargets<Half> { using list = Types<float, Half>; };

// Sums that are not scaled.
template <class S> struct SumTargets { using list = Types<std::int32_t, float>; };
template <> struct SumTargets<std::int32_t> { using list = Types<>; };
template <> struct SumTargets<Half> { using list = Types<float>; };

// clang-format on

// Of filters that pick pixels.
using PickedTypes = Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, float, Half>;
using PyramidTypes = Types<std::uint8_t, std::uint16_t, std::int16_t, float, Half>;
using ColorTypes = Types<std::uint8_t, std::uint16_t, float, Half>;                   // of cv::cvtColor
using ThresholdTypes = Types<std::uint8_t, std::uint16_t, std::int16_t, float, Half>; // of cv::threshold
using ByteOrFloatTypes = Types<std::uint8_t, float, Half>; // of corner measures and joint bilateral filters
using SourceTypes = Types<std::uint8_t, std::int8_t, std::uint16_t, std::int16_t, std::int32_t, float, Half>;

// Whether pixels or results are 32-bit integers, whose low bits a float would lose.
template <class S, class D> constexpr bool kHas32S = std::is_same_v<S, std::int32_t> || std::is_same_v<D, std::int32_t>;

// Calls f(Type<S>{}, Type<D>{}) for a pair of depths that Targets lists; false for any other pair.
template <template <class> class Targets, class F> bool withDepthPair(int srcDepth, int dstDepth, F&& f)
{
    bool found = false;
    withDepth(srcDepth, SourceTypes{}, [&](auto s) {
        using S = typename decltype(s)::type;
        found = withDepth(dstDepth, typename Targets<S>::list{}, [&](auto d) { f(s, d); });
    });
    return found;
}

}} // namespace cv::cudatiled
