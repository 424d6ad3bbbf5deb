// SPDX-License-Identifier: Apache-2.0
// Correlation with small kernels, in registers: every source row is loaded and unpacked once for all results that it is part of.
#pragma once

#include "strip.cuh"

namespace cv { namespace cudatiled {

// All taps of a Size x Size kernel, row-major.
template <int Size_> struct DenseTaps
{
    static constexpr int Size = Size_;
    float tap[Size_ * Size_];

    template <class S, int Channels, int Scalars, int First>
    __device__ void filterRow(float (&)[Scalars], const std::uint32_t*) const
    {}

    // Adds row `j` of the kernel over a source row to the sums of one result row, which begin with `start`.
    template <class S, int Channels, int Scalars, int First>
    __device__ void addRow(float (&sum)[Scalars], const std::uint32_t* strip, const float (&)[Scalars], int j,
                           float start) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Scalars; ++v)
                sum[v] = fmaf(tap[j * Size_ + i], stripScalar<S>(strip, First + v + (i - Size_ / 2) * Channels),
                              i == 0 && j == 0 ? start : sum[v]);
    }

    // The sum for one result, whose pixels are pixel(i, j). Rolled up, for it is code for edges.
    template <class F> __device__ float sumOf(F&& pixel, float start) const
    {
        float sum = start;
#pragma unroll 1
        for (int j = 0; j < Size_; ++j)
#pragma unroll 1
            for (int i = 0; i < Size_; ++i)
                sum = fmaf(tap[j * Size_ + i], pixel(i, j), sum);
        return sum;
    }
};

// The taps of a row and of a column, Size of each.
template <int Size_> struct SeparableTaps
{
    static constexpr int Size = Size_;
    float row[Size_], column[Size_];

    template <class S, int Channels, int Scalars, int First>
    __device__ void filterRow(float (&filtered)[Scalars], const std::uint32_t* strip) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Scalars; ++v)
                filtered[v] = fmaf(row[i], stripScalar<S>(strip, First + v + (i - Size_ / 2) * Channels),
                                   i == 0 ? 0.f : filtered[v]);
    }

    template <class S, int Channels, int Scalars, int First>
    __device__ void addRow(float (&sum)[Scalars], const std::uint32_t*, const float (&filtered)[Scalars], int j,
                           float start) const
    {
#pragma unroll
        for (int v = 0; v < Scalars; ++v)
            sum[v] = fmaf(column[j], filtered[v], j == 0 ? start : sum[v]);
    }

    template <class F> __device__ float sumOf(F&& pixel, float start) const
    {
        float sum = start;
#pragma unroll 1
        for (int j = 0; j < Size_; ++j)
        {
            float filtered = 0.f;
#pragma unroll 1
            for (int i = 0; i < Size_; ++i)
                filtered = fmaf(row[i], pixel(i, j), filtered);
            sum = fmaf(column[j], filtered, sum);
        }
        return sum;
    }
};

// The results whose pixels all lie in the image: `strips` strips from strip `firstStrip` on, `rows` rows from `firstRow` on.
struct StripInterior
{
    int firstStrip, strips, firstRow, rows;
};

template <class S, class D, class Taps, class Finish> struct StripArguments
{
    SourceView<S> source;
    TargetView<D> target;
    StripInterior interior;
    int rowsPerThread;
    int edgeBlocks; // the first blocks, which compute the other results
    Finish finish;
    Taps taps;
};

// Computes `Scalars` neighbouring scalars of rowsPerThread rows, from the top down.
template <int Channels, int Scalars, class S, class D, class Taps, class Finish>
__device__ void filterStrip(const StripArguments<S, D, Taps, Finish>& a, std::int64_t thread)
{
    constexpr int Size = Taps::Size;
    using Shape = StripShape<S, Scalars, Size / 2 * Channels>;

    const int group = static_cast<int>(thread / a.interior.strips);
    const int firstRow = group * a.rowsPerThread;
    if (firstRow >= a.interior.rows)
        return;
    const int rowsLeft = a.interior.rows - firstRow, rows = rowsLeft < a.rowsPerThread ? rowsLeft : a.rowsPerThread;
    const int strip =
        a.interior.firstStrip + static_cast<int>(thread - static_cast<std::int64_t>(group) * a.interior.strips);
    const int targetY = a.interior.firstRow + firstRow;
    const std::ptrdiff_t x = static_cast<std::ptrdiff_t>(strip) * Scalars;
    const S* from =
        a.source.row(a.source.y0 + targetY - Size / 2) + x + static_cast<std::ptrdiff_t>(a.source.x0) * Channels;
    D* to = a.target.row(targetY) + x;

    float sums[Size][Scalars] = {};
    for (int step = 0; step < rows + Size - 1; step += Size)
    {
        // Unrolled, so that the sums of a result stay in the same registers: those of slot (row mod Size).
#pragma unroll
        for (int slot = 0; slot < Size; ++slot)
        {
            if (step + slot >= rows + Size - 1)
                break;
            std::uint32_t words[Shape::words];
            float filtered[Scalars];
            loadStrip<Shape>(words, from);
            from = reinterpret_cast<const S*>(reinterpret_cast<const char*>(from) + a.source.step);
            a.taps.template filterRow<S, Channels, Scalars, Shape::first>(filtered, words);
#pragma unroll
            for (int j = 0; j < Size; ++j)
                a.taps.template addRow<S, Channels, Scalars, Shape::first>(sums[(slot + Size - j) % Size], words,
                                                                           filtered, j, a.finish.delta);
            if (step + slot >= Size - 1) // this row completes a result
            {
                Words<Scalars* static_cast<int>(sizeof(D)) / 4> packed;
                a.finish.template pack<D, Scalars>(packed.word, sums[(slot + 1) % Size]);
                *reinterpret_cast<decltype(packed)*>(to) = packed;
                to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
            }
        }
    }
}

// Computes one scalar outside the interior: number `index` of those above, then below, then left and right of it.
template <int Channels, int Scalars, class S, class D, class Taps, class Finish>
__device__ void filterEdgeScalar(const StripArguments<S, D, Taps, Finish>& a, std::int64_t index)
{
    const StripInterior& in = a.interior;
    const std::int64_t cols = static_cast<std::int64_t>(a.target.cols) * Channels;
    const std::int64_t inBegin = static_cast<std::int64_t>(in.firstStrip) * Scalars;
    const std::int64_t inCols = static_cast<std::int64_t>(in.strips) * Scalars;
    const std::int64_t horizontal = (a.target.rows - in.rows) * cols;
    if (index >= horizontal + in.rows * (cols - inCols))
        return;
    std::int64_t y, x;
    if (index < horizontal)
    {
        y = index / cols;
        x = index - y * cols;
        if (y >= in.firstRow)
            y += in.rows;
    }
    else
    {
        const std::int64_t beside = cols - inCols;
        y = (index - horizontal) / beside;
        x = index - horizontal - y * beside;
        if (x >= inBegin)
            x += inCols;
        y += in.firstRow;
    }
    const int pixelX = static_cast<int>(x / Channels),
              channel = static_cast<int>(x - static_cast<std::int64_t>(pixelX) * Channels);
    const int sourceX = a.source.x0 + pixelX - Taps::Size / 2,
              sourceY = a.source.y0 + static_cast<int>(y) - Taps::Size / 2;
    const float sum =
        a.taps.sumOf([&](int i, int j) { return static_cast<float>(a.source.at(sourceX + i, sourceY + j, channel)); },
                     a.finish.delta);
    a.target.row(static_cast<int>(y))[x] = a.finish.template finish<D>(sum);
}

// The first blocks compute the results at the edges, a scalar a thread; the others compute the interior, a strip of rowsPerThread rows
// a thread, without a thought of borders. The kernel's anchor is its centre. Products are added to delta by fma, in row-major order
// of the taps (DenseTaps), or along rows and then columns (SeparableTaps).
template <int Threads, class S, class D, int Channels, int Scalars, class Taps, class Finish>
__global__ void __launch_bounds__(Threads) stripKernel(const StripArguments<S, D, Taps, Finish> a)
{
    const unsigned edgeBlocks = static_cast<unsigned>(a.edgeBlocks);
    if (blockIdx.x < edgeBlocks)
        filterEdgeScalar<Channels, Scalars>(a, static_cast<std::int64_t>(blockIdx.x) * Threads + threadIdx.x);
    else
        filterStrip<Channels, Scalars>(a, static_cast<std::int64_t>(blockIdx.x - edgeBlocks) * Threads + threadIdx.x);
}

}} // namespace cv::cudatiled
