// SPDX-License-Identifier: Apache-2.0
// One cell of the conformance of chains: random filters of the catalogue, one after another and as a chain.
#pragma once

#include <opencv2/cudatiled.hpp>

#include "cell.hpp"

namespace cudatiled_test {

using Filters = std::vector<cv::Ptr<cv::cudatiled::Filter>>;

bool sameBits(const cv::Mat& a, const cv::Mat& b);

// Applies the filters one after another. Returns the images between them.
std::vector<cv::cudatiled::DeviceImage> imagesOneByOne(const Filters& filters, const cv::cuda::GpuMat& src,
                                                       const cv::cuda::GpuMat& dst);

struct ChainOutcome
{
    std::string text;    // the cell, for people
    std::string failure; // empty if the chain gives the bits of its filters
};

// The seed determines all of a cell. Host images are cut into bands of few rows where that gives the same bits.
ChainOutcome runChainCell(Path path, std::uint64_t seed);

} // namespace cudatiled_test
