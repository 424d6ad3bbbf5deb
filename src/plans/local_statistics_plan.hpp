// SPDX-License-Identifier: Apache-2.0
// The plan of statistics of the pixels in a window.
#pragma once

#include "../core/local_statistics.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct LocalStatisticsPlan : ImagePlan
{
    LocalStatistics statistic;
    bool estimatesNoise = false; // of Wiener: the noise of a channel is the mean of its variances
};

}} // namespace cv::cudatiled
