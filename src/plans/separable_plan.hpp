// SPDX-License-Identifier: Apache-2.0
// The plan of separable correlations with float taps: SeparableLinear, SeparableConvolution, Sobel, and Gaussian and
// Box of the types that need it.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + scale * (sum over j of columnKernel[j] *
//                        (sum over i of rowKernel[i] * src(x + i - anchor.x, y + j - anchor.y)))
struct SeparablePlan : ImagePlan
{
    cv::Mat rowKernel, columnKernel; // CV_32FC1, one row each, continuous
    double scale = 1;                // other than 1 only for integer images and taps, whose sums are exact
    double delta = 0;
};

}} // namespace cv::cudatiled
