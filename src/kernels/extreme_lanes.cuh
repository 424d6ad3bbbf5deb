// SPDX-License-Identifier: Apache-2.0
// Minima and maxima on registers: two pixels of 8 or 16 bits in the halves of a word, or one float.
#pragma once

#include "../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// What becomes of an extreme value and the pixel of another image at the same place.
enum class Combination
{
    None,       // the extreme
    MinusOther, // extreme - other
    OtherMinus  // other - extreme
};

// Pixels in a register. Halves are unsigned: those of signed images have their highest bit turned over. Bytes are in the upper halves of
// theirs, above anything, for that never decides: so most registers are words of the image as they are, or shifted ones.
template <class S> constexpr int kLanes = sizeof(S) == 4 ? 1 : 2;

// A register holds scalar `at` and, if it has two, the one that is so much further: of bytes, every other one of a word.
template <class S> constexpr int kLaneGap = sizeof(S) == 1 ? 2 : 1;

// The first scalar of register `v` of neighbouring ones.
template <class S> constexpr int laneScalar(int v)
{
    return sizeof(S) == 1 ? v / 2 * 4 + v % 2 : v * kLanes<S>;
}

template <class S> __device__ inline std::uint32_t lowest(std::uint32_t a, std::uint32_t b)
{
    return minHalves(a, b);
}
template <> __device__ inline std::uint32_t lowest<float>(std::uint32_t a, std::uint32_t b)
{
    return asBits(fminf(asFloat(a), asFloat(b)));
}

template <class S> __device__ inline std::uint32_t highest(std::uint32_t a, std::uint32_t b)
{
    return maxHalves(a, b);
}
template <> __device__ inline std::uint32_t highest<float>(std::uint32_t a, std::uint32_t b)
{
    return asBits(fmaxf(asFloat(a), asFloat(b)));
}

// Neutral is what never wins; of floats it takes the place of NaN, which never wins either.
struct Lowest
{
    template <class S> static constexpr std::uint32_t kNeutral = sizeof(S) == 4 ? 0x7f800000u : 0xffffffffu;
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b) { return lowest<S>(a, b); }
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        return sizeof(S) == 4 ? lowest<S>(lowest<S>(a, b), c) : minHalves(a, b, c);
    }
};

struct Highest
{
    template <class S> static constexpr std::uint32_t kNeutral = sizeof(S) == 4 ? 0xff800000u : 0u;
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b) { return highest<S>(a, b); }
    template <class S> __device__ static std::uint32_t of(std::uint32_t a, std::uint32_t b, std::uint32_t c)
    {
        return sizeof(S) == 4 ? highest<S>(highest<S>(a, b), c) : maxHalves(a, b, c);
    }
};

// The extreme of windows of nothing but NaN.
template <class Extreme, class S> __device__ inline std::uint32_t withoutNan(std::uint32_t extreme)
{
    return sizeof(S) == 4 ? Extreme::template of<S>(extreme, Extreme::template kNeutral<S>) : extreme;
}

// The difference of the pixels in two words, packed as in an image; integers saturate. `isSigned` is asked of 16-bit pixels.
template <class S> __device__ inline std::uint32_t difference(std::uint32_t a, std::uint32_t b, bool isSigned)
{
    if constexpr (sizeof(S) == 1)
        return subtractBytes(a, b);
    else if constexpr (sizeof(S) == 4)
        return asBits(asFloat(a) - asFloat(b));
    else
        return isSigned ? subtractSignedHalves(a, b) : subtractHalves(a, b);
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
