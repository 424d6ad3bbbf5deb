// SPDX-License-Identifier: Apache-2.0
// Thresholds of words of pixels; kernel.cuh says what an operation is.
#pragma once

#include "../../core/half_scalar.hpp"
#include "../../core/threshold.hpp"

namespace cv { namespace cudatiled {

// All bits of a scalar above a limit become 1, else 0. Adding `toCarry` carries into the highest bit if the lower bits
// are above the limit's. Two of three decide: the carry, the scalar's highest bit, and whether the limit's is 0.
template <class T> struct AboveLimit
{
    static constexpr int kBits = 8 * static_cast<int>(sizeof(T));
    static constexpr std::uint32_t kHighest = sizeof(T) == 1 ? 0x80808080u : 0x80008000u;
    static constexpr std::uint32_t kSigns = std::is_signed_v<T> ? kHighest : 0u; // turned, numbers are unsigned

    std::uint32_t toCarry, limitIsLow;

    AboveLimit(T limit, bool)
    {
        using Unsigned = std::make_unsigned_t<T>;
        constexpr std::uint32_t highest = 1u << (kBits - 1);
        const std::uint32_t bits = static_cast<Unsigned>(limit) ^ static_cast<Unsigned>(kSigns);
        toCarry = (highest - 1u - (bits & (highest - 1u))) * (kHighest >> (kBits - 1));
        limitIsLow = bits < highest ? 0xffffffffu : 0u;
    }

    __device__ std::uint32_t operator()(std::uint32_t word) const
    {
        const std::uint32_t scalars = word ^ kSigns, carries = (scalars & ~kHighest) + toCarry;
        return spreadHighestBits<kBits>((scalars & carries) | ((scalars | carries) & limitIsLow));
    }
};

template <> struct AboveLimit<float>
{
    float limit;
    bool nanIsAbove;

    AboveLimit(float limit_, bool nanIsAbove_) : limit(limit_), nanIsAbove(nanIsAbove_) {}

    __device__ std::uint32_t operator()(std::uint32_t word) const
    {
        const float scalar = asFloat(word);
        return (nanIsAbove ? !(scalar <= limit) : scalar > limit) ? 0xffffffffu : 0u;
    }
};

template <> struct AboveLimit<Half>
{
    AboveLimit<float> ofFloats;

    AboveLimit(float limit, bool nanIsAbove) : ofFloats(limit, nanIsAbove) {}

    __device__ std::uint32_t operator()(std::uint32_t word) const
    {
        return (ofFloats(asBits(halfToFloat(word, 0))) & 0xffffu) | (ofFloats(asBits(halfToFloat(word, 1))) << 16);
    }
};

template <class T> struct ThresholdOperation
{
    using Source = T;
    using Target = T;
    using Limit = std::conditional_t<std::is_same_v<T, Half>, float, T>;
    static constexpr int kScalars = 1, kSourceWords = 4, kTargetWords = 4;

    // (word & keep) | value, of words of scalars that all become the same.
    struct Side
    {
        std::uint32_t keep, value;

        explicit Side(const ThresholdSide& side) : keep(side.keeps ? 0xffffffffu : 0u), value(0)
        {
            for (int i = 0; i < 4 / static_cast<int>(sizeof(T)) && !side.keeps; ++i)
                value |= scalarBits(static_cast<T>(side.value)) << (8 * sizeof(T) * i);
        }

        __device__ std::uint32_t operator()(std::uint32_t word) const { return (word & keep) | value; }
    };

    AboveLimit<T> isAbove;
    Side above, below;

    explicit ThresholdOperation(const Threshold& threshold)
        : isAbove(static_cast<Limit>(threshold.limit), threshold.nanIsAbove), above(threshold.above),
          below(threshold.below)
    {}

    __device__ void unit(std::uint32_t (&to)[4], const std::uint32_t (&from)[4]) const
    {
#pragma unroll
        for (int w = 0; w < 4; ++w)
            to[w] = word(from[w]);
    }

    __device__ T scalar(const T* from) const
    {
        return scalarOfBits<T>(word(scalarBits(*from)));
    }

private:
    __device__ std::uint32_t word(std::uint32_t from) const
    {
        const std::uint32_t mask = isAbove(from);
        return (above(from) & mask) | (below(from) & ~mask);
    }
};

}} // namespace cv::cudatiled
