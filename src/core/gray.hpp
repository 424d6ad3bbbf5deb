// SPDX-License-Identifier: Apache-2.0
// The weights of channels in a gray value: the integers, and the floats, of cv::cvtColor
// (modules/imgproc/src/color_rgb.simd.hpp).
#pragma once

#include <cmath>
#include <cstdint>

#include "half_scalar.hpp"

namespace cv { namespace cudatiled {

constexpr std::uint32_t kGrayHalf = 1u << 15;

// Twice cv::cvtColor's weights, which add up to 2^15: the gray value is the upper half of the sum.
template <class T> struct GrayWeights
{
    std::uint32_t pair, third; // the first channel's below the second's, and the third's

    explicit GrayWeights(bool blueFirst)
        : pair((blueFirst ? kBlue : kRed) | kGreen << 16), third(blueFirst ? kRed : kBlue)
    {}

    CUDATILED_HOST_DEVICE std::uint32_t operator()(std::uint32_t a, std::uint32_t b, std::uint32_t c) const
    {
        return a * (pair & 0xffffu) + b * (pair >> 16) + c * third + kGrayHalf;
    }

private:
    static constexpr std::uint32_t kRed = 2 * 9798, kGreen = 2 * 19235, kBlue = 2 * 3735;
};

// In the order of the vector loops of cv::cvtColor.
template <> struct GrayWeights<float>
{
    float first, second, third;

    explicit GrayWeights(bool blueFirst)
        : first(blueFirst ? kBlue : kRed), second(kGreen), third(blueFirst ? kRed : kBlue)
    {}

    CUDATILED_HOST_DEVICE float operator()(float a, float b, float c) const
    {
        return fmaf(c, third, fmaf(b, second, a * first));
    }

private:
    static constexpr float kRed = 0.299f, kGreen = 0.587f, kBlue = 0.114f;
};

template <> struct GrayWeights<Half> : GrayWeights<float>
{
    using GrayWeights<float>::GrayWeights;
};

}} // namespace cv::cudatiled
