// SPDX-License-Identifier: Apache-2.0
// The number systems that separableKernel computes in: float, double, OpenCV's fixed point, integer sums.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../../core/accumulator.hpp"
#include "../../core/epilogue.hpp"
#include "../../core/rounding.hpp"
#include "taps.cuh"

namespace cv { namespace cudatiled {

// An arithmetic tells: Sample, what a source scalar becomes; Tap; RowSum, the sum along a row and RowResult, what is
// kept of it; ColumnSum; and how to start, add and finish those sums.

// Float taps. Exact while all partial sums are integers below 2^24; in double, below 2^53.
template <class Accumulator> struct LinearArithmetic
{
    using Real = typename Accumulator::Real;
    using Sample = Real;
    using Tap = float;
    using RowSum = Accumulator;
    using RowResult = Real;
    using ColumnSum = Accumulator;

    ScaleAddDelta<Real> epilogue;

    __device__ RowSum startRow() const { return {}; }
    __device__ ColumnSum startColumn() const { return {}; }
    template <class Sum> __device__ static void add(Sum& sum, Tap tap, Real value) { sum.add(tap, value); }
    template <class Sum> __device__ static void fold(Sum& sum) { sum.fold(); }
    __device__ static RowResult finishRow(const RowSum& sum) { return sum.value(); }
    __device__ Real finish(const ColumnSum& sum) const { return epilogue(sum.value()); }
};

// Two sums side by side.
template <class Accumulator> struct TwoSums
{
    using Pair = TapPair<typename Accumulator::Real>;
    Accumulator first, second;

    __device__ void add(const Pair& tap, const Pair& value)
    {
        first.add(tap.first, value.first);
        second.add(tap.second, value.second);
    }
    __device__ void join(const TwoSums& other)
    {
        first.join(other.first);
        second.join(other.second);
    }
    __device__ void fold()
    {
        first.fold();
        second.fold();
    }
    __device__ Pair values() const { return {first.value(), second.value()}; }
};

// The sum of two separable correlations: of each row, the sums by both row kernels.
template <class Accumulator> struct SeparableSumArithmetic
{
    using Real = typename Accumulator::Real;
    using Sample = Real;
    using Tap = TapPair<Real>;
    using RowSum = TwoSums<Accumulator>;
    using RowResult = TapPair<Real>;
    using ColumnSum = Accumulator;

    ScaleAddDelta<Real> epilogue;

    __device__ RowSum startRow() const { return {}; }
    __device__ ColumnSum startColumn() const { return {}; }
    __device__ static void add(RowSum& sum, const Tap& tap, Real value) { sum.add(tap, {value, value}); }
    __device__ static void add(ColumnSum& sum, const Tap& tap, const RowResult& row)
    {
        sum.add(tap.first, row.first);
        sum.add(tap.second, row.second);
    }
    template <class Sum> __device__ static void fold(Sum& sum) { sum.fold(); }
    __device__ static RowResult finishRow(const RowSum& sum) { return sum.values(); }
    __device__ Real finish(const ColumnSum& sum) const { return epilogue(sum.value()); }
};

// Unsigned fixed point with FractionBits bits in every tap, rounded half up: cv::GaussianBlur for 8U (8) and 16U (16),
// see OpenCV's smooth.dispatch.cpp and fixedpoint.inl.hpp. The taps of a row, and of a column, sum to 1.
template <class D, int FractionBits, class ColumnSum_> struct FixedPointArithmetic
{
    using Sample = std::uint32_t;
    using Tap = std::uint32_t;
    using RowSum = std::uint32_t;
    using RowResult = std::uint32_t;
    using ColumnSum = ColumnSum_;

    __device__ RowSum startRow() const { return 0; }
    __device__ ColumnSum startColumn() const { return ColumnSum(1) << (2 * FractionBits - 1); }
    template <class Sum> __device__ static void add(Sum& sum, Tap tap, std::uint32_t value) { sum += Sum(tap) * value; }
    template <class Sum> __device__ static void fold(Sum&) {}
    __device__ static RowResult finishRow(RowSum sum) { return sum; }
    __device__ D finish(ColumnSum sum) const { return static_cast<D>(sum >> (2 * FractionBits)); }
};

using FixedPoint8 = FixedPointArithmetic<std::uint8_t, 8, std::uint32_t>;
using FixedPoint16 = FixedPointArithmetic<std::uint16_t, 16, std::uint64_t>;

// Sums of integer pixels, exact in any number.
template <class D> struct SumArithmetic
{
    using Sample = std::int32_t;
    using Tap = std::int32_t;
    using RowSum = std::int64_t;
    using RowResult = std::int64_t;
    using ColumnSum = std::int64_t;

    __device__ RowSum startRow() const { return 0; }
    __device__ ColumnSum startColumn() const { return 0; }
    template <class Value> __device__ static void add(std::int64_t& sum, Tap, Value value) { sum += value; }
    __device__ static void fold(std::int64_t&) {}
    __device__ static RowResult finishRow(RowSum sum) { return sum; }
    __device__ D finish(ColumnSum sum) const
    {
        if constexpr (kIsFloat<D>)
            return static_cast<D>(static_cast<float>(sum));
        else
            return saturateInteger<D>(sum);
    }
};

// Exact sums of integer pixels times a scale, which is multiplied and rounded in Mean: cv::boxFilter, except for means
// of at most 256 bytes (ByteBoxArithmetic) and of floats (LinearArithmetic).
template <class D, class Mean> struct BoxArithmetic : SumArithmetic<D>
{
    Mean scale;

    __device__ D finish(std::int64_t sum) const
    {
        return scale == 1 ? SumArithmetic<D>::finish(sum) : saturateRound<D>(static_cast<Mean>(sum) * scale);
    }
};

// The mean of at most 256 bytes by a multiplication and a shift: ColumnSum<ushort, uchar> in OpenCV's
// box_filter.simd.hpp, exact to the rounding for odd areas, biased up for even ones.
struct ByteBoxArithmetic : SumArithmetic<std::uint8_t>
{
    std::uint32_t divDelta, divScale;

    __device__ std::uint8_t finish(ColumnSum sum) const
    {
        const std::uint32_t mean = (static_cast<std::uint32_t>(sum) + divDelta) * divScale >> 23;
        return static_cast<std::uint8_t>(mean < 255 ? mean : 255); // two white pixels make 256
    }
};

// Whether an arithmetic has finishOn(pixel, sum) instead of finish(sum).
template <class Arithmetic> constexpr bool kFinishesOnPixels = false;

// Whether every other product goes to a second sum, which then joins the first: see FloatAccumulator.
template <class Arithmetic> constexpr bool kAddsInTurn = false;
template <> inline constexpr bool kAddsInTurn<LinearArithmetic<FloatAccumulator>> = true;
template <> inline constexpr bool kAddsInTurn<SeparableSumArithmetic<FloatAccumulator>> = true;

// Taps in a turn of a loop. Float taps have other kernels for the usual sizes.
template <class Arithmetic> constexpr int kTapsInTurn = 4;
template <class Accumulator> constexpr int kTapsInTurn<LinearArithmetic<Accumulator>> = 2;
template <class Accumulator> constexpr int kTapsInTurn<SeparableSumArithmetic<Accumulator>> = 2;

}} // namespace cv::cudatiled
