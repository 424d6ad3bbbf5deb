// SPDX-License-Identifier: Apache-2.0
// The number systems that lineBufferKernel computes in. Each tells: RowSums, how many sums of a row are kept; Mid, what
// they are then; the sums along a row and down a column, how to start, add to and finish them.
#pragma once

#include "../../core/epilogue.hpp"
#include "../../core/rounding.hpp"
#include "../general/taps.cuh"

namespace cv { namespace cudatiled {

constexpr int kLineBufferTaps = 33; // at most, of a row and of a column

// Float taps. Both sums by fma in the order of the taps; delta joins at the end.
template <class D, class Epilogue = AddDelta<float>> struct LineBufferFloat
{
    static constexpr int RowSums = 1;
    using Mid = float;
    using ColumnSum = float;

    float row[kLineBufferTaps], column[kLineBufferTaps];
    Epilogue epilogue;

    __device__ static float startRow() { return 0.f; }
    __device__ ColumnSum startColumn() const { return 0.f; }
    __device__ void addToRow(float (&sum)[1], int i, float value) const { sum[0] = fmaf(row[i], value, sum[0]); }
    __device__ void addToColumn(ColumnSum& sum, int j, const Mid (&value)[1]) const
    {
        sum = fmaf(column[j], value[0], sum);
    }
    __device__ D finish(ColumnSum sum) const { return saturateRound<D>(epilogue(sum)); }
};

// The sum of two separable correlations, of floats likewise: of each row, the sums by both row kernels.
template <class D> struct LineBufferSeparableSum
{
    static constexpr int RowSums = 2;
    using Mid = float;
    using ColumnSum = float;

    TapPair<float> row[kLineBufferTaps], column[kLineBufferTaps];
    ScaleAddDelta<float> epilogue;

    __device__ static float startRow() { return 0.f; }
    __device__ static ColumnSum startColumn() { return 0.f; }
    __device__ void addToRow(float (&sum)[2], int i, float value) const
    {
        sum[0] = fmaf(row[i].first, value, sum[0]);
        sum[1] = fmaf(row[i].second, value, sum[1]);
    }
    __device__ void addToColumn(ColumnSum& sum, int j, const Mid (&value)[2]) const
    {
        sum = fmaf(column[j].second, value[1], fmaf(column[j].first, value[0], sum));
    }
    __device__ D finish(ColumnSum sum) const { return saturateRound<D>(epilogue(sum)); }
};

// Sums of pixels in float, times a scale.
template <class D> struct LineBufferBox
{
    static constexpr int RowSums = 1;
    using Mid = float;
    using ColumnSum = float;

    float scale;

    __device__ static float startRow() { return 0.f; }
    __device__ static ColumnSum startColumn() { return 0.f; }
    __device__ static void addToRow(float (&sum)[1], int, float value) { sum[0] += value; }
    __device__ static void addToColumn(ColumnSum& sum, int, const Mid (&value)[1]) { sum += value[0]; }
    __device__ D finish(ColumnSum sum) const { return saturateRound<D>(sum * scale); }
};

}} // namespace cv::cudatiled
