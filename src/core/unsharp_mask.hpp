// SPDX-License-Identifier: Apache-2.0
// The formula of unsharp masking, for kernels and for the CPU backend.
#pragma once

#include <cmath>

#include "host_device.hpp"

namespace cv { namespace cudatiled {

struct UnsharpMask
{
    float amount = 1, threshold = 0;

    // The difference of two integers of up to 16 bits is exact, the sum is rounded once.
    CUDATILED_HOST_DEVICE float operator()(float pixel, float blurred) const
    {
        const float difference = pixel - blurred;
        return fabsf(difference) < threshold ? pixel : fmaf(amount, difference, pixel);
    }
};

}} // namespace cv::cudatiled
