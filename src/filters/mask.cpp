// SPDX-License-Identifier: Apache-2.0
// What the functions of masks share.
#include "mask.hpp"

#include <algorithm>
#include <cmath>

#include "../api/gpumat.hpp"
#include "../core/dispatch.hpp"
#include "../core/require.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

bool areExact(int srcType, const cv::Mat& mask)
{
    const auto isInteger = [](float tap) {
        return tap == std::floor(tap) && std::abs(tap) < 16777216.f;
    };
    return !isFloatDepth(CV_MAT_DEPTH(srcType)) && std::all_of(mask.begin<float>(), mask.end<float>(), isInteger);
}

cv::Mat turned(const cv::Mat& mask)
{
    cv::Mat kernel;
    cv::flip(mask, kernel, -1);
    return kernel;
}

cv::Mat scaledTaps(const char* function, const cv::Mat& taps, double scale)
{
    cv::Mat scaled;
    taps.convertTo(scaled, CV_64F); // so that the product is rounded once
    scaled *= scale;
    scaled.convertTo(scaled, CV_32F);
    CUDATILED_REQUIRE(cv::checkRange(scaled), function, StsOutOfRange,
                      "scale is %g; the taps times scale must be finite floats", scale);
    return scaled;
}

cv::Mat1d tapsInDouble(const char* function, const char* name, cv::InputArray mask)
{
    checkedKernel(function, name, mask, false);
    cv::Mat1d taps;
    kernelOf(function, name, mask).convertTo(taps, CV_64F);
    return taps;
}

cv::Point checkedOrigin(const char* function, const char* name, cv::Size size, cv::Point origin)
{
    const cv::Point at(origin.x == -1 ? (size.width - 1) / 2 : origin.x,
                       origin.y == -1 ? (size.height - 1) / 2 : origin.y);
    CUDATILED_REQUIRE(cv::Rect({0, 0}, size).contains(at), function, StsOutOfRange,
                      "%s is (%d, %d); it must lie inside the mask of %d x %d, or be -1 for the centre", name, origin.x,
                      origin.y, size.width, size.height);
    return at;
}

void setOrigin(ImagePlan& plan, const char* function, cv::Size size, cv::Point origin)
{
    const cv::Point at = checkedOrigin(function, "origin", size, origin);
    plan.ksize = size;
    plan.anchor = {size.width - 1 - at.x, size.height - 1 - at.y};
}

}} // namespace cv::cudatiled
