// SPDX-License-Identifier: Apache-2.0
// Copies of rows in host memory, by the threads of cv::parallel_for_.
#pragma once

#include <cstddef>
#include <vector>

namespace cv { namespace cudatiled {

// Rows of `bytes` bytes from host memory to host memory.
struct RowsCopy
{
    char* to;
    std::size_t toStep; // bytes
    const char* from;
    std::size_t fromStep; // bytes
    std::size_t bytes;
    int rows;
};

// All of them, in no order.
void copyRows(const std::vector<RowsCopy>& copies);

}} // namespace cv::cudatiled
