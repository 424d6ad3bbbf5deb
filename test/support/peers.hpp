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

// A peer's filter, ready to run on whole device images; `dst` has size and type already. Work is enqueued on `stream`
// (a cudaStream_t).
using PeerFilter = std::function<bool(const cv::cuda::GpuMat& src, cv::cuda::GpuMat& dst, CUstream_st* stream)>;

// Empty where the peer has no such filter, types or border mode, or is not installed. Running it gives false where it
// refuses.
PeerFilter createPeer(Peer peer, const std::string& filter, const Parameters& parameters, int borderMode, int srcType,
                      int dstType);

} // namespace cudatiled_test
