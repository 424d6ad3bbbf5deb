// SPDX-License-Identifier: Apache-2.0
// Filters an image on a path, and compares images.
#pragma once

#include <opencv2/cudatiled.hpp>

#include "cell.hpp"

namespace cudatiled_test {

inline bool equal(const cv::Mat& a, const cv::Mat& b)
{
    return a.size() == b.size() && a.type() == b.type() && cv::norm(a, b, cv::NORM_INF) == 0;
}

// Filters a region of the image into a new one.
inline cv::Mat filtered(cv::cudatiled::Filter& filter, const cv::Mat& image, const cv::Rect& region, Path path)
{
    using namespace cv::cudatiled;
    cv::Mat dst;
    if (path == Path::Device)
    {
        DeviceImage result;
        filter.apply(DeviceImage(image)(region), result);
        result.download(dst);
        return dst;
    }
    setBackend(path == Path::Cpu ? BACKEND_CPU : BACKEND_CUDA);
    filter.apply(image(region), dst);
    setBackend(BACKEND_AUTO);
    return dst;
}

inline cv::Mat filtered(cv::cudatiled::Filter& filter, const cv::Mat& image, Path path)
{
    return filtered(filter, image, {{0, 0}, image.size()}, path);
}

} // namespace cudatiled_test
