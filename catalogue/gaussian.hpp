// SPDX-License-Identifier: Apache-2.0
// What descriptions of filters that begin with a Gaussian blur share.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

// With random parameters.
Instance drawGaussian(cv::RNG& random);

// From the parameters ksize, sigma and sigma-y, with the size that cv::GaussianBlur computes from sigma, where none is
// given.
Instance gaussianFrom(int srcType, const Settings& settings);

// These parameters, `own` ones, then those of borders.
std::vector<Parameter> withBlur(std::vector<Parameter> own);

// Sizes and standard deviations that are not accepted.
std::vector<Refused> refusedBlurs(const std::function<Factory(cv::Size ksize, double sigmaX, double sigmaY)>& factory);

} // namespace cudatiled_catalogue
