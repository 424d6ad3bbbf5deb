// SPDX-License-Identifier: Apache-2.0
// Pixels on the left and right of an image: most borders repeat those near the edge, which a row in shared memory has.
#pragma once

#include "../../core/image_view.hpp"

namespace cv { namespace cudatiled {

// Of the scalars [first, last) of a row, number 0 of which is scalar `x` of the image: those beside the image, which
// are [first, left) and [right, last).
struct ScalarsBeside
{
    int first, left, right, last;

    __device__ ScalarsBeside(int x, int first_, int last_, int rowScalars) : first(first_), last(last_)
    {
        const int begin = -x, end = rowScalars - x;
        left = begin > first ? (begin < last ? begin : last) : first;
        right = end > left ? (end < last ? end : last) : left;
    }
    __device__ int count() const { return left - first + last - right; }
    __device__ int at(int i) const { return i < left - first ? first + i : right + i - (left - first); }

    // Whether they are constants, or repeat pixels that lie between them, by a test without divisions.
    __device__ bool areKnown(Border border, int channels) const
    {
        const int most = left - first > last - right ? left - first : last - right;
        const int reach = border == Border::Replicate ? 0 : most;
        return most > 0 &&
               (border == Border::Constant || (border != Border::Wrap && right - left >= reach + 2 * channels));
    }
};

// Which pixel a scalar of a row belongs to, also on the left of the image.
struct PixelOfScalar
{
    int pixel, channel;

    __device__ PixelOfScalar(int scalar, int channels)
        : pixel((scalar >= 0 ? scalar : scalar - (channels - 1)) / channels), channel(scalar - pixel * channels)
    {}
};

// borderIndex() for pixels beside a row that are at most as far from its end as it is long.
__device__ inline int mirrored(int pixel, int length, Border border)
{
    const int once = border == Border::Reflect ? 1 : 0; // whether the last pixel is repeated
    if (border == Border::Replicate)
        return pixel < 0 ? 0 : length - 1;
    return pixel < 0 ? -pixel - once : 2 * length - 2 + once - pixel;
}

// One of these scalars, if they are known.
template <class S> struct ScalarBeside
{
    int from; // the scalar of the row that it repeats; -1: none
    S outside;

    template <class Source> __device__ ScalarBeside(const Source& source, int x, int at, int channels)
    {
        const PixelOfScalar of(x + at, channels);
        const int pixel = mirrored(of.pixel, source.cols, source.rowBorder);
        from = source.rowBorder == Border::Constant ? -1 : pixel * channels + of.channel - x;
        outside = source.outsideOf(of.channel);
    }
    __device__ S in(const S* row) const { return from < 0 ? outside : row[from]; }
};

}} // namespace cv::cudatiled
