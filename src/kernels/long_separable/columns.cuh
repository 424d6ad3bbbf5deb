// SPDX-License-Identifier: Apache-2.0
// Sums along columns with many taps, of the sums along rows that rows.cuh has made. A thread has four neighbouring
// scalars of eight rows of results, which share what it reads.
#pragma once

#include "rows.cuh"

namespace cv { namespace cudatiled {

struct LongColumnsTile
{
    static constexpr int Warps = 8, ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr int Scalars = 4, Rows = 8; // of a thread
    static constexpr int Width = 32 * Scalars, Height = Warps * Rows;
    static constexpr int MostTaps = LongRowsTile::MostTaps;
};

template <class D, class Arithmetic> struct LongColumnsArguments
{
    LongSums<typename Arithmetic::RowResult> sums;
    TargetView<D> target;
    int taps;
    const typename Arithmetic::Tap* tap;
    bool wholeFours; // rows of the target begin at multiples of four scalars
    Arithmetic arithmetic;
};

// Adds eight rows of sums, the first of which lies under tap `first` of the first row of results. Of these rows, only
// `rows` exist. Whole: all eight exist, and there is a tap for each of them and each of the eight results.
template <bool Whole, class Arithmetic, class Sums>
__device__ void addLongRows(typename Arithmetic::ColumnSum (&sum)[LongColumnsTile::Rows][LongColumnsTile::Scalars],
                            const Arithmetic& arithmetic, const Sums* from, std::ptrdiff_t pitch, int rows,
                            const typename Arithmetic::Tap* taps, int first, int count)
{
    constexpr int turn = LongColumnsTile::Rows;
    Sums row[turn][LongColumnsTile::Scalars] = {};
#pragma unroll
    for (int j = 0; j < turn; ++j)
        if (Whole || j < rows)
            readFour(row[j], from + j * pitch);
    typename Arithmetic::Tap tap[2 * turn]; // from first - turn on
#pragma unroll
    for (int i = 0; i < 2 * turn; i += 4)
    {
        typename Arithmetic::Tap four[4];
        readFour(four, taps + first + i); // `taps` has as many numbers before the first one
#pragma unroll
        for (int k = 0; k < 4; ++k)
            tap[i + k] = four[k];
    }
#pragma unroll
    for (int apart = 1 - turn; apart < turn; ++apart) // of a row of sums from a row of results
        if (Whole || (first + apart >= 0 && first + apart < count))
#pragma unroll
            for (int r = 0; r < turn; ++r)
                if (r + apart >= 0 && r + apart < turn)
#pragma unroll
                    for (int v = 0; v < LongColumnsTile::Scalars; ++v)
                        arithmetic.add(sum[r][v], tap[turn + apart],
                                       row[r + apart >= 0 && r + apart < turn ? r + apart : 0][v]);
}

// Writes four neighbours of a row.
template <class D> __device__ void storeFour(D* to, const D (&value)[4], bool whole, int count)
{
    constexpr int inWord = 4 / static_cast<int>(sizeof(D));
    Words<sizeof(D)> four{};
#pragma unroll
    for (int v = 0; v < 4; ++v)
        four.word[v / inWord] |= scalarBits(value[v]) << (v % inWord * (32 / inWord));
    if (whole && count >= 4)
        storeWords(to, four);
    else
#pragma unroll
        for (int v = 0; v < 4; ++v)
            if (v < count)
                to[v] = value[v];
}

// Writes finish(sum over j of tap[j] * sums(x, y + j)).
template <class Tile, class D, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, 2) longColumnsKernel(const LongColumnsArguments<D, Arithmetic> a)
{
    using Tap = typename Arithmetic::Tap;
    awaitEarlierWork();
    __shared__ Chunk shared[(Tile::MostTaps + 3 * Tile::Rows) / 4];
    // A turn reads numbers before the first tap, and behind the last one.
    Tap* const before = reinterpret_cast<Tap*>(shared);
    Tap* const taps = before + Tile::Rows;
    for (int i = static_cast<int>(threadIdx.x); i < a.taps; i += Tile::Threads)
        taps[i] = a.tap[i];
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int x = (static_cast<int>(blockIdx.x) * 32 + lane) * Tile::Scalars;
    const int y = (static_cast<int>(blockIdx.y) * Tile::Warps + warp) * Tile::Rows;
    const int scalars = a.target.cols * a.target.channels;
    if (x >= scalars || y >= a.target.rows)
        return;
    typename Arithmetic::ColumnSum sum[Tile::Rows][Tile::Scalars];
#pragma unroll
    for (auto& row : sum)
#pragma unroll
        for (auto& each : row)
            each = a.arithmetic.startColumn();
    const auto* from = a.sums.row(y) + x;
#pragma unroll 1
    for (int j = 0; j < a.taps + Tile::Rows - 1; j += Tile::Rows, from += Tile::Rows * a.sums.pitch)
    {
        const bool whole = j >= Tile::Rows - 1 && j + Tile::Rows - 1 < a.taps && y + j + Tile::Rows <= a.sums.rows;
        if (whole)
            addLongRows<true>(sum, a.arithmetic, from, a.sums.pitch, Tile::Rows, before, j, a.taps);
        else
            addLongRows<false>(sum, a.arithmetic, from, a.sums.pitch, a.sums.rows - y - j, before, j, a.taps);
        if ((j + Tile::Rows) % kFoldedTaps == 0)
#pragma unroll
            for (auto& row : sum)
#pragma unroll
                for (auto& each : row)
                    a.arithmetic.fold(each);
    }
#pragma unroll
    for (int r = 0; r < Tile::Rows; ++r)
    {
        if (y + r >= a.target.rows)
            return;
        D result[Tile::Scalars];
#pragma unroll
        for (int v = 0; v < Tile::Scalars; ++v)
            result[v] = a.arithmetic.finish(sum[r][v]);
        storeFour(a.target.row(y + r) + x, result, a.wholeFours, scalars - x);
    }
}

}} // namespace cv::cudatiled
