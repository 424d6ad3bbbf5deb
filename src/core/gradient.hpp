// SPDX-License-Identifier: Apache-2.0
// Length and angle of a gradient from its two derivatives.
#pragma once

#include <cmath>

#include "intrinsics.cuh"
#include "rounding.hpp"

namespace cv { namespace cudatiled {

enum class GradientNorm
{
    L1, // |x| + |y|
    L2  // sqrt(x^2 + y^2)
};

// Of integers; up to 46341.
CUDATILED_HOST_DEVICE inline int magnitudeOf(std::int16_t x, std::int16_t y, GradientNorm norm)
{
    const int dx = x, dy = y;
    if (norm == GradientNorm::L1)
        return (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    return roundedRoot(static_cast<std::uint32_t>(dx * dx) + static_cast<std::uint32_t>(dy * dy));
}

CUDATILED_HOST_DEVICE inline float magnitudeOf(float x, float y, GradientNorm norm)
{
    return norm == GradientNorm::L1 ? fabsf(x) + fabsf(y) : approximateRoot(fmaf(x, x, y * y));
}

template <class D, class Magnitude> CUDATILED_HOST_DEVICE D saturatedMagnitude(Magnitude magnitude)
{
    if constexpr (sizeof(D) == sizeof(float))
        return magnitude;
    else
        return saturateInteger<D>(static_cast<int>(magnitude));
}

// From 0 up to a full turn, `unit` times degrees: cv::phase's polynomial (v_atan_f32 in OpenCV's
// mathfuncs_core.simd.hpp), which is within 0.0115 degrees of the angle.
template <class D> CUDATILED_HOST_DEVICE float angleOf(D dx, D dy, float unit)
{
    constexpr float kDegrees = 57.29577951308232f, kEpsilon = 2.220446049250313e-16f;
    const float x = dx, y = dy, across = fabsf(x), along = fabsf(y);
    const float shorter = fminf(across, along), longer = fmaxf(across, along) + kEpsilon;
    const float tangent = sizeof(D) < 4 ? approximateQuotient(shorter, longer) : shorter / longer;
    const float square = tangent * tangent;
    float angle = fmaf(-0.04432655554792128f * kDegrees, square, 0.1555786518463281f * kDegrees);
    angle = fmaf(angle, square, -0.3258083974640975f * kDegrees);
    angle = fmaf(angle, square, 0.9997878412794807f * kDegrees) * tangent;
    angle = across >= along ? angle : 90.f - angle;
    angle = x < 0.f ? 180.f - angle : angle;
    return (y < 0.f ? 360.f - angle : angle) * unit;
}

}} // namespace cv::cudatiled
