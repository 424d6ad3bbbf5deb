// SPDX-License-Identifier: Apache-2.0
// Batches of device images: as many as can be in one launch.
#pragma once

#include <vector>

#include "engine.hpp"

namespace cv { namespace cudatiled {

// Runs the stages on the images of each call, all on one stream, as if one call came after the other. `function` is the
// public function that asks.
void filterDeviceBatch(const Stages& stages, const char* function, std::vector<CudaCall> calls);

}} // namespace cv::cudatiled
