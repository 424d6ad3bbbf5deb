// SPDX-License-Identifier: Apache-2.0
// How mmaSplitKernel writes its results: lanes have neighbours of a row in the sums of products, as many as a word or
// more holds.
#pragma once

#include <type_traits>

#include "split_tile.cuh"

namespace cv { namespace cudatiled {

// N neighbouring results, packed into words.
template <class D, int N> struct MmaSplitRun
{
    static constexpr int bytes = N * static_cast<int>(sizeof(D));
    static constexpr int stored = bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 2; // at once
    alignas(16) std::uint32_t word[(bytes + 3) / 4];

    // Results that are rounded already.
    __device__ void pack(const std::uint32_t (&value)[N])
    {
#pragma unroll
        for (int i = 0; i < bytes / 4; ++i)
            word[i] = joinedU16x2(value[2 * i], 0, value[2 * i + 1], 0);
    }
    __device__ void pack(const float (&value)[N])
    {
#pragma unroll
        for (int i = 0; i < (bytes + 3) / 4; ++i)
            if constexpr (std::is_same_v<D, float>)
                word[i] = asBits(value[i]);
            else if constexpr (std::is_same_v<D, std::uint16_t>)
                word[i] = packUnsigned(value[2 * i + 1], value[2 * i]);
            else if constexpr (std::is_same_v<D, std::int16_t>)
                word[i] = packSigned(value[2 * i + 1], value[2 * i]);
            else
                word[i] = packBytes(value[4 * i], value[4 * i + 1], 4 * i + 2 < N ? value[(4 * i + 2) % N] : 0.f,
                                    4 * i + 3 < N ? value[(4 * i + 3) % N] : 0.f);
    }

    __device__ void storeWhole(D* to) const
    {
#pragma unroll
        for (int i = 0; i < bytes / stored; ++i)
            if constexpr (stored == 2)
                reinterpret_cast<std::uint16_t*>(to)[i] =
                    static_cast<std::uint16_t>(word[i / 2] >> (16 * (i % 2)) & 0xffffu);
            else
                storeWords(reinterpret_cast<char*>(to) + i * stored,
                           reinterpret_cast<const Words<stored / 4>*>(word)[i]);
    }

    // Writes those that lie in [0, end) of a row, if the first is scalar `x` of it.
    __device__ void store(D* to, int x, int end, bool whole) const
    {
        if (whole && x >= 0 && x + N <= end)
            return storeWhole(to);
#pragma unroll
        for (int v = 0; v < N; ++v)
            if (x + v >= 0 && x + v < end)
                to[v] = reinterpret_cast<const D*>(word)[v];
    }
};

// Scalars that a lane stores in a row.
template <class Tile, class D> constexpr int mmaSplitRun()
{
    return Tile::Channels > 1 ? 2 * Tile::Channels : sizeof(D) == 1 ? 4 : 2;
}

// Where a lane writes results: columns 2 g and 2 g + 1 of every strip in rows 2 t and 2 t + 1 of every 8.
template <class Tile, class D> struct MmaSplitStore
{
    D* to;      // row 2 t
    int ofLane; // 2 t
    int x, end; // of the first scalar in a row, of the row
    int rows;   // of the target from row 0 of the 8 on
    bool whole; // whether results may be stored at once
    bool inner; // and all columns of the warp lie in the target

    template <class Arguments> __device__ MmaSplitStore(const Arguments& a, int warpX, int y)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        ofLane = lane % 4 * 2;
        x = warpX + lane / 4 * 2 * Tile::Channels;
        to = a.target.row(y + ofLane) + x;
        end = a.target.cols * Tile::Channels;
        rows = a.target.rows - y;
        whole = a.alignment.wholeTarget;
        inner = whole && warpX >= 0 && warpX + Tile::WarpWidth <= end;
    }

    template <int N>
    __device__ void storeRun(const MmaSplitRun<D, N>& run, int row, int offset, std::ptrdiff_t step, bool all) const
    {
        if (all)
            run.storeWhole(reinterpret_cast<D*>(reinterpret_cast<char*>(to) + row * step) + offset);
        else if (ofLane + row < rows)
            run.store(reinterpret_cast<D*>(reinterpret_cast<char*>(to) + row * step) + offset, x + offset, end, whole);
    }

    // Four neighbouring bytes of two strips, the first of which is `first`: a lane takes two of its neighbour, of the
    // first strip if g is even, of the second if it is odd.
    __device__ void storeBytes(const float (&sum)[Tile::Strips][4], int first, std::ptrdiff_t step, int lane,
                               bool all) const
    {
        std::uint32_t packed[2];
#pragma unroll
        for (int s = 0; s < 2; ++s)
            packed[s] = packBytes(sum[first + s][0], sum[first + s][2], sum[first + s][1], sum[first + s][3]);
        const bool odd = lane / 4 % 2 != 0;
        const std::uint32_t other = __shfl_xor_sync(0xffffffffu, odd ? packed[0] : packed[1], 4);
        const std::uint32_t left = odd ? other : packed[0], right = odd ? packed[1] : other;
        MmaSplitRun<D, 4> run;
        for (int row = 0; row < 2; ++row)
        {
            run.word[0] = joinedU16x2(left, row, right, row);
            storeRun(run, row, 16 * first + (odd ? 14 : 0), step, all);
        }
    }

    template <class Result>
    __device__ void operator()(const Result (&sum)[Tile::Strips][4], std::ptrdiff_t step, int lane) const
    {
        if (inner && rows >= Tile::Step)
            storeAll(sum, step, lane, true);
        else
            storeAll(sum, step, lane, false);
    }
    template <class Result>
    __device__ void storeAll(const Result (&sum)[Tile::Strips][4], std::ptrdiff_t step, int lane, bool all) const
    {
        if constexpr (Tile::Channels == 1 && sizeof(D) == 1)
#pragma unroll
            for (int first = 0; first < Tile::Strips; first += 2)
                storeBytes(sum, first, step, lane, all);
        else
        {
            constexpr int runs = Tile::Channels == 1 ? Tile::Strips : 1,
                          strips = Tile::Channels == 1 ? 1 : Tile::Channels;
#pragma unroll
            for (int i = 0; i < 2 * runs; ++i)
            {
                const int row = i % 2, first = i / 2;
                Result value[2 * strips];
#pragma unroll
                for (int v = 0; v < 2 * strips; ++v)
                    value[v] = sum[first + v % strips][v / strips * 2 + row];
                MmaSplitRun<D, 2 * strips> run;
                run.pack(value);
                storeRun(run, row, 16 * first, step, all);
            }
        }
    }
    __device__ void next(std::ptrdiff_t step)
    {
        to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + 8 * step);
        rows -= 8;
    }
};

}} // namespace cv::cudatiled
