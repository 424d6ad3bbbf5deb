// SPDX-License-Identifier: Apache-2.0
// Images whose depth a kernel is told when it runs. General kernels have one instance for all depths, instead of one
// for each pair of them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "half_scalar.hpp"
#include "image_view.hpp"
#include "rounding.hpp"

namespace cv { namespace cudatiled {

// The values are those of CV_8U and so on.
enum class Depth : int
{
    U8 = 0,
    S8 = 1,
    U16 = 2,
    S16 = 3,
    S32 = 4,
    F32 = 5,
    F16 = 7
};

// In the place of a type of scalars: they may have any depth, and the kernel computes with them as Value.
template <class Value_> struct AnyDepth
{
    using Value = Value_;
};
template <class T> constexpr bool kIsAnyDepth = false;
template <class Value> constexpr bool kIsAnyDepth<AnyDepth<Value>> = true;

// Calls f with a scalar of the type that has this depth. An int32_t holds no fractions; double is for filters from or
// to 32S, which no images of 8S and 16F have.
template <class Value, class F> CUDATILED_HOST_DEVICE void withScalarType(Depth depth, F&& f)
{
    switch (depth)
    {
    case Depth::U8: return f(std::uint8_t());
    case Depth::U16: return f(std::uint16_t());
    case Depth::S16: return f(std::int16_t());
    case Depth::S32: return f(std::int32_t());
    case Depth::S8:
        if constexpr (!std::is_same_v<Value, double>)
            f(std::int8_t());
        return;
    case Depth::F32:
        if constexpr (!std::is_same_v<Value, std::int32_t>)
            f(float());
        return;
    case Depth::F16:
        if constexpr (std::is_same_v<Value, float>)
            f(Half());
        return;
    }
}

// `data` is of the type that `depth` tells.
template <class Value> struct SourceView<AnyDepth<Value>> : SourceView<Value>
{
    Depth depth;

    CUDATILED_DEVICE Value at(int x, int y, int channel) const
    {
        const int insideY = borderIndex(y, this->rows, this->columnBorder);
        const int insideX = borderIndex(x, this->cols, this->rowBorder);
        Value value = this->outsideOf(channel);
        if (insideX >= 0 && insideY >= 0)
            withScalarType<Value>(depth, [&](auto scalar) {
                const auto* const row = reinterpret_cast<const decltype(scalar)*>(this->row(insideY));
                value = static_cast<Value>(row[static_cast<std::ptrdiff_t>(insideX) * this->channels + channel]);
            });
        return value;
    }
};
template <class Value> struct TargetView<AnyDepth<Value>> : TargetView<Value>
{
    Depth depth;
};

// Writes scalar `i` of row `y`; what has any depth is rounded and saturated to it.
template <class D, Images Held>
CUDATILED_DEVICE void storeResult(const TargetView<D, Held>& to, int y, std::ptrdiff_t i, D result)
{
    to.row(y)[i] = result;
}
template <class Value>
CUDATILED_DEVICE void storeResult(const TargetView<AnyDepth<Value>>& to, int y, std::ptrdiff_t i, Value result)
{
    withScalarType<Value>(to.depth, [&](auto scalar) {
        using D = decltype(scalar);
        reinterpret_cast<D*>(to.row(y))[i] = saturateRound<D>(result);
    });
}

}} // namespace cv::cudatiled
