// SPDX-License-Identifier: Apache-2.0
// The plan of a look-up table.
#pragma once

#include <cstdint>
#include <vector>

#include "image_plan.hpp"

namespace cv { namespace cudatiled {

// Images of 8U. 256 levels for each table; one table serves all channels, else each channel has its own.
struct LookUpPlan : ImagePlan
{
    int tables = 1;
    std::vector<std::uint8_t> levels; // table after table
};

}} // namespace cv::cudatiled
