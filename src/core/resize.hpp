// SPDX-License-Identifier: Apache-2.0
// Where the pixels of a resized image lie in the image that it is made of.
#pragma once

#include <cmath>
#include <cstdint>

#include "host_device.hpp"
#include "intrinsics.cuh"

namespace cv { namespace cudatiled {

// One axis of both images, in pixels.
struct ResizeAxis
{
    double scale; // length of a result's pixel in the source
    int source, target;
    bool corners; // the outermost pixels' centres coincide; scale does not count
};

// The weight of pixel `first` is 1 - weight.
struct ResizePlace
{
    int first, second;
    float weight; // of `second`
};

// As cv::resize for INTER_NEAREST.
CUDATILED_HOST_DEVICE inline int nearestPlace(const ResizeAxis& axis, int i)
{
    const int place = static_cast<int>(std::floor(i * axis.scale));
    return place < axis.source ? place : axis.source - 1;
}

// The same two numbers whatever the processor: quotients of integers below 2^31, rounded to double and then to float.
CUDATILED_HOST_DEVICE inline ResizePlace cornersPlace(const ResizeAxis& axis, int i)
{
    if (axis.target == 1)
        return {0, 0, 0.f};
    const std::int64_t intervals = axis.target - 1, place = static_cast<std::int64_t>(i) * (axis.source - 1);
    const auto first = static_cast<int>(place / intervals);
    const auto weight = static_cast<float>(static_cast<double>(place % intervals) / static_cast<double>(intervals));
    return {first, first < axis.source - 1 ? first + 1 : first, weight};
}

// As cv::resize for INTER_LINEAR, with its roundings: the products of double are rounded before something is added.
CUDATILED_HOST_DEVICE inline ResizePlace linearPlace(const ResizeAxis& axis, int i)
{
    if (axis.corners)
        return cornersPlace(axis, i);
    const auto place = static_cast<float>(roundedProduct(i + 0.5, axis.scale) - 0.5);
    const float whole = std::floor(place);
    const auto first = static_cast<int>(whole);
    const auto inside = [&](int pixel) {
        return pixel < 0 ? 0 : pixel < axis.source ? pixel : axis.source - 1;
    };
    return {inside(first), inside(first + 1), place - whole};
}

// Columns beside the image are those at its edge; rows there keep their weights, which matters where sums are cut off.
CUDATILED_HOST_DEVICE inline ResizePlace linearColumn(const ResizeAxis& axis, int x)
{
    ResizePlace place = linearPlace(axis, x);
    if (place.first == place.second)
        place.weight = 0.f;
    return place;
}

// Weights of bytes are whole numbers of 2^-11.
constexpr int kResizeOne = 2048;

CUDATILED_HOST_DEVICE inline int fixedWeight(float weight)
{
    return roundToInt(weight * static_cast<float>(kResizeOne));
}

}} // namespace cv::cudatiled
