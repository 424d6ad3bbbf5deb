// SPDX-License-Identifier: Apache-2.0
// Random pixels of the whole range of a depth, of [0, 1) for float.
#pragma once

#include <opencv2/core.hpp>

namespace perf {

cv::Mat noise(int depth); // one row of one channel
cv::Mat randomImage(cv::Size size, int type);

} // namespace perf
