// SPDX-License-Identifier: Apache-2.0
// Host images on CUDA: bands of rows are uploaded, filtered and downloaded at the same time.
#pragma once

#include "engine.hpp"
#include "stage_clock.hpp"

namespace cv { namespace cudatiled {

// Filters src to results, which may overlap src, and waits. Results are in the order of targetsOf(); unwanted ones are
// empty. Errors name `function`. With a clock (or null) the parts run one after the other.
void filterHostImage(const Stages& stages, const char* function, const cv::Mat& src,
                     const std::vector<cv::Mat>& results, CudaStream stream, StageClock* clock);

}} // namespace cv::cudatiled
