// SPDX-License-Identifier: Apache-2.0
// Images for the ladder: in device memory, with a margin of zeros, and a texture of their pixels.
#pragma once

#include <opencv2/core/cuda.hpp>

#include "lab.hpp"

namespace perf { namespace lab {

class PaddedImage
{
public:
    explicit PaddedImage(const cv::Mat& host); // of one channel, floats or bytes

    View view() const;
    cv::cuda::GpuMat gpuMat() const; // valid as long as the image
    cv::Mat download() const;        // once the device has finished

private:
    std::size_t offset() const; // of the first pixel, in bytes

    cv::Size size_;
    int type_;
    std::size_t stepBytes_;
    DeviceMemory memory_;
    Texture texture_;
};

}} // namespace perf::lab
