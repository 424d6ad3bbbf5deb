// SPDX-License-Identifier: Apache-2.0
// Results of another size than their source, which may share its memory.
#pragma once

#include <opencv2/core.hpp>

namespace cv { namespace cudatiled {

// `make` to dst, or where that shares memory with src to a new image.
template <class Make> void apart(const cv::Mat& src, cv::Mat& dst, Make make)
{
    cv::Mat result = src.datastart < dst.dataend && dst.datastart < src.dataend ? cv::Mat(dst.size(), dst.type()) : dst;
    make(result);
    if (result.data != dst.data)
        result.copyTo(dst);
}

}} // namespace cv::cudatiled
