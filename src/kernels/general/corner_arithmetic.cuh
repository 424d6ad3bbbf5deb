// SPDX-License-Identifier: Apache-2.0
// Corner measures in two runs of separableKernel: both derivatives at once, then the sums of their products.
#pragma once

#include "../../core/corner.hpp"
#include "separable_arithmetic.cuh"

namespace cv { namespace cudatiled {

// A tap is one of the derivative and the one of the smoothing at the same place.
struct GradientPairArithmetic
{
    using Sample = float;
    using Tap = TapPair<float>;
    using RowSum = TwoSums<FloatAccumulator>;
    using RowResult = TapPair<float>;
    using ColumnSum = TwoSums<FloatAccumulator>;

    float scale;

    __device__ RowSum startRow() const { return {}; }
    __device__ ColumnSum startColumn() const { return {}; }
    __device__ static void add(RowSum& sum, Tap tap, float value) { sum.add({tap.first, tap.second}, {value, value}); }
    __device__ static void add(ColumnSum& sum, Tap tap, const RowResult& row) { sum.add({tap.second, tap.first}, row); }
    __device__ static void fold(RowSum& sum) { sum.fold(); }
    __device__ static RowResult finishRow(const RowSum& sum) { return sum.values(); }
    __device__ GradientPair finish(const ColumnSum& sum) const
    {
        return {sum.values().first * scale, sum.values().second * scale};
    }
};

struct CornerArithmetic
{
    struct Sum
    {
        FloatAccumulator xx, xy, yy;
    };
    using Sample = GradientProducts;
    using Tap = int; // 1
    using RowSum = Sum;
    using RowResult = GradientProducts;
    using ColumnSum = Sum;

    CornerFormula formula;

    __device__ Sum startRow() const { return {}; }
    __device__ Sum startColumn() const { return {}; }
    __device__ static void add(Sum& sum, Tap, const GradientProducts& value)
    {
        sum.xx.add(1.f, value.xx);
        sum.xy.add(1.f, value.xy);
        sum.yy.add(1.f, value.yy);
    }
    __device__ static void fold(Sum& sum)
    {
        sum.xx.fold();
        sum.xy.fold();
        sum.yy.fold();
    }
    __device__ static GradientProducts finishRow(const Sum& sum)
    {
        return {sum.xx.value(), sum.xy.value(), sum.yy.value()};
    }
    __device__ float finish(const Sum& sum) const { return formula(finishRow(sum)); }
};

}} // namespace cv::cudatiled
