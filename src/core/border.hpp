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
    const unsigned length = static_cast<unsigned>(n);
    // The position mirrored to the right side, where it is one of a periodic sequence.
    const unsigned mirrored = i < 0 ? 0u - static_cast<unsigned>(i) : static_cast<unsigned>(i);
    switch (border)
    {
    case Border::Replicate: return i < 0 ? 0 : n - 1;
    case Border::Reflect: {
        const unsigned p = (i < 0 ? mirrored - 1 : mirrored) % (2 * length);
        return static_cast<int>(p < length ? p : 2 * length - 1 - p);
    }
    case Border::Reflect101: {
        if (n == 1)
            return 0;
        const unsigned p = mirrored % (2 * length - 2);
        return static_cast<int>(p < length ? p : 2 * length - 2 - p);
    }
    case Border::Wrap: {
        const unsigned p = mirrored % length;
        return static_cast<int>(i < 0 && p > 0 ? length - p : p);
    }
    case Border::Constant: break;
    }
    return -1;
}

}} // namespace cv::cudatiled
