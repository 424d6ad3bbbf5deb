// SPDX-License-Identifier: Apache-2.0
// The device that launch rules are measured on, an H200. They cut images such that its blocks are busy; results do not
// depend on it.
#pragma once

#include <cstddef>

namespace cv { namespace cudatiled {

constexpr int kMultiprocessors = 132;
constexpr std::size_t kMultiprocessorShared = 227 * 1024; // bytes of shared memory that blocks may have
constexpr std::size_t kLeastFastShared = 99 * 1024;       // of one block on 8.6 and 8.9, the least with fast kernels
constexpr std::size_t kReservedShared = 1024;             // of each block, by CUDA

// Blocks with so much shared memory that a multiprocessor runs at once.
constexpr int blocksByShared(std::size_t bytes)
{
    return static_cast<int>(kMultiprocessorShared / (bytes + kReservedShared));
}

}} // namespace cv::cudatiled
