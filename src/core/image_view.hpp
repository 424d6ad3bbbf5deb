// SPDX-License-Identifier: Apache-2.0
// Images as kernels see them: pointers, steps and sizes. A kernel with views of batches may be launched for several
// images of one size at equal distances; each block sees its own image.
#pragma once

#include <cstddef>

#include "border.hpp"

namespace cv { namespace cudatiled {

// Number of the image that a block works on: see kernels/load/block.cuh.
CUDATILED_DEVICE int imageOfBlock();

// The image that a filter writes. Rows are `step` bytes apart; a row has `cols * channels` scalars of type T.
template <class T, bool OfBatch = false> struct TargetView
{
    static constexpr bool ofBatch = OfBatch;
    T* data;
    std::ptrdiff_t step;
    int rows, cols, channels;
    std::ptrdiff_t apart; // bytes from one image of a batch to the next; 0 if there is one

    CUDATILED_DEVICE T* pixels() const
    {
        if constexpr (OfBatch)
            return reinterpret_cast<T*>(reinterpret_cast<char*>(data) + imageOfBlock() * apart);
        else
            return data;
    }
    CUDATILED_DEVICE T* row(int y) const { return reinterpret_cast<T*>(reinterpret_cast<char*>(pixels()) + y * step); }
};

// The image that a filter reads: `rows` x `cols` pixels of `channels` scalars, of which the pixel at (x0, y0) lies
// under the first pixel of the target. Positions outside [0, rows) x [0, cols) are resolved by the border modes.
template <class T, bool OfBatch = false> struct SourceView
{
    const T* data;
    std::ptrdiff_t step;
    int rows, cols, channels;
    int x0, y0;
    Border rowBorder;     // beyond the left and right end of a row
    Border columnBorder;  // above the first and below the last row
    T outside[4];         // one scalar per channel, for Border::Constant
    std::ptrdiff_t apart; // bytes from one image of a batch to the next; 0 if there is one

    CUDATILED_DEVICE const T* pixels() const
    {
        if constexpr (OfBatch)
            return reinterpret_cast<const T*>(reinterpret_cast<const char*>(data) + imageOfBlock() * apart);
        else
            return data;
    }
    CUDATILED_DEVICE const T* row(int y) const
    {
        return reinterpret_cast<const T*>(reinterpret_cast<const char*>(pixels()) + y * step);
    }

    // Without an index that is known at run time only, for which a kernel would copy its arguments to local memory.
    CUDATILED_HOST_DEVICE T outsideOf(int channel) const
    {
        return channel == 0 ? outside[0] : channel == 1 ? outside[1] : channel == 2 ? outside[2] : outside[3];
    }

    // The scalar of channel `channel` at pixel (x, y), which may lie anywhere.
    CUDATILED_DEVICE T at(int x, int y, int channel) const
    {
        const int insideY = borderIndex(y, rows, columnBorder);
        const int insideX = borderIndex(x, cols, rowBorder);
        if (insideX < 0 || insideY < 0)
            return outsideOf(channel);
        return row(insideY)[static_cast<std::ptrdiff_t>(insideX) * channels + channel];
    }
};

template <class T> using BatchSource = SourceView<T, true>;
template <class T> using BatchTarget = TargetView<T, true>;

}} // namespace cv::cudatiled
