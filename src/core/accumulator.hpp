// SPDX-License-Identifier: Apache-2.0
// Sums of products: in float, with an error that does not grow with the number of taps, and in double.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// Products are added by fma to a partial sum, in the order of the calls. fold(), called every kPartialTaps products or
// so, adds that to the total and keeps the rounding error of the addition (Knuth, The Art of Computer Programming
// 2, 4.2.2, theorem B). Kernels give every other product to a second accumulator, which then joins the first: a partial
// sum of n <= 16 products has some n / 2 + 2 roundings instead of n. The tolerance allows 2.5 * sqrt(n + 1).
class FloatAccumulator
{
public:
    using Real = float;
    static constexpr int kPartialTaps = 16;

    CUDATILED_HOST_DEVICE FloatAccumulator() : partial_(0.f), total_(0.f), error_(0.f) {}

    CUDATILED_HOST_DEVICE void add(float tap, float value) { partial_ = fmaf(tap, value, partial_); }

    // Adds the partial sum of an accumulator that was not folded.
    CUDATILED_HOST_DEVICE void join(const FloatAccumulator& other) { partial_ += other.partial_; }

    CUDATILED_HOST_DEVICE void fold()
    {
        const float sum = total_ + partial_;
        const float added = sum - total_;
        error_ += (total_ - (sum - added)) + (partial_ - added);
        total_ = sum;
        partial_ = 0.f;
    }

    CUDATILED_HOST_DEVICE float value() const
    {
        const bool finite = error_ - error_ == 0.f; // an infinite pixel makes the error NaN, not the sum
        return total_ + (finite ? partial_ + error_ : partial_);
    }

private:
    float partial_, total_, error_;
};

// Exact while all partial sums are integers below 2^53; else within n * 2^-53 of n products' magnitudes.
class DoubleAccumulator
{
public:
    using Real = double;

    CUDATILED_HOST_DEVICE DoubleAccumulator() : sum_(0.) {}

    CUDATILED_HOST_DEVICE void add(double tap, double value) { sum_ = fma(tap, value, sum_); }
    CUDATILED_HOST_DEVICE void fold() {}
    CUDATILED_HOST_DEVICE double value() const { return sum_; }

private:
    double sum_;
};

}} // namespace cv::cudatiled
