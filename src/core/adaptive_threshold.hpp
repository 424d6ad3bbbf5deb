// SPDX-License-Identifier: Apache-2.0
// Comparing bytes with the mean around them, as cv::adaptiveThreshold does.
#pragma once

#include <cstdint>

namespace cv { namespace cudatiled {

struct AdaptiveThreshold
{
    int offset; // pixels with pixel - mean + offset > 0 are above; offset is from -256 to 256
    std::uint8_t above, below;
};

}} // namespace cv::cudatiled
