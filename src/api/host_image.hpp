// SPDX-License-Identifier: Apache-2.0
// Host images on CUDA: bands of rows are uploaded, filtered and downloaded at the same time.
#pragma once

#include <functional>

#include "engine.hpp"
#include "stage_clock.hpp"

namespace cv { namespace cudatiled {

// An image of the source's size that the first stage reads beside it, and the function that runs that stage then.
struct HostGuide
{
    cv::Mat image;
    std::function<void(const CudaSource& guide, const CudaCall& call)> run;
};

// Filters src to results, which may overlap src and the guide, and waits. Results are in the order of targetsOf();
// unwanted ones are empty. Errors name `function`. With a clock (or null) the parts run one after the other. The guide
// may be null.
void filterHostImage(const Stages& stages, const char* function, const cv::Mat& src,
                     const std::vector<cv::Mat>& results, CudaStream stream, StageClock* clock,
                     const HostGuide* guide = nullptr);

}} // namespace cv::cudatiled
