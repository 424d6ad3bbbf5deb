// SPDX-License-Identifier: Apache-2.0
// Bytes looked up in tables.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"
#include "../../core/levels.hpp"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: each thread has 16 bytes of RowsPerThread rows.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_> struct LookUpTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int RowBytes = ThreadsX_ * 16;
};

struct LookUpArguments
{
    BatchSource<std::uint8_t> source;
    BatchTarget<std::uint8_t> target;
    Alignment alignment;
    const std::uint8_t* levels; // kLevels for each table, on the device
};

// Tables in shared memory. One has two words in each bank, so that a warp waits for two loads at most.
template <int Count> struct LookUpTables
{
    static constexpr int Words = Count * kLevels / 4;
    std::uint32_t words[Words];

    __device__ const std::uint8_t* of(int channel) const
    {
        return reinterpret_cast<const std::uint8_t*>(words) + channel * kLevels;
    }
};

// 16 bytes from any address on, of a row that ends at `rowEnd`.
__device__ inline Words<4> loadBytes(const std::uint8_t* from, const std::uint8_t* rowBegin, const std::uint8_t* rowEnd)
{
    const int beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(from) % 16);
    const std::uint8_t* const chunk = from - beyond;
    if (beyond == 0)
        return *reinterpret_cast<const Words<4>*>(chunk);
    Words<4> bytes = {};
    if (chunk < rowBegin || rowEnd - chunk < 32)
    {
#pragma unroll
        for (int i = 0; i < 16; ++i)
            bytes.word[i / 4] |= static_cast<std::uint32_t>(from[i]) << (8 * (i % 4));
        return bytes;
    }
    const Words<4> first = reinterpret_cast<const Words<4>*>(chunk)[0],
                   second = reinterpret_cast<const Words<4>*>(chunk)[1];
    std::uint32_t words[8];
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
        words[i] = first.word[i];
        words[i + 4] = second.word[i];
    }
#pragma unroll
    for (int i = 0; i < 6; ++i)
        words[i] = beyond & 8 ? words[i + 2] : words[i];
#pragma unroll
    for (int i = 0; i < 5; ++i)
        words[i] = beyond & 4 ? words[i + 1] : words[i];
#pragma unroll
    for (int i = 0; i < 4; ++i)
        bytes.word[i] = shiftedWord(words[i], words[i + 1], beyond % 4 * 8);
    return bytes;
}

template <int Count> __device__ Words<4> lookUp(const Words<4>& bytes, const std::uint8_t* const (&table)[Count])
{
    Words<4> results;
#pragma unroll
    for (int w = 0; w < 4; ++w)
    {
        std::uint32_t level[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            level[i] = table[(4 * w + i) % Count][bytes.word[w] >> (8 * i) & 255u];
        results.word[w] = level[0] | level[1] << 8 | level[2] << 16 | level[3] << 24;
    }
    return results;
}

// Positions in a row have 64 bits.
template <class Tile, int Count> __global__ void __launch_bounds__(Tile::Threads) lookUpKernel(const LookUpArguments a)
{
    __shared__ LookUpTables<Count> tables;
    static_assert(LookUpTables<Count>::Words <= Tile::Threads, "each thread brings a word at most");
    awaitEarlierWork();
    const std::ptrdiff_t x =
        (static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x) * 16 - a.alignment.targetSkew;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(a.target.cols) * a.target.channels - x;
    const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(rowOfBlock(a.target)) * Tile::Height + threadIdx.y;
    const auto isThere = [&](int i) {
        return end > 0 && y + i * Tile::ThreadsY < a.target.rows;
    };
    const auto sourceRow = [&](int i) {
        return a.source.row(a.source.y0 + static_cast<int>(y) + i * Tile::ThreadsY);
    };
    const std::ptrdiff_t before = static_cast<std::ptrdiff_t>(a.source.x0) * a.source.channels + x,
                         wholeRow = static_cast<std::ptrdiff_t>(a.source.cols) * a.source.channels;
    const bool wholeChunk = a.alignment.wholeTarget && x >= 0 && end >= 16;

    Words<4> bytes[Tile::RowsPerThread];
#pragma unroll
    for (int i = 0; i < Tile::RowsPerThread; ++i)
        if (wholeChunk && isThere(i))
            bytes[i] = loadBytes(sourceRow(i) + before, sourceRow(i), sourceRow(i) + wholeRow);
    const int thread = static_cast<int>(threadIdx.y) * Tile::ThreadsX + static_cast<int>(threadIdx.x);
    if (thread < LookUpTables<Count>::Words)
        tables.words[thread] = reinterpret_cast<const std::uint32_t*>(a.levels)[thread];
    __syncthreads();

    if (wholeChunk)
    {
        const std::uint8_t* table[Count];
#pragma unroll
        for (int c = 0; c < Count; ++c)
            table[c] = tables.of(static_cast<int>((x + c) % Count));
#pragma unroll
        for (int i = 0; i < Tile::RowsPerThread; ++i)
            if (isThere(i))
                storeWords(a.target.row(static_cast<int>(y) + i * Tile::ThreadsY) + x, lookUp(bytes[i], table));
        return;
    }
#pragma unroll 1
    for (int i = 0; i < Tile::RowsPerThread && isThere(i); ++i)
#pragma unroll 1
        for (int v = x < 0 ? static_cast<int>(-x) : 0; v < 16 && v < end; ++v)
            a.target.row(static_cast<int>(y) + i * Tile::ThreadsY)[x + v] =
                tables.of(static_cast<int>((x + v) % Count))[sourceRow(i)[before + v]];
}

}} // namespace cv::cudatiled
