// SPDX-License-Identifier: Apache-2.0
// How an image continues outside itself: the five border modes as an index function.
#pragma once

#include "host_device.hpp"

namespace cv { namespace cudatiled {

// The values are those of cv::BorderTypes.
enum class Border : int
{
    Constant = 0,   // vvv|abcd|vvv
    Replicate = 1,  // aaa|abcd|ddd
    Reflect = 2,    // cba|abcd|dcb
    Wrap = 3,       // bcd|abcd|abc
    Reflect101 = 4, // dcb|abcd|cba
};

// Index in [0, n) that stands for position i outside the image, or -1 for Border::Constant.
// Same result as cv::borderInterpolate for every i, also when the kernel is wider than the image. n >= 1.
CUDATILED_HOST_DEVICE constexpr int borderIndex(int i, int n, Border border)
{
    if (i >= 0 && i < n)
        return i;
    if (border == Border::Constant)
        return -1;
    if (border == Border::Replicate || n == 1)
        return i < 0 ? 0 : n - 1;
    // One division for all modes, as kernels have this code at many places. The sequence outside has period n, or 2n or
    // 2n - 2 there and back; `p` is the position in it, for i < 0 to the left of the image.
    const bool wraps = border == Border::Wrap, isLeft = i < 0;
    const unsigned length = static_cast<unsigned>(n), once = border == Border::Reflect101 ? 1u : 0u;
    const unsigned distance = isLeft ? ~static_cast<unsigned>(i) + once : static_cast<unsigned>(i);
    const unsigned p = distance % (wraps ? length : 2 * (length - once));
    if (wraps)
        return static_cast<int>(isLeft ? length - 1 - p : p);
    return static_cast<int>(p < length ? p : 2 * length - 1 - once - p);
}

}} // namespace cv::cudatiled
