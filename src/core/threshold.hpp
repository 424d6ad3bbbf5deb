// SPDX-License-Identifier: Apache-2.0
// What becomes of pixels on both sides of a threshold.
#pragma once

#include <cstdint>

namespace cv { namespace cudatiled {

// The pixel itself, or a value of the image's depth.
struct ThresholdSide
{
    bool keeps;
    double value;
};

struct Threshold
{
    double limit; // of the image's depth
    ThresholdSide above, below;
    bool nanIsAbove; // as if it were larger than the limit; else it is below
};

}} // namespace cv::cudatiled
