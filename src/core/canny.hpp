// SPDX-License-Identifier: Apache-2.0
// Which pixels have a gradient that is longest across an edge, by the integers of cv::Canny
// (modules/imgproc/src/canny.cpp).
#pragma once

#include <cstdint>

#include "gradient.hpp"

namespace cv { namespace cudatiled {

// Of lengths from cannyLength(): a pixel above `low` may be on an edge; each edge has a pixel above `high`.
struct CannyThresholds
{
    int low, high;
};

struct Derivatives
{
    std::int16_t x, y;
};

// The sum of magnitudes, or the square of the length for L2. It wraps around where both derivatives are -32768.
CUDATILED_HOST_DEVICE inline int cannyLength(const Derivatives& gradient, GradientNorm norm)
{
    const int x = gradient.x, y = gradient.y;
    if (norm == GradientNorm::L1)
        return (x < 0 ? -x : x) + (y < 0 ? -y : y);
    return static_cast<int>(static_cast<std::uint32_t>(x * x) + static_cast<std::uint32_t>(y * y));
}

// From a pixel to its neighbour along the gradient, whose angle is rounded to 45 degrees; the other one lies opposite.
struct GradientStep
{
    int x, y;

    CUDATILED_HOST_DEVICE bool isDiagonal() const { return x != 0 && y != 0; }
};

// 2^15 times the tangent of 22.5 degrees is 13573, that of 67.5 degrees 13573 + 2^16. The products wrap around from
// |x| = 27146 on, as in cv::Canny.
CUDATILED_HOST_DEVICE inline GradientStep stepOf(const Derivatives& gradient)
{
    const int x = gradient.x, y = gradient.y;
    const auto across = static_cast<std::uint32_t>(x < 0 ? -x : x), along = static_cast<std::uint32_t>(y < 0 ? -y : y);
    const int scaled = static_cast<int>(along << 15);
    const bool isRow = scaled < static_cast<int>(across * 13573u);
    const bool isColumn = !isRow && scaled > static_cast<int>(across * (13573u + 65536u));
    return {isColumn ? 0 : isRow || (x ^ y) >= 0 ? 1 : -1, isRow ? 0 : 1};
}

}} // namespace cv::cudatiled
