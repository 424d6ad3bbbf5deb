// SPDX-License-Identifier: Apache-2.0
// The number systems that the kernels of long rows and columns compute in.
#pragma once

#include "../general/separable_arithmetic.cuh"

namespace cv { namespace cudatiled {

// Products are added by fma to a partial sum, in the order of the calls; fold() adds that to the total, after each
// kFoldedTaps products. A chain of all products would break the accuracy contract where taps and pixels are alike.
class FoldedSum
{
public:
    using Real = float;

    __device__ void add(float tap, float value) { partial_ = fmaf(tap, value, partial_); }
    __device__ void fold()
    {
        total_ += partial_;
        partial_ = 0.f;
    }
    __device__ float value() const { return total_ + partial_; }

private:
    float partial_ = 0.f, total_ = 0.f;
};

constexpr int kFoldedTaps = 32;

template <class D> struct LongFloats : LinearArithmetic<FoldedSum>
{
    __device__ D finish(const FoldedSum& sum) const
    {
        return saturateRound<D>(LinearArithmetic<FoldedSum>::finish(sum));
    }
};

}} // namespace cv::cudatiled
