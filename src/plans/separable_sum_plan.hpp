// SPDX-License-Identifier: Apache-2.0
// The plan of sums of two separable correlations: Laplacian, LaplacianOfGaussian, DifferenceOfGaussians.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + scale * (src filtered by first + src filtered by second), where a kernel is the product of its column
// and its row
struct SeparableSumPlan : ImagePlan
{
    struct Kernel
    {
        cv::Mat row, column; // CV_64FC1, one row each, continuous; floats, or integers
    };
    Kernel first, second;
    double scale = 1, delta = 0;
    int laplacian = 0; // the ksize for which cv::Laplacian has these kernels; 0: none
};

}} // namespace cv::cudatiled
