// SPDX-License-Identifier: Apache-2.0
// What factories of filters that begin with a Gaussian blur share.
#pragma once

#include "../plans/gaussian_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

// Fills in the size and the taps; types and borders are there. `function` is the factory that is named in errors.
void setBlur(GaussianPlan& plan, const char* function, cv::Size ksize, double sigma1, double sigma2);

}} // namespace cv::cudatiled
