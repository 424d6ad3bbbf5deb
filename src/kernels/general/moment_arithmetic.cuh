// SPDX-License-Identifier: Apache-2.0
// The number system of separableKernel for statistics of a window: exact integers, or doubles.
#pragma once

#include "../../core/local_statistics.hpp"
#include "separable_arithmetic.cuh"

namespace cv { namespace cudatiled {

// Sums of pixels and of their squares, finished by a statistic; OnPixels: it also takes the pixel at the anchor.
template <class S, class D, bool OnPixels> struct MomentArithmetic
{
    using Of = MomentsOf<S>;
    using Sample = S;
    using Tap = int;
    using RowSum = Of;
    using RowResult = Of;
    using ColumnSum = Of;

    LocalStatistics statistic;

    __device__ RowSum startRow() const { return {}; }
    __device__ ColumnSum startColumn() const { return {}; }
    __device__ static void add(Of& sum, Tap, S pixel) { sum += momentsOfPixel<Of>(pixel); }
    __device__ static void add(Of& sum, Tap, const Of& row) { sum += row; }
    __device__ static void fold(Of&) {}
    __device__ static RowResult finishRow(const RowSum& sum) { return sum; }
    __device__ D finish(const ColumnSum& sum) const { return saturateRound<D>(statistic.ofWindow(sum)); }
    __device__ D finishOn(S pixel, const ColumnSum& sum) const
    {
        return saturateRound<D>(statistic.onPixel(sum, pixel));
    }
};

template <class S, class D> constexpr bool kFinishesOnPixels<MomentArithmetic<S, D, true>> = true;

}} // namespace cv::cudatiled
