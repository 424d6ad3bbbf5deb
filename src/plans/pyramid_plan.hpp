// SPDX-License-Identifier: Apache-2.0
// The plans of pyramids: images of half and of twice the size.
#pragma once

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// The window of both is that of their taps, seen from the pixel of the source that lies under a result.
struct PyramidPlan : ImagePlan
{
    cv::Size dsize; // of all results; empty: by the size of the source
};

struct PyrDownPlan : PyramidPlan
{};

struct PyrUpPlan : PyramidPlan
{};

}} // namespace cv::cudatiled
