// SPDX-License-Identifier: Apache-2.0
// Medians of squares of pixels; outside, an image continues with its nearest pixel.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../core/intrinsics.cuh"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

template <class T> struct MedianArguments
{
    SourceView<T> source;
    TargetView<T> target;
    int kernelSize; // odd
    int tilesX;     // tiles in a row of tiles
    int tileRows;   // height of a tile of medianHistogramKernel
};

// Inlined throughout, so that all values stay in registers.
template <class T> __device__ __forceinline__ void exchange(T& low, T& high)
{
    const T a = low, b = high;
    low = b < a ? b : a;
    high = b < a ? a : b;
}

// Brings the lowest of Size values to the front and the highest to the end.
template <int Size, class T> __device__ __forceinline__ void separateExtremes(T* values)
{
    constexpr int kHalf = Size / 2;
#pragma unroll
    for (int i = 0; i < kHalf; ++i)
        exchange(values[i], values[Size - 1 - i]);
#pragma unroll
    for (int i = 1; i < Size - kHalf; ++i) // the middle of an odd number may be either
        exchange(values[0], values[i]);
#pragma unroll
    for (int i = kHalf; i < Size - 1; ++i)
        exchange(values[i], values[Size - 1]);
}

// Drops the lowest and the highest of Size values and takes one more in, until three are left: the median comes to the middle of those.
template <int Size, int Count, class T, class Next> __device__ __forceinline__ void forget(T* values, const Next& next)
{
    separateExtremes<Size>(values);
    if constexpr (Size > 3)
    {
        values[0] = next(Count - (Size - 3)); // in the place of the lowest; that of the highest is not looked at again
        forget<Size - 1, Count>(values, next);
    }
}

// The median of the Count values next(0), next(1), … Of any Count / 2 + 2 of them, neither the lowest nor the highest is the median
// (forgetful selection).
template <int Count, class T, class Next> __device__ __forceinline__ T medianOf(const Next& next)
{
    constexpr int kKept = Count / 2 + 2;
    T values[kKept];
#pragma unroll
    for (int i = 0; i < kKept; ++i)
        values[i] = next(i);
    forget<kKept, Count>(values, next);
    return values[1];
}

// Shape of the work of one block; widths count scalars.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int Size_> struct MedianTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_, Size = Size_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int SharedWidth = Width + (Size_ - 1) * 4, SharedHeight = Height + Size_ - 1;
};

// One block writes a Width x Height tile of the medians of Size x Size pixels, from registers. A thread owns the scalars of one column
// that are ThreadsY rows apart.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::Threads) medianNetworkKernel(const MedianArguments<T> a)
{
    using Value = std::conditional_t<std::is_same_v<T, float>, float, int>; // there are no registers of bytes
    __shared__ T tile[Tile::SharedHeight * Tile::SharedWidth];

    const int channels = a.source.channels;
    const TilePlace place = placeTile<Tile>(a.tilesX, channels);
    loadTile<Tile::ThreadsX, Tile::ThreadsY>(
        tile, Tile::SharedWidth, a.source, a.source.x0 + place.firstX - Tile::Size / 2,
        a.source.y0 + place.firstY - Tile::Size / 2, place.pixels + Tile::Size - 1, Tile::SharedHeight);
    __syncthreads();

    const int scalar = threadIdx.x, x = place.firstX + scalar / channels;
    if (scalar >= place.pixels * channels || x >= a.target.cols)
        return;
#pragma unroll 1
    for (int r = 0; r < Tile::RowsPerThread; ++r)
    {
        const int row = r * Tile::ThreadsY + static_cast<int>(threadIdx.y), y = place.firstY + row;
        if (y >= a.target.rows)
            return;
        const T* first = tile + row * Tile::SharedWidth + scalar;
        const Value median = medianOf<Tile::Size * Tile::Size, Value>([&](int i) {
            return static_cast<Value>(first[i / Tile::Size * Tile::SharedWidth + i % Tile::Size * channels]);
        });
        a.target.row(y)[static_cast<std::ptrdiff_t>(place.firstX) * channels + scalar] = static_cast<T>(median);
    }
}

// An unsigned number for each pixel value, in the same order; and back.
template <class T> struct OrderedKey
{
    using Bits = std::make_unsigned_t<T>;
    static constexpr int kBits = 8 * sizeof(T);
    static constexpr std::uint32_t kSign = std::is_signed_v<T> ? 1u << (kBits - 1) : 0u;
    __device__ static std::uint32_t of(T value) { return static_cast<Bits>(value) ^ kSign; }
    __device__ static T valueOf(std::uint32_t key) { return static_cast<T>(static_cast<Bits>(key ^ kSign)); }
};

template <> struct OrderedKey<float>
{
    static constexpr int kBits = 32;
    static constexpr std::uint32_t kSign = 0x80000000u;
    __device__ static std::uint32_t of(float value)
    {
        const std::uint32_t bits = asBits(value);
        return bits & kSign ? ~bits : bits | kSign; // of negative numbers, the larger bits are the lower value
    }
    __device__ static float valueOf(std::uint32_t key) { return asFloat(key & kSign ? key ^ kSign : ~key); }
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

// Shape of the work of one block of the two kernels below: Threads scalars beside each other.
template <int Threads_> struct MedianStrip
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_, Width = Threads_;
};

// A histogram of the window, which moves with it, and the median with the number of pixels below it (Huang, Yang and Tang, A Fast
// Two-Dimensional Median Filtering Algorithm, IEEE ASSP 27, 1979): two rows of the window for each result, whatever its size.
template <int Stride> struct MovingMedian
{
    std::uint16_t* counts; // of value i at i * Stride; 255 x 255 pixels at most
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
            below -= counts[--median * Stride];
        while (below + counts[median * Stride] <= half)
            below += counts[median++ * Stride];
    }
};

// One block writes the medians of Strip::Threads scalars of tileRows rows of an image of bytes. A thread goes down one column.
template <class Strip, class T>
__global__ void __launch_bounds__(Strip::Threads) medianHistogramKernel(const MedianArguments<T> a)
{
    static_assert(sizeof(T) == 1, "a histogram has 256 counts");
    __shared__ std::uint16_t
        counts[256 * Strip::Threads]; // those of a thread are Threads apart: no two threads share one

    const WindowPlace<Strip::Threads, T> place(a);
    if (!place.inside)
        return;
    const int radius = a.kernelSize / 2, half = a.kernelSize * a.kernelSize / 2;
    const WindowRows<T> window = place.rows(a);
    MovingMedian<Strip::Threads> moving{counts + threadIdx.x, 0, 0};
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

// The median of the values that forEach(f) calls f with, bit by bit from the highest one in which they differ: it is the largest key
// that no more than `half` of them lie below.
template <class T, class ForEach> __device__ T selectMedian(int half, T any, const ForEach& forEach)
{
    T lowest = any, highest = any;
    forEach([&](T value) {
        lowest = value < lowest ? value : lowest;
        highest = highest < value ? value : highest;
    });
    const std::uint32_t low = OrderedKey<T>::of(lowest), high = OrderedKey<T>::of(highest);
    if (low == high)
        return any;
    int bit = OrderedKey<T>::kBits - 1;
    while ((low ^ high) >> bit == 0)
        --bit;
    std::uint32_t median = high >> bit >> 1 << bit << 1; // what all have in common
    for (; bit >= 0; --bit)
    {
        const std::uint32_t candidate = median | 1u << bit;
        if (candidate > high) // it may be no number
            continue;
        const T value = OrderedKey<T>::valueOf(candidate);
        int below = 0;
        forEach([&](T other) { below += other < value; });
        if (below <= half)
            median = candidate;
    }
    return OrderedKey<T>::valueOf(median);
}

// The same as medianNetworkKernel for any odd size up to Tile::Size and any depth.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::Threads) medianTileKernel(const MedianArguments<T> a)
{
    __shared__ T tile[Tile::SharedHeight * Tile::SharedWidth];

    const int channels = a.source.channels, size = a.kernelSize;
    const TilePlace place = placeTile<Tile>(a.tilesX, channels);
    loadTile<Tile::ThreadsX, Tile::ThreadsY>(tile, Tile::SharedWidth, a.source, a.source.x0 + place.firstX - size / 2,
                                             a.source.y0 + place.firstY - size / 2, place.pixels + size - 1,
                                             Tile::Height + size - 1);
    __syncthreads();

    const int scalar = threadIdx.x, x = place.firstX + scalar / channels;
    if (scalar >= place.pixels * channels || x >= a.target.cols)
        return;
    for (int r = 0; r < Tile::RowsPerThread; ++r)
    {
        const int row = r * Tile::ThreadsY + static_cast<int>(threadIdx.y), y = place.firstY + row;
        if (y >= a.target.rows)
            return;
        const T* first = tile + row * Tile::SharedWidth + scalar;
        const auto forEach = [&](auto&& f) {
            for (int j = 0; j < size; ++j)
                for (int i = 0; i < size; ++i)
                    f(first[j * Tile::SharedWidth + i * channels]);
        };
        a.target.row(y)[static_cast<std::ptrdiff_t>(place.firstX) * channels + scalar] =
            selectMedian(size * size / 2, *first, forEach);
    }
}

// The same for sizes whose tiles do not fit into shared memory: from the image itself. A thread goes down one column.
template <class Strip, class T>
__global__ void __launch_bounds__(Strip::Threads) medianWindowKernel(const MedianArguments<T> a)
{
    const WindowPlace<Strip::Threads, T> place(a);
    if (!place.inside)
        return;
    const int radius = a.kernelSize / 2;
    const WindowRows<T> window = place.rows(a);
    const int end = a.target.rows - place.firstY < a.tileRows ? a.target.rows : place.firstY + a.tileRows;
    for (int y = place.firstY; y < end; ++y)
    {
        const auto forEach = [&](auto&& f) {
            for (int j = -radius; j <= radius; ++j)
                window.forEach(a.source.y0 + y + j, f);
        };
        const T centre = a.source.row(
            a.source.y0 + y)[static_cast<std::ptrdiff_t>(a.source.x0 + place.x) * a.source.channels + place.channel];
        a.target.row(y)[static_cast<std::ptrdiff_t>(place.x) * a.target.channels + place.channel] =
            selectMedian(a.kernelSize * a.kernelSize / 2, centre, forEach);
    }
}

}} // namespace cv::cudatiled
