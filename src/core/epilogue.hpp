// SPDX-License-Identifier: Apache-2.0
// The epilogue of a kernel: applied to the sum of a correlation before it is rounded and saturated.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

template <class Real> struct AddDelta
{
    Real delta;

    CUDATILED_HOST_DEVICE Real operator()(Real sum) const { return sum + delta; }
};

// One rounding, so that an exact sum gives the nearest result.
template <class Real> struct ScaleAddDelta
{
    Real scale, delta;

    CUDATILED_HOST_DEVICE Real operator()(Real sum) const { return multiplyAdd(sum, scale, delta); }

private:
    CUDATILED_HOST_DEVICE static float multiplyAdd(float a, float b, float c) { return fmaf(a, b, c); }
    CUDATILED_HOST_DEVICE static double multiplyAdd(double a, double b, double c) { return fma(a, b, c); }
};

// Whether sums may start with delta. A scaled sum gets delta at the end.
template <class Epilogue> constexpr bool kStartsWithDelta = false;
template <class Real> constexpr bool kStartsWithDelta<AddDelta<Real>> = true;

}} // namespace cv::cudatiled
