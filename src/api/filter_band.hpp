// SPDX-License-Identifier: Apache-2.0
// Filtering one band of an image.
#pragma once

#include "row_bands.hpp"

namespace cv { namespace cudatiled {

// Filters a band to its results, of which call.dst is the first row. What the cuts beside it spoil is not written.
void filterBand(const Engine& stage, const CudaCall& call, const StageBand& band, const char* function);

}} // namespace cv::cudatiled
