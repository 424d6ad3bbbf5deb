// SPDX-License-Identifier: Apache-2.0
// Filters that are the sum of two separable kernels.
#pragma once

#include "parts.hpp"

namespace cudatiled_catalogue {

struct SeparableKernel
{
    cv::Mat row, column; // CV_64F, one row each
};

// Without a text and a factory.
Instance separableSum(const SeparableKernel& first, const SeparableKernel& second, double scale, double delta);

// As floats, in CV_64F.
cv::Mat roundedToFloat(const cv::Mat& taps);

} // namespace cudatiled_catalogue
