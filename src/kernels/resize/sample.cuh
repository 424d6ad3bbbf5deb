// SPDX-License-Identifier: Apache-2.0
// Images of any size: the nearest pixel of the source, or linear interpolation between four.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/resize.hpp"
#include "../../core/rounding.hpp"
#include "../strip/strip.cuh"

namespace cv { namespace cudatiled {

// A thread has so many neighbouring pixels of some rows of the target that they make whole words.
template <class T_, int Channels_> struct ResizeTile
{
    using T = T_;
    static constexpr int Channels = Channels_, ThreadsX = 32, ThreadsY = 4, Threads = ThreadsX * ThreadsY;
    static constexpr int PixelBytes = Channels * static_cast<int>(sizeof(T)), StripBytes = sizeof(T) == 1 ? 8 : 16;
    static constexpr int Pixels = Channels == 3 ? 4 : StripBytes / PixelBytes;
    static constexpr int Scalars = Pixels * Channels, Words = Pixels * PixelBytes / 4;
    // More would lie far apart in the image, see kStripRows; places of columns are found once for all rows.
    static constexpr int MostRows = Channels == 1 && sizeof(T) < 4 ? 8 : 3;
};

template <class T> struct ResizeArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    ResizeAxis x, y;
    int rowsOfThread;
    bool wholeTarget; // wide stores begin at multiples of their size
};

// Where a thread is: rows from y on, of which `rows` are there, maybe none or less, and its first pixel.
template <class Tile> struct ResizeThread
{
    int y, rows;
    std::ptrdiff_t pixel, scalars; // from the pixel to the end of a row; 0 or less if the thread has none

    __device__ explicit ResizeThread(const ResizeArguments<typename Tile::T>& a)
    {
        y = (rowOfBlock(a.target) * Tile::ThreadsY + static_cast<int>(threadIdx.y)) * a.rowsOfThread;
        const int left = a.target.rows - y;
        rows = left < a.rowsOfThread ? left : a.rowsOfThread;
        pixel = (static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x) * Tile::Pixels;
        scalars = (a.target.cols - pixel) * Tile::Channels;
    }

    // Of the thread's pixel; one behind the row stands for the last.
    __device__ int column(const ResizeArguments<typename Tile::T>& a, int number) const
    {
        const std::ptrdiff_t x = pixel + number;
        return static_cast<int>(x < a.target.cols ? x : a.target.cols - 1);
    }

    __device__ void store(const ResizeArguments<typename Tile::T>& a, int row,
                          const typename Tile::T (&results)[Tile::Scalars]) const
    {
        using T = typename Tile::T;
        constexpr int perWord = 4 / static_cast<int>(sizeof(T));
        std::uint32_t word[Tile::Words] = {};
#pragma unroll
        for (int i = 0; i < Tile::Scalars; ++i)
            word[i / perWord] |= scalarBits(results[i]) << (8 * sizeof(T) * (i % perWord));
        storeStrip<T>(a.target.row(row) + pixel * Tile::Channels, word, scalars, a.wholeTarget);
    }
};

template <class Tile>
__global__ void __launch_bounds__(Tile::Threads) resizeNearestKernel(const ResizeArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    constexpr int C = Tile::Channels;
    const ResizeThread<Tile> thread(a);
    if (thread.scalars <= 0)
        return;
    int column[Tile::Pixels];
#pragma unroll
    for (int i = 0; i < Tile::Pixels; ++i)
        column[i] = nearestPlace(a.x, thread.column(a, i));
#pragma unroll 1
    for (int y = thread.y; y < thread.y + thread.rows; ++y)
    {
        const T* const row = a.source.row(nearestPlace(a.y, y));
        T results[Tile::Scalars];
#pragma unroll
        for (int i = 0; i < Tile::Scalars; ++i)
            results[i] = row[static_cast<std::ptrdiff_t>(column[i / C]) * C + i % C];
        thread.store(a, y, results);
    }
}

// Interpolation of bytes as cv::resize does it: sums of a row keep seven bits of fraction, and what the weights of rows
// make of them two.
struct FixedInterpolation
{
    using Number = int;
    struct Weights
    {
        int first, second;
    };
    __device__ static Weights weights(float weight) { return {fixedWeight(1.f - weight), fixedWeight(weight)}; }
    __device__ static int inRow(int first, int second, Weights w) { return (first * w.first + second * w.second) >> 4; }
    template <class T> __device__ static T result(int upper, int lower, Weights w)
    {
        return static_cast<T>(((upper * w.first >> 16) + (lower * w.second >> 16) + 2) >> 2);
    }
};

struct FloatInterpolation
{
    using Number = float;
    struct Weights
    {
        float first, second;
    };
    __device__ static Weights weights(float weight) { return {1.f - weight, weight}; }
    __device__ static float inRow(float first, float second, Weights w)
    {
        return fmaf(second, w.second, first * w.first);
    }
    template <class T> __device__ static T result(float upper, float lower, Weights w)
    {
        return saturateRound<T>(inRow(upper, lower, w));
    }
};

// The columns of a thread, and what becomes of a row of the source in them.
template <class Tile, class Interpolation> struct ResizeColumns
{
    using T = typename Tile::T;
    using Number = typename Interpolation::Number;
    static constexpr int C = Tile::Channels;
    int first[Tile::Pixels], last; // columns of the source
    typename Interpolation::Weights weights[Tile::Pixels];

    __device__ ResizeColumns(const ResizeArguments<T>& a, const ResizeThread<Tile>& thread) : last(a.x.source - 1)
    {
#pragma unroll
        for (int i = 0; i < Tile::Pixels; ++i)
        {
            const ResizePlace place = linearColumn(a.x, thread.column(a, i));
            first[i] = place.first;
            weights[i] = Interpolation::weights(place.weight);
        }
    }

    __device__ void interpolate(Number (&numbers)[Tile::Scalars], const T* row) const
    {
#pragma unroll
        for (int i = 0; i < Tile::Pixels; ++i)
        {
            const T* const left = row + static_cast<std::ptrdiff_t>(first[i]) * C;
            const T* const right = left + (first[i] < last ? C : 0);
#pragma unroll
            for (int c = 0; c < C; ++c)
                numbers[i * C + c] =
                    Interpolation::inRow(static_cast<Number>(left[c]), static_cast<Number>(right[c]), weights[i]);
        }
    }
};

// A row of the source that several rows of results need is interpolated once.
template <class Tile, class Interpolation>
__global__ void __launch_bounds__(Tile::Threads) resizeLinearKernel(const ResizeArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    const ResizeThread<Tile> thread(a);
    if (thread.scalars <= 0)
        return;
    const ResizeColumns<Tile, Interpolation> columns(a, thread);
    typename Interpolation::Number upper[Tile::Scalars] = {}, lower[Tile::Scalars] = {};
    int upperRow = -1, lowerRow = -1;
#pragma unroll 1
    for (int y = thread.y; y < thread.y + thread.rows; ++y)
    {
        const ResizePlace place = linearPlace(a.y, y);
        if (place.first != upperRow)
        {
            if (place.first == lowerRow)
#pragma unroll
                for (int i = 0; i < Tile::Scalars; ++i)
                    upper[i] = lower[i];
            else
                columns.interpolate(upper, a.source.row(place.first));
        }
        if (place.second != lowerRow)
            columns.interpolate(lower, a.source.row(place.second));
        upperRow = place.first;
        lowerRow = place.second;
        const auto weights = Interpolation::weights(place.weight);
        T results[Tile::Scalars];
#pragma unroll
        for (int i = 0; i < Tile::Scalars; ++i)
            results[i] = Interpolation::template result<T>(upper[i], lower[i], weights);
        thread.store(a, y, results);
    }
}

}} // namespace cv::cudatiled
