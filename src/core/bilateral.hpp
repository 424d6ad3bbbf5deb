// SPDX-License-Identifier: Apache-2.0
// The weights of a bilateral filter.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// A pixel at (x, y) from the centre, whose value is `difference` away from it, weighs
// 2^(color * difference^2 + space * (x^2 + y^2)). It counts where x^2 + y^2 <= radius^2.
struct BilateralWeights
{
    int radius;
    float color, space;

    CUDATILED_HOST_DEVICE float exponent(float difference, float ofPlace) const
    {
        return fmaf(difference * color, difference, ofPlace);
    }
    CUDATILED_HOST_DEVICE float ofPlace(int squaredDistance) const
    {
        return space * static_cast<float>(squaredDistance);
    }
};

}} // namespace cv::cudatiled
