// SPDX-License-Identifier: Apache-2.0
// Correlation of bytes with kernels of medium size as products of matrices, by tensor cores. A product takes two source rows, 16 scalars
// each, to 8 columns of two result rows; the matrix of the taps has been made on the host (dense_band.hpp).
#pragma once

#include "../core/matrix_product.cuh"
#include "../core/rounding.hpp"
#include "band_tile.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: warps beside each other, each 32 scalars wide, and Rows rows high, 16 at a time. Taps are sums of Limbs
// signed bytes, each worth 256 times the one before.
template <int Warps_, int Rows_, int MaxSize_, int Limbs_> struct DenseBandTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Rows = Rows_, Limbs = Limbs_;
    static constexpr int SourceRows = Rows_ + (MaxSize_ + 2) / 2 * 2 - 1;
    // Up to 12 bytes lie before the first window, and the last one has as many chunks as taps of four channels take.
    static constexpr int WindowBytes = (3 + 8 + 4 * (MaxSize_ - 1) + kChunkBytes - 1) / kChunkBytes * kChunkBytes;
    static constexpr int Chunks = (12 + Width - 8 + WindowBytes + kChunkBytes - 1) / kChunkBytes | 1;
};

template <class D> struct DenseBandArguments
{
    SourceView<std::uint8_t> source;
    TargetView<D> target;
    int rowTaps, columnTaps; // pixels that the kernel is wide and high
    int anchorX, anchorY;
    BandPlacement placement;
    const Words<4>* bands; // a lane's part of each matrix, for rowPairs x chunks x Limbs matrices
    int rowPairs, chunks;
    float scale, delta; // of the lowest limb
};

// Sums of 16 rows x 32 columns, in four sets of 8 columns.
template <int Limbs> struct DenseBandSums
{
    std::uint32_t set[4][Limbs][4];
};

// `words` is the lane's first word of the source.
template <class Tile, class Arguments>
__device__ void sumProducts(DenseBandSums<Tile::Limbs>& sums, const Arguments& a, const std::uint32_t* words)
{
    constexpr int pitch = Tile::Chunks * 4;
#pragma unroll
    for (int set = 0; set < 4; ++set)
#pragma unroll
        for (int limb = 0; limb < Tile::Limbs; ++limb)
            clear(sums.set[set][limb]);

    const Words<4>* band = a.bands + threadIdx.x % 32;
#pragma unroll 1
    for (int pair = 0; pair < a.rowPairs; ++pair)
    {
#pragma unroll 2
        for (int chunk = 0; chunk < a.chunks; ++chunk)
        {
            Words<4> taps[Tile::Limbs];
#pragma unroll
            for (int limb = 0; limb < Tile::Limbs; ++limb)
                taps[limb] = band[limb * 32];
            band += Tile::Limbs * 32;
#pragma unroll
            for (int set = 0; set < 4; ++set)
            {
                const std::uint32_t upper = words[4 * chunk + 2 * set], lower = words[4 * chunk + 2 * set + pitch];
#pragma unroll
                for (int limb = 0; limb < Tile::Limbs; ++limb)
                    multiplyAddSigned(sums.set[set][limb], taps[limb].word, upper, lower);
            }
        }
        words += 2 * pitch;
    }
}

template <class D, class Tile, class Arguments>
__device__ D finishSum(const Arguments& a, const DenseBandSums<Tile::Limbs>& sums, int set, int i)
{
    const auto limb = [&](int l) {
        return static_cast<int>(sums.set[set][l][i]);
    };
    if constexpr (Tile::Limbs == 1)
        return saturateInteger<D>(limb(0) + static_cast<int>(a.delta));
    else
    {
        const int upper = limb(2) * 256 + limb(1);
        return saturateRound<D>(
            fmaf(static_cast<float>(upper), 256.f * a.scale, fmaf(static_cast<float>(limb(0)), a.scale, a.delta)));
    }
}

// Where a warp turns its results from columns of lanes to rows: 16 rows of 32.
template <class D> struct DenseBandResults
{
    static constexpr int perChunk = kChunkBytes / static_cast<int>(sizeof(D)), chunks = 32 / perChunk;
    struct Row
    {
        Chunk chunk[chunks + 1]; // one more, so that rows lie in different banks
    };
    Row row[16];
};

// Writes 16 rows of 32 results.
template <class D, class Tile, class Arguments>
__device__ void storeBlock(const Arguments& a, DenseBandResults<D>& results, const DenseBandSums<Tile::Limbs>& sums, int x, int y)
{
    using Results = DenseBandResults<D>;
    const int lane = static_cast<int>(threadIdx.x % 32);
    __syncwarp();
#pragma unroll
    for (int i = 0; i < 4; ++i)
    {
        D* const row = reinterpret_cast<D*>(results.row[lane % 4 * 4 + i % 2 * 2 + i / 2].chunk) + lane / 4;
#pragma unroll
        for (int set = 0; set < 4; ++set)
            row[8 * set] = finishSum<D, Tile>(a, sums, set, i);
    }
    __syncwarp();
    const int end = a.target.cols * a.target.channels;
#pragma unroll
    for (int i = 0; i < Results::chunks / 2; ++i)
    {
        const int chunk = lane + 32 * i, row = chunk / Results::chunks, at = chunk % Results::chunks;
        const Chunk* const from = results.row[row].chunk + at;
        const int resultX = x + at * Results::perChunk;
        if (y + row >= a.target.rows)
            continue;
        D* const to = a.target.row(y + row) + resultX;
        if (a.placement.wholeStores && resultX >= 0 && resultX + Results::perChunk <= end)
            *reinterpret_cast<Chunk*>(to) = *from;
        else
#pragma unroll 1
            for (int v = resultX < 0 ? -resultX : 0; v < Results::perChunk && resultX + v < end; ++v)
                to[v] = reinterpret_cast<const D*>(from)[v];
    }
}

// Writes round(delta + sum over (j, i) of tap(j, i) * source(x + i - anchorX, y + j - anchorY)).
template <class Tile, class D>
__global__ void __launch_bounds__(Tile::Threads) denseBandKernel(const DenseBandArguments<D> a)
{
    __shared__ Chunk tile[Tile::SourceRows * Tile::Chunks];
    __shared__ DenseBandResults<D> results[Tile::Warps];

    const int tileX = static_cast<int>(blockIdx.x) * Tile::Width - a.placement.lead;
    const int y = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * Tile::Rows;
    if (y >= a.target.rows)
        return;
    loadBandTile<Tile>(tile, a, tileX, y);
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int x = tileX + warp * 32, rows = a.target.rows - y < Tile::Rows ? a.target.rows - y : Tile::Rows;
    if (x >= a.target.cols * a.target.channels)
        return;
    const std::uint32_t* words =
        tile->word + lane / 4 * 2 * Tile::Chunks * 4 + a.placement.phase / 4 + warp * 8 + lane % 4;
#pragma unroll 1
    for (int done = 0; done < rows; done += 16)
    {
        DenseBandSums<Tile::Limbs> sums;
        sumProducts<Tile>(sums, a, words);
        storeBlock<D, Tile>(a, results[warp], sums, x, y + done);
        words += 16 * Tile::Chunks * 4;
    }
}

}} // namespace cv::cudatiled
