// SPDX-License-Identifier: Apache-2.0
// Combining pixels with those of an image that was made of them, a blurred one for instance.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"
#include "../load/block.cuh"
#include "../load/chunk.cuh"

namespace cv { namespace cudatiled {

// A combination is a struct of numbers with
//   Scalar                 type of both images;
//   word(pixels, blurred)  the word that becomes of two;
//   scalar(pixel, blurred) the same of scalars.

// Shape of the work of one block: each thread has as many scalars as 16 bytes hold, of RowsPerThread rows.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_> struct CombineTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int RowBytes = ThreadsX_ * 16;
};

// The target holds the other image, and becomes the result.
template <class Combination> struct CombineArguments
{
    BatchSource<typename Combination::Scalar> source;
    BatchTarget<typename Combination::Scalar> target;
    Alignment alignment;
    Combination combination;
};

// Blocks have any image: positions in a row have 64 bits.
template <class Tile, class Combination>
__global__ void __launch_bounds__(Tile::Threads) combineKernel(const CombineArguments<Combination> a)
{
    awaitEarlierWork();
    using T = typename Combination::Scalar;
    constexpr int N = 16 / static_cast<int>(sizeof(T));
    const int channels = a.target.channels;
    const std::ptrdiff_t x =
        (static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x) * N - a.alignment.targetSkew;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(a.target.cols) * channels - x;
    const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(rowOfBlock(a.target)) * Tile::Height + threadIdx.y;
    const int rows = y < a.target.rows ? static_cast<int>(a.target.rows - y + Tile::ThreadsY - 1) / Tile::ThreadsY : 0;
    if (end <= 0 || rows == 0)
        return;
    T* const to = a.target.row(static_cast<int>(y)) + x;
    const T* const from =
        a.source.row(a.source.y0 + static_cast<int>(y)) + static_cast<std::ptrdiff_t>(a.source.x0) * channels + x;
    const auto pixels = [&](int i) {
        return reinterpret_cast<const T*>(reinterpret_cast<const char*>(from) + i * Tile::ThreadsY * a.source.step);
    };
    const auto results = [&](int i) {
        return reinterpret_cast<T*>(reinterpret_cast<char*>(to) + i * Tile::ThreadsY * a.target.step);
    };

    if (a.alignment.wholeTarget && x >= 0 && end >= N)
    {
        const bool aligned = a.alignment.wholeSource && a.alignment.sourceSkewBytes == 0;
        Words<4> pixel[Tile::RowsPerThread], result[Tile::RowsPerThread];
#pragma unroll
        for (int i = 0; i < Tile::RowsPerThread; ++i)
            if (i < rows)
            {
                pixel[i] = readChunk(pixels(i), aligned);
                result[i] = *reinterpret_cast<const Words<4>*>(results(i));
            }
#pragma unroll
        for (int i = 0; i < Tile::RowsPerThread; ++i)
            if (i < rows)
            {
#pragma unroll
                for (int w = 0; w < 4; ++w)
                    result[i].word[w] = a.combination.word(pixel[i].word[w], result[i].word[w]);
                storeWords(results(i), result[i]);
            }
        return;
    }
#pragma unroll 1
    for (int i = 0; i < Tile::RowsPerThread && i < rows; ++i)
#pragma unroll 1
        for (int v = x < 0 ? static_cast<int>(-x) : 0; v < N && v < end; ++v)
            results(i)[v] = a.combination.scalar(pixels(i)[v], results(i)[v]);
}

}} // namespace cv::cudatiled
