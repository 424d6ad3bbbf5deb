// SPDX-License-Identifier: Apache-2.0
// The number systems that lineBufferKernel computes in. Each tells: Mid, what is kept of a row; the sums along a row
// and down a column, how to start them and how to add a tap times a value; and how to finish.
#pragma once

#include "../../core/epilogue.hpp"
#include "../../core/rounding.hpp"

namespace cv { namespace cudatiled {

constexpr int kLineBufferTaps = 65; // at most, of a row and of a column

// What a scalar of type S is while a row is summed up.
template <class S, class Sample> __device__ inline Sample stagedSample(std::uint32_t word, int index);
template <> __device__ inline float stagedSample<std::uint8_t, float>(std::uint32_t word, int index)
{
    return byteToFloat(word, index);
}
template <> __device__ inline float stagedSample<std::uint16_t, float>(std::uint32_t word, int index)
{
    return halfWordToFloat(word, index);
}
template <> __device__ inline float stagedSample<std::int16_t, float>(std::uint32_t word, int index)
{
    return halfWordToFloat(word ^ 0x80008000u, index) - 32768.f;
}
template <> __device__ inline float stagedSample<float, float>(std::uint32_t word, int)
{
    return asFloat(word);
}
template <> __device__ inline float stagedSample<Half, float>(std::uint32_t word, int index)
{
    return halfToFloat(word, index);
}
template <> __device__ inline std::uint32_t stagedSample<std::uint8_t, std::uint32_t>(std::uint32_t word, int index)
{
    return word >> (8 * index) & 0xffu;
}
template <> __device__ inline std::uint32_t stagedSample<std::uint16_t, std::uint32_t>(std::uint32_t word, int index)
{
    return word >> (16 * index) & 0xffffu;
}
// Float taps. Both sums by fma in the order of the taps; delta joins at the end.
template <class D, class Epilogue = AddDelta<float>> struct LineBufferFloat
{
    using Sample = float;
    using Mid = float;
    using ColumnSum = float;

    float row[kLineBufferTaps], column[kLineBufferTaps];
    Epilogue epilogue;

    __device__ static Sample startRow() { return 0.f; }
    __device__ ColumnSum startColumn() const { return 0.f; }
    __device__ void addToRow(Sample& sum, int i, Sample value) const { sum = fmaf(row[i], value, sum); }
    __device__ void addToColumn(ColumnSum& sum, int j, Mid value) const { sum = fmaf(column[j], value, sum); }
    __device__ D finish(ColumnSum sum) const { return saturateRound<D>(epilogue(sum)); }
};

// Unsigned fixed point with FractionBits bits in every tap, rounded half up: cv::GaussianBlur, see
// FixedPointArithmetic.
template <class D, int FractionBits, class ColumnSum_> struct LineBufferFixedPoint
{
    using Sample = std::uint32_t;
    using Mid = std::uint32_t;
    using ColumnSum = ColumnSum_;

    std::uint32_t row[kLineBufferTaps], column[kLineBufferTaps];

    __device__ static Sample startRow() { return 0; }
    __device__ ColumnSum startColumn() const { return ColumnSum(1) << (2 * FractionBits - 1); }
    __device__ void addToRow(Sample& sum, int i, Sample value) const { sum += row[i] * value; }
    __device__ void addToColumn(ColumnSum& sum, int j, Mid value) const { sum += ColumnSum(column[j]) * value; }
    __device__ D finish(ColumnSum sum) const { return static_cast<D>(sum >> (2 * FractionBits)); }
};

// Sums of pixels in float, times a scale.
template <class D> struct LineBufferBox
{
    using Sample = float;
    using Mid = float;
    using ColumnSum = float;

    float scale;

    __device__ static Sample startRow() { return 0.f; }
    __device__ static ColumnSum startColumn() { return 0.f; }
    __device__ static void addToRow(Sample& sum, int, Sample value) { sum += value; }
    __device__ static void addToColumn(ColumnSum& sum, int, Mid value) { sum += value; }
    __device__ D finish(ColumnSum sum) const { return saturateRound<D>(sum * scale); }
};

}} // namespace cv::cudatiled
