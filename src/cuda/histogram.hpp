// SPDX-License-Identifier: Apache-2.0
// Histograms, and the thresholds that they tell, on CUDA. The arrays are rows of 32-bit integers; errors name
// `function`.
#pragma once

#include "../launch/cuda_call.hpp"

namespace cv { namespace cudatiled {

// Counts an image of 8U with 256 bins, or of 16U with a power of two of them. Blocks may have that much shared memory.
void countOnCuda(const CudaSource& src, int srcType, int bins, std::size_t sharedBytes, const CudaTarget& hist,
                 CudaStream stream, const char* function);

// A threshold for each of `rows` histograms of 256 or 65536 bins, by THRESH_OTSU or THRESH_TRIANGLE.
void thresholdsOnCuda(const CudaTarget& hist, int rows, int bins, bool otsu, const CudaTarget& levels,
                      CudaStream stream);

}} // namespace cv::cudatiled
