// SPDX-License-Identifier: Apache-2.0
// Running an engine on CUDA where source and destination overlap, or lie on the host.
#pragma once

#include "engine.hpp"

namespace cv { namespace cudatiled {

// Filters device memory; where dst overlaps what is read of src, from a copy of that part of src.
void filterDeviceImage(const Engine& engine, const char* function, const CudaCall& call);

// Uploads what is read of src, filters it, downloads it to dst, and waits.
void filterHostImage(const Engine& engine, const char* function, const cv::Mat& src, cv::Mat& dst, CudaStream stream);

}} // namespace cv::cudatiled
