// SPDX-License-Identifier: Apache-2.0
// What the factories of local statistics have in common.
#pragma once

#include "../plans/local_statistics_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

// A plan with everything but the statistic's own numbers.
LocalStatisticsPlan localStatisticsPlan(const char* function, LocalStatistic kind, int srcType, int dstType,
                                        cv::Size ksize, cv::Point anchor, int borderMode, const cv::Scalar& borderVal);

}} // namespace cv::cudatiled
