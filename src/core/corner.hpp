// SPDX-License-Identifier: Apache-2.0
// How much of a corner a pixel is, by the sums of the products of the derivatives around it.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

enum class CornerMeasure
{
    Harris,     // determinant - k * squared trace
    MinEigenVal // the smaller eigenvalue
};

// Of both derivatives.
struct GradientPair
{
    float x = 0, y = 0;
};

// x * x, x * y and y * y of derivatives, or sums of these.
struct GradientProducts
{
    float xx, xy, yy;

    GradientProducts() = default;
    CUDATILED_HOST_DEVICE GradientProducts(float ofX, float ofBoth, float ofY) : xx(ofX), xy(ofBoth), yy(ofY) {}
    CUDATILED_HOST_DEVICE explicit GradientProducts(const GradientPair& d) : xx(d.x * d.x), xy(d.x * d.y), yy(d.y * d.y)
    {}
};

struct CornerFormula
{
    CornerMeasure measure;
    float k; // of Harris

    CUDATILED_HOST_DEVICE float operator()(const GradientProducts& sum) const
    {
        if (measure == CornerMeasure::Harris)
        {
            const float trace = sum.xx + sum.yy;
            return sum.xx * sum.yy - sum.xy * sum.xy - k * trace * trace;
        }
        const float half = 0.5f * (sum.xx - sum.yy);
        return 0.5f * (sum.xx + sum.yy) - sqrtf(half * half + sum.xy * sum.xy);
    }
};

}} // namespace cv::cudatiled
