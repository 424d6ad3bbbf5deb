// SPDX-License-Identifier: Apache-2.0
// Images that are smaller by whole factors: means of rectangles of pixels.
#pragma once

#include <type_traits>

#include "../../core/earlier_work.cuh"
#include "../../core/rounding.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

template <class T_> struct ResizeAreaTile
{
    using T = T_;
    static constexpr int ThreadsX = 64, ThreadsY = 4, Threads = ThreadsX * ThreadsY;
};

template <class T> struct ResizeAreaArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    int factorX, factorY;
};

// Of `count` pixels; `whole` says whether the rectangle lies in the image. cv::resize rounds halves to even, but up
// where it has a fast loop for 2x2 pixels.
template <class T, class Sum> __device__ T meanOfArea(Sum sum, int count, const ResizeAreaArguments<T>& a, bool whole)
{
    if constexpr (!kIsFloat<T>)
        if (whole && a.factorX == 2 && a.factorY == 2 && a.source.channels != 2)
            return static_cast<T>((sum + 2) >> 2);
    const auto total = static_cast<float>(sum);
    return saturateRound<T>(whole ? total * (1.f / static_cast<float>(count)) : total / static_cast<float>(count));
}

// A thread has a scalar of the target. Sums of rows are added up, so that sums of floats have few terms one after the
// other.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads) resizeAreaKernel(const ResizeAreaArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    using Sum = std::conditional_t<kIsFloat<T>, float, std::conditional_t<sizeof(T) == 1, int, std::int64_t>>;
    const std::int64_t scalar = static_cast<std::int64_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x;
    const int y = rowOfBlock(a.target) * Tile::ThreadsY + static_cast<int>(threadIdx.y);
    const int channels = a.source.channels;
    if (scalar >= static_cast<std::int64_t>(a.target.cols) * channels || y >= a.target.rows)
        return;
    const std::int64_t x = scalar / channels * a.factorX, top = static_cast<std::int64_t>(y) * a.factorY;
    const std::int64_t right = a.source.cols - x, below = a.source.rows - top;
    const int width = right < a.factorX ? static_cast<int>(right) : a.factorX,
              height = below < a.factorY ? static_cast<int>(below) : a.factorY;
    Sum sum = 0;
#pragma unroll 1
    for (int j = 0; j < height; ++j)
    {
        const T* from = a.source.row(static_cast<int>(top) + j) + x * channels + scalar % channels;
        Sum ofRow = 0;
#pragma unroll 4
        for (int i = 0; i < width; ++i, from += channels)
            ofRow += static_cast<Sum>(*from);
        sum += ofRow;
    }
    a.target.row(y)[scalar] = meanOfArea<T>(sum, width * height, a, width == a.factorX && height == a.factorY);
}

}} // namespace cv::cudatiled
