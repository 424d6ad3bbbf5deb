// SPDX-License-Identifier: Apache-2.0
// Separable correlation of any numbers as products of matrices: a filter along a line is a matrix with the taps in a
// band, which tensor cores multiply with the pixels. They take numbers of few bits, so every number is split into two,
// and three of the four products are added up (Ootomo and Yokota, Recovering Single Precision Accuracy from Tensor
// Cores, IJHPCA 36, 2022), or, if all are integers, into bytes. Matrices of the taps have been made on the host
// (split_bands.hpp).
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/rounding.hpp"
#include "../load/dynamic_shared.cuh"
#include "split_f16.cuh"
#include "split_store.cuh"
#include "split_tf32.cuh"
#include "split_u8.cuh"

namespace cv { namespace cudatiled {

template <class T, class Factors> struct MmaSplitArguments
{
    ListSource<T> source;
    ListTarget<T> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    Alignment alignment;
    int tileRows; // a multiple of 8
    Factors factors;
};

// 0 * NaN and 0 * infinity are NaN: in a banded product a pixel that is not finite spoils results whose windows do not
// contain it, and splitting overflows near FLT_MAX. A warp with such a result recomputes its results with plain fmaf.
template <class Tile, class Arguments>
__device__ void addOneByOne(const Arguments& a, const MmaSplitStore<Tile, float>& store)
{
    constexpr int Channels = Tile::Channels;
    const int y = a.target.rows - store.rows;
#pragma unroll 1
    for (int i = 0; i < 4 * Tile::Strips; ++i)
    {
        const int strip = i / 4, row = store.ofLane + i % 2;
        const int scalar = store.x + (Channels == 1 ? 16 * strip : strip) + i / 2 % 2 * Channels;
        if (row >= store.rows || scalar < 0 || scalar >= store.end)
            continue;
        const int x = scalar / Channels;
        float sum = 0;
#pragma unroll 1
        for (int j = 0; j < a.columnTaps; ++j)
        {
            float rowSum = 0;
#pragma unroll 1
            for (int k = 0; k < a.rowTaps; ++k)
                rowSum = fmaf(a.factors.row[k],
                              a.source.at(a.source.x0 + x + k - a.anchorX, a.source.y0 + y + row + j - a.anchorY,
                                          scalar - x * Channels),
                              rowSum);
            sum = fmaf(a.factors.column[j], rowSum, sum);
        }
        a.target.row(y + row)[scalar] = fmaf(sum, a.factors.scale, a.factors.delta);
    }
}

template <int Strips> __device__ bool areFinite(const float (&sum)[Strips][4])
{
    float zero = 0; // or not a number
#pragma unroll
    for (int s = 0; s < Strips; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            zero = fmaf(sum[s][i], 0.f, zero);
    return zero == 0.f;
}

// The window of a tile. Halos are multiplied as wide as can be, with zeros where there is no tap: floats there must be
// numbers.
template <class Tile, class Arguments>
__device__ SourceWindow mmaSplitWindow(const Arguments& a, int x, int y, int rows)
{
    constexpr int Channels = Tile::Channels;
    constexpr bool floats = std::is_same_v<typename Tile::S, float>;
    const int skew = a.alignment.template sourceSkew<typename Tile::S>();
    const int left = a.target.cols * Channels - x, warps = (left + Tile::WarpWidth - 1) / Tile::WarpWidth;
    const int results = floats ? warps * Tile::WarpWidth : left;
    SourceWindow window;
    window.x = (a.source.x0 - a.anchorX) * Channels + x - skew;
    window.y = a.source.y0 - a.anchorY + y;
    window.rows = floats ? (rows + Tile::Step - 1) / Tile::Step * Tile::Step + Tile::Halo : rows + a.columnTaps - 1;
    window.first = skew;
    window.last =
        skew + (results < Tile::Width ? results : Tile::Width) + (floats ? Tile::Halo : a.rowTaps - 1) * Channels;
    window.aligned = a.alignment.wholeSource;
    return window;
}

// Writes the sums over j and i of column[j] * row[i] * source(x + i - anchorX, y + j - anchorY), as the factors finish
// them.
template <class Tile, class T>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    mmaSplitKernel(const MmaSplitArguments<T, typename Tile::Factors> a)
{
    using Matrices = typename Tile::Factors::template Matrices<Tile>;
    Chunk* const tile = dynamicShared<Chunk, Tile::TileChunks>();
    __shared__ typename Matrices::Stored stored;
    const int skew = a.alignment.template sourceSkew<T>();
    Matrices matrices(stored, a.factors, skew);
    awaitEarlierWork(a.target.siblings);

    const auto [tileX, y, rows] = placeBlock(a, Tile::Width, a.tileRows);
    if (y >= a.target.rows)
        return;
    loadSourceTile<Tile::Threads, Tile::Channels>(SourceTile<Tile::Chunks>{tile}, a.source,
                                                  mmaSplitWindow<Tile>(a, tileX, y, rows));
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int x = tileX + warp * Tile::WarpWidth;
    if (x >= a.target.cols * Tile::Channels)
        return;
    constexpr int inWord = 4 / static_cast<int>(sizeof(T)); // rows are read from whole words on
    const T* row =
        reinterpret_cast<const T*>(tile) + skew / inWord * inWord + warp * Tile::WarpWidth + lane / 4 * Tile::Pitch;
    MmaSplitStore<Tile, T> store(a, x, y);
    // Unrolled, for slots need not move then.
#pragma unroll Tile::Slots
    for (int filtered = 1 - Tile::Slots; filtered * Tile::Step < rows; ++filtered)
    {
        __syncwarp(); // or the compiler reads all of the bands before the loop
        matrices.filterRows(row);
        row += Tile::Step * Tile::Pitch;
        if (filtered < 0)
            continue;
        typename Matrices::Result result[Tile::Strips][4];
#pragma unroll
        for (int s = 0; s < Tile::Strips; ++s)
            matrices.filterColumns(result[s], s);
        bool finite = true;
        if constexpr (std::is_same_v<T, float>)
            finite = __ballot_sync(0xffffffffu, !areFinite(result)) == 0;
        if (finite)
            store(result, a.target.step, lane);
        else if constexpr (std::is_same_v<T, float>)
            addOneByOne<Tile>(a, store);
        store.next(a.target.step);
    }
}

}} // namespace cv::cudatiled
