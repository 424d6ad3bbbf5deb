// SPDX-License-Identifier: Apache-2.0
// Medians of large squares of bytes, whatever the image; outside, it continues with its nearest pixel.
#pragma once

#include "../core/earlier_work.cuh"
#include "../core/image_view.hpp"
#include "median_values.cuh"

namespace cv { namespace cudatiled {

template <class T> struct MedianArguments
{
    SourceView<T> source;
    TargetView<T> target;
    int kernelSize; // odd
    int tilesX;     // blocks side by side
    int tileRows;   // rows of results of a block
};

// Walks along a row of a window, continued with the nearest pixel.
template <class T> struct WindowRows
{
    const SourceView<T>& source;
    int firstX, channel, size; // the window's left column

    template <class F> __device__ void forEach(int y, F&& f) const
    {
        const T* row = source.row(y < 0 ? 0 : y < source.rows ? y : source.rows - 1) + channel;
        for (int i = 0; i < size; ++i)
        {
            const int x = firstX + i < 0 ? 0 : firstX + i < source.cols ? firstX + i : source.cols - 1;
            f(row[static_cast<std::ptrdiff_t>(x) * source.channels]);
        }
    }
};

// Where a thread finds its window: blocks of Threads scalars in a row of blocks, `tileRows` high.
template <int Threads, class T> struct WindowPlace
{
    int x, channel, firstY;
    bool inside;

    __device__ explicit WindowPlace(const MedianArguments<T>& a)
    {
        const int tileY = blockIdx.x / a.tilesX, tileX = blockIdx.x - tileY * a.tilesX;
        const std::ptrdiff_t scalar = static_cast<std::ptrdiff_t>(tileX) * Threads + threadIdx.x;
        x = static_cast<int>(scalar / a.target.channels);
        channel = static_cast<int>(scalar - static_cast<std::ptrdiff_t>(x) * a.target.channels);
        firstY = tileY * a.tileRows;
        inside = x < a.target.cols;
    }
    __device__ WindowRows<T> rows(const MedianArguments<T>& a) const
    {
        return {a.source, a.source.x0 + x - a.kernelSize / 2, channel, a.kernelSize};
    }
};

// Shape of the work of one block: Threads scalars beside each other, with a histogram for each. A count may be as large as a window.
template <int Threads_, class Count_> struct HistogramStrip
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_;
    using Count = Count_;
};

// A histogram of the window, which moves with it, and the median with the number of pixels below it (Huang, Yang and Tang, A Fast
// Two-Dimensional Median Filtering Algorithm, IEEE ASSP 27, 1979): two rows of the window for each result, whatever its size.
template <class Count, int Stride> struct MovingMedian
{
    Count* counts; // of value i at i * Stride
    int median, below;

    __device__ void add(std::uint32_t value)
    {
        ++counts[value * Stride];
        below += static_cast<int>(value) < median;
    }
    __device__ void remove(std::uint32_t value)
    {
        --counts[value * Stride];
        below -= static_cast<int>(value) < median;
    }
    __device__ void settle(int half)
    {
        while (below > half)
            below -= static_cast<int>(counts[--median * Stride]);
        while (below + static_cast<int>(counts[median * Stride]) <= half)
            below += static_cast<int>(counts[median++ * Stride]);
    }
};

// One block writes the medians of Strip::Threads scalars of tileRows rows of an image of bytes. A thread goes down one column.
template <class Strip, class T>
__global__ void __launch_bounds__(Strip::Threads) medianHistogramKernel(const MedianArguments<T> a)
{
    awaitEarlierWork();
    static_assert(sizeof(T) == 1, "a histogram has 256 counts");
    using Count = typename Strip::Count;
    __shared__ Count counts[256 * Strip::Threads]; // those of a thread are Threads apart: no two threads share one

    const WindowPlace<Strip::Threads, T> place(a);
    if (!place.inside)
        return;
    const int radius = a.kernelSize / 2, half = a.kernelSize * a.kernelSize / 2;
    const WindowRows<T> window = place.rows(a);
    MovingMedian<Count, Strip::Threads> moving{counts + threadIdx.x, 0, 0};
    for (int i = 0; i < 256; ++i)
        moving.counts[i * Strip::Threads] = 0;

    const int end = a.target.rows - place.firstY < a.tileRows ? a.target.rows : place.firstY + a.tileRows;
    for (int y = place.firstY - radius; y < place.firstY + radius; ++y)
        window.forEach(a.source.y0 + y, [&](T value) { moving.add(OrderedKey<T>::of(value)); });
    for (int y = place.firstY; y < end; ++y)
    {
        window.forEach(a.source.y0 + y + radius, [&](T value) { moving.add(OrderedKey<T>::of(value)); });
        moving.settle(half);
        a.target.row(y)[static_cast<std::ptrdiff_t>(place.x) * a.target.channels + place.channel] =
            OrderedKey<T>::valueOf(static_cast<std::uint32_t>(moving.median));
        window.forEach(a.source.y0 + y - radius, [&](T value) { moving.remove(OrderedKey<T>::of(value)); });
    }
}

}} // namespace cv::cudatiled
