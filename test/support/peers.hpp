// SPDX-License-Identifier: Apache-2.0
// The same filters in other libraries, where they are installed: OpenCV's cv::cuda and NVIDIA's NPP.
#pragma once

#include <opencv2/core/cuda.hpp>

#include "catalogue.hpp"

namespace cudatiled_test {

enum class Peer
{
    OpenCvCuda,
    Npp
};

// Filters a whole device image into `dst`, which has size and type already, and waits. False where the peer has no such filter,
// types or border mode, or is not installed.
bool runPeer(Peer peer, const std::string& filter, const Parameters& parameters, int borderMode,
             const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst);

} // namespace cudatiled_test
