// SPDX-License-Identifier: Apache-2.0
// What CUDA takes in one launch.
#pragma once

namespace cv { namespace cudatiled {

// Devices before compute capability 7.0 and toolkits before 12.1 pass 4 KB of arguments, later ones 32 KB; CUDA 13 has
// none of those devices. A launch copies all arguments of its kernel, so none has 32 KB.
#if defined(__CUDACC_VER_MAJOR__) && __CUDACC_VER_MAJOR__ >= 13
constexpr int kMostArgumentBytes = 8192; // a list of 507 images of one shape
#else
constexpr int kMostArgumentBytes = 4096;
#endif

}} // namespace cv::cudatiled
