// SPDX-License-Identifier: Apache-2.0
// What engines are handed for a run on a device. Needs no CUDA header, so that the host half compiles without one.
#pragma once

#include <cstddef>
#include <vector>

#include "../core/device_table.hpp"
#include "image_plan.hpp"

struct CUstream_st;

namespace cv { namespace cudatiled {

using CudaStream = CUstream_st*; // a cudaStream_t

// The whole image that the source was cut from (of the source itself, if isolated), in device memory.
struct CudaSource
{
    const void* data; // first pixel of the whole image
    std::size_t step; // bytes
    Region region;
};

struct CudaTarget
{
    void* data;
    std::size_t step; // bytes
};

}} // namespace cv::cudatiled
