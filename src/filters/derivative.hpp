// SPDX-License-Identifier: Apache-2.0
// What the factories of first and higher derivatives share: Deriv, Sobel, Scharr.
#pragma once

#include "../plans/separable_plan.hpp"

namespace cv { namespace cudatiled {

struct Derivative
{
    int dx, dy;     // orders along x and y
    int ksize;      // aperture, or FILTER_SCHARR
    bool normalize; // divide by the sum of the smoothing taps' magnitudes
    double scale;
};

// The taps of cv::getDerivKernels, with the scale where cv::Sobel puts it; types and borders are left to the factory.
void setDerivative(SeparablePlan& plan, const char* function, const Derivative& derivative);

}} // namespace cv::cudatiled
