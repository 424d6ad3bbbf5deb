// SPDX-License-Identifier: Apache-2.0
// The weights of a bilateral filter.
#pragma once

#include <cmath>
#include <limits>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// A pixel at (x, y) from the centre, whose value is `difference` away from it, weighs
// 2^(color * difference^2 + space * (x^2 + y^2)). It counts where x^2 + y^2 <= radius^2.
struct BilateralWeights
{
    static constexpr float kPeak = std::numeric_limits<float>::lowest();

    int radius;
    float color, space;

    // The factor of squares in the exponent of 2 for a Gaussian. A sigma of up to 1e-6 makes a peak, as in OpenCV 4.12
    // and later, where cv::bilateralFilter then copies the image.
    static float factor(double sigma)
    {
        constexpr double kWidestPeak = 1e-6;
        return sigma <= kWidestPeak ? kPeak : static_cast<float>(-0.5 / std::log(2.) / (sigma * sigma));
    }

    bool countEqualPixels() const { return color == kPeak || space == kPeak; }

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
