// SPDX-License-Identifier: Apache-2.0
// The plan of sums along a row or a column.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The sum of all ksize pixels, to 32S or 32F.
struct SumPlan : ImagePlan
{};

}} // namespace cv::cudatiled
