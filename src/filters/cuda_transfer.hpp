// SPDX-License-Identifier: Apache-2.0
// Running an operation on CUDA where source and destination overlap, or lie on the host.
#pragma once

#include "operation.hpp"

namespace cv { namespace cudatiled {

// Filters device memory; where dst overlaps what is read of src, from a copy of that part of src.
void filterDeviceImage(const Operation& operation, const char* function, const CudaSource& src, const CudaTarget& dst,
                       CudaStream stream);

// Uploads what is read of src, filters it, downloads it to dst, and waits.
void filterHostImage(const Operation& operation, const char* function, const cv::Mat& src, cv::Mat& dst,
                     CudaStream stream);

}} // namespace cv::cudatiled
