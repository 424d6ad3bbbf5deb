// SPDX-License-Identifier: Apache-2.0
// The rate of a FrameStream: frames from host image to host image.
#pragma once

#include <vector>

#include <opencv2/cudatiled.hpp>

#include "device.hpp"

namespace perf {

// An image in page-locked memory.
struct PinnedImage
{
    PinnedImage(cv::Size size, int type)
        : memory(static_cast<std::size_t>(size.area()) * CV_ELEM_SIZE(type)), image(size, type, memory.data())
    {}

    PinnedMemory memory;
    cv::Mat image;
};

// Microseconds of one of `frames` frames, where as many are in flight as there are results. Device numbers are those of
// FrameStream.
double streamMicroseconds(const cv::Ptr<cv::cudatiled::Filter>& filter, const cv::Mat& src,
                          const std::vector<cv::Mat>& results, int frames, const std::vector<int>& devices = {});

} // namespace perf
