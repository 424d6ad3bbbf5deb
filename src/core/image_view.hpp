// SPDX-License-Identifier: Apache-2.0
// Images as kernels see them: pointers, steps and sizes. A kernel with views of batches may be launched for several
// images of one size; each block sees its own image.
#pragma once

#include <cstddef>

#include "border.hpp"
#include "siblings.hpp"

namespace cv { namespace cudatiled {

// Number of the image that a block works on: see kernels/load/block.cuh.
CUDATILED_DEVICE int imageOfBlock();

// Which images a view may stand for. Lists made single images slower with kernels for small windows, which have them in
// instances of their own, and with kernels that compute addresses in their loops: see Batches in perf/NOTES.md.
enum class Images
{
    One,
    InSteps, // or several, equally far apart
    Listed,  // or in a list of addresses
    AnySize, // or in a list of addresses and sizes
    OfBlock  // the one of these that a block works on
};

// First pixels of an image of a batch, in a list in device memory.
struct BatchPlace
{
    const void* source;
    void* target;
};

// An image of a batch, with all that views of it have, in a list in device memory.
struct BatchImage
{
    BatchPlace place;
    std::ptrdiff_t sourceStep, targetStep;
    int sourceRows, sourceCols, x0, y0;
    int targetRows, targetCols;
};

// Where the images of a view lie. Only views with lists have one: longer arguments make small images slower.
template <Images Held> struct ImagePlaces
{
    std::ptrdiff_t apart; // bytes from one image of a batch to the next; 0 if there is one
};
template <class Entry> struct ListPlaces
{
    std::ptrdiff_t apart; // 0 also if there is a list
    const Entry* list;    // or null
};
template <> struct ImagePlaces<Images::Listed> : ListPlaces<BatchPlace>
{};
template <> struct ImagePlaces<Images::AnySize> : ListPlaces<BatchImage>
{};
template <> struct ImagePlaces<Images::OfBlock>
{
    bool one; // the only one of its launch
};

// The image that a filter writes. Rows are `step` bytes apart; a row has `cols * channels` scalars of type T.
template <class T, Images Held = Images::One> struct TargetView
{
    static constexpr Images held = Held;
    T* data;
    std::ptrdiff_t step;
    int rows, cols, channels;
    Siblings siblings; // of the launch
    ImagePlaces<Held> places;

    CUDATILED_DEVICE T* pixels() const
    {
        static_assert(Held != Images::AnySize, "its size is another one: see ofBlock");
        if constexpr (Held == Images::Listed)
            if (places.list)
                return static_cast<T*>(places.list[imageOfBlock()].target);
        if constexpr (Held == Images::InSteps || Held == Images::Listed)
            return pixelsInSteps();
        else
            return data;
    }
    CUDATILED_DEVICE T* row(int y) const { return reinterpret_cast<T*>(reinterpret_cast<char*>(pixels()) + y * step); }
    CUDATILED_DEVICE bool isOne() const
    {
        if constexpr (Held == Images::OfBlock)
            return places.one;
        else
        {
            if constexpr (Held == Images::Listed || Held == Images::AnySize)
                if (places.list)
                    return false;
            return places.apart == 0;
        }
    }
    CUDATILED_DEVICE TargetView<T, Images::OfBlock> ofBlock() const
    {
        TargetView<T, Images::OfBlock> view{data, step, rows, cols, channels, siblings, {isOne()}};
        if (places.list)
        {
            const BatchImage& image = places.list[imageOfBlock()];
            view.data = static_cast<T*>(image.place.target);
            view.step = image.targetStep;
            view.rows = image.targetRows;
            view.cols = image.targetCols;
        }
        else
            view.data = pixelsInSteps();
        return view;
    }

private:
    CUDATILED_DEVICE T* pixelsInSteps() const
    {
        return reinterpret_cast<T*>(reinterpret_cast<char*>(data) + imageOfBlock() * places.apart);
    }
};

// The image that a filter reads: `rows` x `cols` pixels of `channels` scalars, of which the pixel at (x0, y0) lies
// under the first pixel of the target. Positions outside [0, rows) x [0, cols) are resolved by the border modes.
template <class T, Images Held = Images::One> struct SourceView
{
    const T* data;
    std::ptrdiff_t step;
    int rows, cols, channels;
    int x0, y0;
    Border rowBorder;    // beyond the left and right end of a row
    Border columnBorder; // above the first and below the last row
    T outside[4];        // one scalar per channel, for Border::Constant
    ImagePlaces<Held> places;

    CUDATILED_DEVICE const T* pixels() const
    {
        static_assert(Held != Images::AnySize, "its size is another one: see ofBlock");
        if constexpr (Held == Images::Listed)
            if (places.list)
                return static_cast<const T*>(places.list[imageOfBlock()].source);
        if constexpr (Held == Images::InSteps || Held == Images::Listed)
            return pixelsInSteps();
        else
            return data;
    }
    // The image that the block works on: itself, or what a list says.
    CUDATILED_DEVICE decltype(auto) ofBlock() const
    {
        if constexpr (Held == Images::Listed)
            return with<Images::One>(pixels(), {0});
        else if constexpr (Held == Images::AnySize)
            return ofAnySize();
        else
            return (*this);
    }
    // The same sizes and borders, with other pixels.
    template <Images Other>
    CUDATILED_HOST_DEVICE SourceView<T, Other> with(const T* pixels, const ImagePlaces<Other>& other) const
    {
        return {pixels, step, rows,      cols,         channels,
                x0,     y0,   rowBorder, columnBorder, {outside[0], outside[1], outside[2], outside[3]},
                other};
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

private:
    CUDATILED_DEVICE SourceView<T, Images::OfBlock> ofAnySize() const
    {
        SourceView<T, Images::OfBlock> view = with<Images::OfBlock>(data, {});
        if (places.list)
        {
            const BatchImage& image = places.list[imageOfBlock()];
            view.data = static_cast<const T*>(image.place.source);
            view.step = image.sourceStep;
            view.rows = image.sourceRows;
            view.cols = image.sourceCols;
            view.x0 = image.x0;
            view.y0 = image.y0;
        }
        else
            view.data = pixelsInSteps();
        return view;
    }
    CUDATILED_DEVICE const T* pixelsInSteps() const
    {
        return reinterpret_cast<const T*>(reinterpret_cast<const char*>(data) + imageOfBlock() * places.apart);
    }
};

template <class T> using BatchSource = SourceView<T, Images::InSteps>;
template <class T> using BatchTarget = TargetView<T, Images::InSteps>;
template <class T> using ListSource = SourceView<T, Images::Listed>;
template <class T> using ListTarget = TargetView<T, Images::Listed>;

}} // namespace cv::cudatiled
