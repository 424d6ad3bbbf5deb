// SPDX-License-Identifier: Apache-2.0
// The plan of Laplacians as the sum of two separable derivatives.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + scale * (second derivative along x of src, smoothed along y, + the same with x and y exchanged)
struct LaplacianPlan : ImagePlan
{
    int aperture = 1;              // cv::Laplacian's ksize; both lists have max(aperture, 3) taps
    cv::Mat derivative, smoothing; // CV_64FC1, one column each, continuous
    double scale = 1, delta = 0;
};

}} // namespace cv::cudatiled
