// SPDX-License-Identifier: Apache-2.0
// Well-known masks by name.
#pragma once

#include "entry.hpp"

namespace cudatiled_catalogue {

// A mask whose text may be one of those names, and a trackbar of them.
Parameter maskParameter(const char* name, const char* defaultText);
Slider everyMask(const std::string& parameter);

// CV_64F.
cv::Mat namedMask(const std::string& name);

} // namespace cudatiled_catalogue
