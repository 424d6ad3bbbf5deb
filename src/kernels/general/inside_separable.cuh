// SPDX-License-Identifier: Apache-2.0
// Weighted means of the pixels inside the image by a row and a column of taps, for results whose windows stick out of
// it.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../../core/intrinsics.cuh"
#include "../../core/rounding.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// A line is a row or a column of one channel of the source, across the edge of the image:
//
//     above, below: x and the channel number the lines, y is their depth      left, right: y and the channel; x
//
// Each thread sums up a line for Results results, one deeper than the other; then it makes the results that lie on a
// line from the sums of the lines under their windows.
struct InsideLines
{
    static constexpr int Threads = 128, ThreadsX = Threads, ThreadsY = 1;
    static constexpr int Results = 8;
    static constexpr int Zeros = 2 * Results; // taps of 0 before the first and behind the last one
    static constexpr int LineBytes = 128;     // of a cache

    // Lines of results of a block; windows along the edge reach `halo` lines further.
    CUDATILED_HOST_DEVICE static constexpr int resultLines(int halo)
    {
        return halo < Threads / 2 ? Threads - halo : Threads / 2;
    }
};

// A part of the results.
struct InsideRectangle
{
    int x, y, width, height;
};

// One direction of a part.
struct InsideAxis
{
    const double* taps;                    // between Zeros
    const double *upTo, *from;             // sums of taps: of the first i, and of those from i on
    int size;                              // taps
    int begin;                             // position in the image of the first tap of the first result
    int image;                             // pixels of the image
    int results;                           // of the part
    std::ptrdiff_t sourceStep, targetStep; // bytes from one pixel to the next
};

// A table of doubles: taps between Zeros, and their sums, up to each and from each on.
struct InsideTaps
{
    CUDATILED_HOST_DEVICE static constexpr int upTo(int size) { return size + 2 * InsideLines::Zeros; }
    CUDATILED_HOST_DEVICE static constexpr int from(int size) { return upTo(size) + size + 1; }
    CUDATILED_HOST_DEVICE static constexpr int doubles(int size) { return from(size) + size + 1; }
};

template <class S, class D> struct InsideSeparableArguments
{
    ListSource<S> source;
    ListTarget<D> target;
    const double* taps;                  // of the row, then of the column: see InsideTaps
    int width, height, anchorX, anchorY; // of the window
    double delta;
    InsideRectangle above, below, left, right; // of the results whose windows lie inside
};

// A part, across the edge and along it.
struct InsideSeparablePlace
{
    InsideAxis depth, length;
    InsideRectangle part;
};

template <class Arguments> __device__ InsideSeparablePlace placeInsideSeparable(const Arguments& a)
{
    const int number = static_cast<int>(blockIdx.y);
    const InsideRectangle part = number == 0 ? a.above : number == 1 ? a.below : number == 2 ? a.left : a.right;
    const double* const column = a.taps + InsideTaps::doubles(a.width);
    const InsideAxis x{a.taps + InsideLines::Zeros,
                       a.taps + InsideTaps::upTo(a.width),
                       a.taps + InsideTaps::from(a.width),
                       a.width,
                       a.source.x0 - a.anchorX + part.x,
                       a.source.cols,
                       part.width,
                       static_cast<std::ptrdiff_t>(a.source.channels * sizeof(*a.source.data)),
                       static_cast<std::ptrdiff_t>(a.target.channels * sizeof(*a.target.data))};
    const InsideAxis y{column + InsideLines::Zeros,
                       column + InsideTaps::upTo(a.height),
                       column + InsideTaps::from(a.height),
                       a.height,
                       a.source.y0 - a.anchorY + part.y,
                       a.source.rows,
                       part.height,
                       a.source.step,
                       a.target.step};
    return number < 2 ? InsideSeparablePlace{y, x, part} : InsideSeparablePlace{x, y, part};
}

// A line, or the results of one: a position along the edge and a channel.
struct InsideLine
{
    int position, channel;

    // The line `number` lines behind the first one of `position`.
    __device__ InsideLine(int position_, int number, int channels)
        : position(position_ + number / channels), channel(number % channels)
    {}
};

// The sums of a line: of the window of each result, whose first one begins at `begin`.
template <class S>
__device__ void sumLine(const InsideAxis& depth, int begin, const char* line, double (&sum)[InsideLines::Results])
{
    constexpr int R = InsideLines::Results;
    const int first = begin > 0 ? begin : 0, end = begin + depth.size + R - 1,
              last = end < depth.image ? end : depth.image;
    // A tap is used for R pixels: taps[m % R] lies on pixel m of the window of result 0, and on m + n of that of result
    // n.
    const double* tap = depth.taps + (first - begin);
    double taps[R];
#pragma unroll
    for (int n = 1; n < R; ++n)
        taps[R - n] = tap[-n];
#pragma unroll 2
    for (int i = first; i < last; i += R, tap += R)
    {
        S pixel[R];
#pragma unroll
        for (int u = 0; u < R; ++u)
            pixel[u] = i + u < last ? *reinterpret_cast<const S*>(line + (i + u) * depth.sourceStep) : S();
#pragma unroll
        for (int u = 0; u < R; ++u)
        {
            taps[u] = tap[u];
#pragma unroll
            for (int n = 0; n < R; ++n)
                sum[n] = fma(taps[(u - n + R) % R], static_cast<double>(pixel[u]), sum[n]);
        }
    }
}

// The taps of an axis that lie in the image, in the window that begins at `begin`.
__device__ inline double weightOf(const InsideAxis& axis, int begin)
{
    const int first = begin < 0 ? -begin : 0, left = axis.image - begin, last = left < axis.size ? left : axis.size;
    if (first == 0)
        return axis.upTo[last];
    if (last == axis.size)
        return axis.from[first];
    double weight = 0;
    for (int i = first; i < last; ++i)
        weight += axis.taps[i];
    return weight;
}

// Sums of the products of a block's lines. Those of neighbouring lines lie side by side, in different banks.
struct InsideLineSums
{
    double ofResult[InsideLines::Results][InsideLines::Threads];
};

// Adds the lines from number `chunk` of the block on, times their taps. The window of the result begins at `begin`.
__device__ inline void addLines(const InsideAxis& length, const InsideLineSums& sums, int begin, int chunk,
                                int channels, double (&sum)[InsideLines::Results])
{
    const int line = static_cast<int>(threadIdx.x) - chunk; // of the first tap, in this chunk
    const int beforeChunk = line < 0 ? (-line + channels - 1) / channels : 0,
              toEnd = (InsideLines::Threads - line + channels - 1) / channels;
    int first = begin < 0 ? -begin : 0, last = length.image - begin;
    first = first < beforeChunk ? beforeChunk : first;
    last = last < length.size ? last : length.size;
    last = last < toEnd ? last : toEnd;
#pragma unroll 4
    for (int j = first; j < last; ++j)
    {
        const double tap = length.taps[j];
#pragma unroll
        for (int n = 0; n < InsideLines::Results; ++n)
            sum[n] = fma(tap, sums.ofResult[n][line + j * channels], sum[n]);
    }
}

template <class S, class D>
__global__ void __launch_bounds__(InsideLines::Threads, 4) insideSeparableKernel(const InsideSeparableArguments<S, D> a)
{
    constexpr int R = InsideLines::Results;
    __shared__ InsideLineSums sums;
    const int tableLines =
        static_cast<int>((InsideTaps::doubles(a.width) + InsideTaps::doubles(a.height)) * sizeof(double)) /
            InsideLines::LineBytes +
        1;
    if (static_cast<int>(threadIdx.x) < tableLines) // first needed one after the other
        prefetchToL2(reinterpret_cast<const char*>(a.taps) + threadIdx.x * InsideLines::LineBytes);
    const bool isBehindFilter = a.target.siblings.before(); // that has written the results of windows with a border
    if (!isBehindFilter)
        awaitEarlierWork();
    const InsideSeparablePlace place = placeInsideSeparable(a);
    const InsideAxis &depth = place.depth, &length = place.length;
    const int channels = a.source.channels, thread = static_cast<int>(threadIdx.x);
    const int groups = (depth.results + R - 1) / R, tile = groups > 0 ? static_cast<int>(blockIdx.x) / groups : 0;
    const int firstResult = (static_cast<int>(blockIdx.x) - tile * groups) * R, begin = depth.begin + firstResult;
    const int halo = (length.size - 1) * channels, resultLines = InsideLines::resultLines(halo);
    const std::int64_t firstLine = static_cast<std::int64_t>(tile) * resultLines,
                       linesLeft = static_cast<std::int64_t>(length.results) * channels - firstLine;
    if (groups == 0 || linesLeft <= 0)
    {
        if (isBehindFilter)
            awaitEarlierWork();
        return;
    }
    const int firstPosition = static_cast<int>(firstLine / channels),
              firstChannel = static_cast<int>(firstLine % channels);
    const bool hasResults = thread < resultLines && thread < linesLeft;
    const InsideLine own(firstPosition, firstChannel + thread, channels);

    double sum[R] = {};
#pragma unroll 1
    for (int chunk = 0; chunk < resultLines + halo; chunk += InsideLines::Threads)
    {
        const InsideLine line(length.begin + firstPosition, firstChannel + chunk + thread, channels);
        double ofLine[R] = {};
        if (line.position >= 0 && line.position < length.image)
            sumLine<S>(depth, begin,
                       reinterpret_cast<const char*>(a.source.pixels() + line.channel) +
                           line.position * length.sourceStep,
                       ofLine);
        __syncthreads();
#pragma unroll
        for (int n = 0; n < R; ++n)
            sums.ofResult[n][thread] = ofLine[n];
        __syncthreads();
        if (hasResults)
            addLines(length, sums, length.begin + own.position, chunk, channels, sum);
    }
    const int results = hasResults ? depth.results - firstResult : 0;
    const double weight = results > 0 ? weightOf(length, length.begin + own.position) : 1;
    D mean[R];
#pragma unroll
    for (int n = 0; n < R; ++n)
        if (n < results)
            mean[n] = saturateRound<D>(sum[n] / (weight * weightOf(depth, begin + n)) + a.delta);
    if (isBehindFilter)
        awaitEarlierWork();
    D* const first = a.target.row(place.part.y) + static_cast<std::ptrdiff_t>(place.part.x) * channels + own.channel;
    char* to = reinterpret_cast<char*>(first) + own.position * length.targetStep + firstResult * depth.targetStep;
#pragma unroll
    for (int n = 0; n < R; ++n, to += depth.targetStep)
        if (n < results)
            *reinterpret_cast<D*>(to) = mean[n];
}

}} // namespace cv::cudatiled
