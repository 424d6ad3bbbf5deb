// SPDX-License-Identifier: Apache-2.0
// Minima and maxima on registers: two pixels of 8 or 16 bits in the halves of a word, floats of 16 bits too, or one
// float.
#pragma once

#include "../../core/half_scalar.hpp"

namespace cv { namespace cudatiled {

// What becomes of an extreme value and the pixel of another image at the same place.
enum class Combination
{
    None,       // the extreme
    MinusOther, // extreme - other
    OtherMinus  // other - extreme
};

// How pixels lie in a register: one float, two floats of 16 bits, or two 16-bit lanes compared as unsigned (signed
// pixels have the sign bit flipped). A byte is the upper byte of its lane; what lies below it only breaks ties, so a
// register is usually a word of the image, as it is or shifted.
template <class S> constexpr int kLanes = sizeof(S) == 4 ? 1 : 2;

// Distance in scalars between the two lanes of a register: 2 for bytes (bytes 0 and 2, or 1 and 3), 1 for 16 bits.
template <class S> constexpr int kLaneGap = sizeof(S) == 1 ? 2 : 1;

// The first scalar of register `v` of neighbouring ones.
template <class S> constexpr int laneScalar(int v)
{
    return sizeof(S) == 1 ? v / 2 * 4 + v % 2 : v * kLanes<S>;
}

template <class S> __device__ inline std::uint32_t lowest(std::uint32_t a, std::uint32_t b)
{
    return minU16x2(a, b);
}
template <> __device__ inline std::uint32_t lowest<float>(std::uint32_t a, std::uint32_t b)
{
    return asBits(fminf(asFloat(a), asFloat(b)));
}
template <> __device__ inline std::uint32_t lowest<Half>(std::uint32_t a, std::uint32_t b)
{
    return minF16x2(a, b);
}

template <class S> __device__ inline std::uint32_t highest(std::uint32_t a, std::uint32_t b)
{
    return maxU16x2(a, b);
}
template <> __device__ inline std::uint32_t highest<float>(std::uint32_t a, std::uint32_t b)
{
    return asBits(fmaxf(asFloat(a), asFloat(b)));
}
template <> __device__ inline std::uint32_t highest<Half>(std::uint32_t a, std::uint32_t b)
{
    return maxF16x2(a, b);
}

// Neutral is what never wins; of floats it takes the place of NaN, which never wins either.
struct Lowest
{
    template <class S>
    static constexpr std::uint32_t kIdentity = sizeof(S) == 4 ? 0x7f800000u
                                               : kIsFloat<S>  ? 0x7c007c00u
                                                              : 0xffffffffu;
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b) { return lowest<S>(a, b); }
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        return kIsFloat<S> ? lowest<S>(lowest<S>(a, b), c) : minU16x2(a, b, c);
    }
};

struct Highest
{
    template <class S>
    static constexpr std::uint32_t kIdentity = sizeof(S) == 4 ? 0xff800000u
                                               : kIsFloat<S>  ? 0xfc00fc00u
                                                              : 0u;
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b) { return highest<S>(a, b); }
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        return kIsFloat<S> ? highest<S>(highest<S>(a, b), c) : maxU16x2(a, b, c);
    }
};

// The extreme of windows of nothing but NaN.
template <class MinOrMax, class S> __device__ inline std::uint32_t withoutNan(std::uint32_t extreme)
{
    return kIsFloat<S> ? MinOrMax::template of<S>(extreme, MinOrMax::template kIdentity<S>) : extreme;
}

// The difference of the pixels in two words, packed as in an image; integers saturate. `isSigned` is asked of 16-bit
// pixels.
template <class S> __device__ inline std::uint32_t difference(std::uint32_t a, std::uint32_t b, bool isSigned)
{
    if constexpr (sizeof(S) == 1)
        return subtractBytes(a, b);
    else if constexpr (sizeof(S) == 4)
        return asBits(asFloat(a) - asFloat(b));
    else if constexpr (kIsFloat<S>)
        return roundToF16x2(halfToFloat(a, 0) - halfToFloat(b, 0), halfToFloat(a, 1) - halfToFloat(b, 1));
    else
        return isSigned ? subtractS16x2(a, b) : subtractU16x2(a, b);
}

template <class S>
__device__ inline std::uint32_t combined(Combination combination, std::uint32_t extreme, std::uint32_t other,
                                         bool isSigned)
{
    if (combination == Combination::None)
        return extreme;
    return combination == Combination::MinusOther ? difference<S>(extreme, other, isSigned)
                                                  : difference<S>(other, extreme, isSigned);
}

}} // namespace cv::cudatiled
