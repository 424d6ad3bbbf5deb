// SPDX-License-Identifier: Apache-2.0
// Correlation of bytes with kernels of medium size as products of matrices, by tensor cores. A product takes two source
// rows, 16 scalars each, to 8 columns of two result rows; the matrix of the taps has been made on the host
// (tap_matrices.hpp).
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/matrix_product.cuh"
#include "../../core/rounding.hpp"
#include "tile.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: warps beside each other, each 32 scalars wide, and up to Rows rows high, 16 at a
// time. Taps are sums of Limbs signed bytes, each worth 256 times the one before. Scaled: the sums of taps of one byte
// are multiplied by a scale.
template <int Warps_, int Rows_, int MaxSize_, int Limbs_, bool Scaled_> struct MmaDenseU8Tile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Rows = Rows_, Limbs = Limbs_;
    static constexpr bool Scaled = Scaled_;
    static_assert(!Scaled_ || Limbs_ == 1, "sums of several limbs are scaled already");
    static constexpr int SourceRows = Rows_ + (MaxSize_ + 2) / 2 * 2 - 1;
    // Up to 12 bytes lie before the first window, and the last one has as many chunks as taps of four channels take.
    static constexpr int WindowBytes = (3 + 8 + 4 * (MaxSize_ - 1) + kChunkBytes - 1) / kChunkBytes * kChunkBytes;
    static constexpr int Chunks = (12 + Width - 8 + WindowBytes + kChunkBytes - 1) / kChunkBytes | 1;
};

template <class D> struct MmaDenseU8Arguments
{
    BatchSource<std::uint8_t> source;
    BatchTarget<D> target;
    int rowTaps, columnTaps; // pixels that the kernel is wide and high
    int anchorX, anchorY;
    Alignment alignment;
    int tileRows;          // a multiple of 16
    const Words<4>* bands; // a lane's part of each matrix, for rowPairs x chunks x Limbs matrices
    int rowPairs, chunks;
    float scale, delta; // a result is sum * scale + delta; the scale is that of the lowest limb
};

// Sums of 16 rows x 32 columns, in four sets of 8 columns.
template <int Limbs> struct MmaDenseU8Sums
{
    std::uint32_t set[4][Limbs][4];
};

// `words` is the lane's first word of the source.
template <class Tile, class Arguments>
__device__ void sumProducts(MmaDenseU8Sums<Tile::Limbs>& sums, const Arguments& a, const std::uint32_t* words)
{
    constexpr int pitch = Tile::Chunks * 4;
#pragma unroll
    for (int set = 0; set < 4; ++set)
#pragma unroll
        for (int limb = 0; limb < Tile::Limbs; ++limb)
            clear(sums.set[set][limb]);

    const Words<4>* mmaSeparableU8 = a.bands + threadIdx.x % 32;
#pragma unroll 1
    for (int pair = 0; pair < a.rowPairs; ++pair)
    {
#pragma unroll 2
        for (int chunk = 0; chunk < a.chunks; ++chunk)
        {
            Words<4> taps[Tile::Limbs];
#pragma unroll
            for (int limb = 0; limb < Tile::Limbs; ++limb)
                taps[limb] = mmaSeparableU8[limb * 32];
            mmaSeparableU8 += Tile::Limbs * 32;
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

// Four results of a lane, in the order of rows.
template <class D, class Tile, class Arguments>
__device__ void finishFour(std::uint32_t (&packed)[sizeof(D)], const Arguments& a,
                           const std::uint32_t (&sum)[Tile::Limbs][4])
{
    using Result = std::conditional_t<Tile::Limbs == 1 && !Tile::Scaled, int, float>;
    Result result[4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if constexpr (Tile::Scaled)
            result[i] = fmaf(static_cast<float>(static_cast<int>(sum[0][i])), a.scale, a.delta);
        else if constexpr (Tile::Limbs == 1)
            result[i] = static_cast<int>(sum[0][i]) + static_cast<int>(a.delta);
        else
            result[i] = fmaf(static_cast<float>(static_cast<int>(sum[2][i] * 256 + sum[1][i])), 256.f * a.scale,
                             fmaf(static_cast<float>(static_cast<int>(sum[0][i])), a.scale, a.delta));
    // Sums 0 and 1 are rows 0 and 2, sums 2 and 3 rows 1 and 3.
    if constexpr (sizeof(D) == 1)
        packed[0] = packBytes(result[0], result[2], result[1], result[3]);
    else if constexpr (Tile::Limbs == 1) // integers, or scaled floats of any magnitude
    {
        packed[0] = packSigned(result[2], result[0]);
        packed[1] = packSigned(result[3], result[1]);
    }
    else
    {
        packed[0] = packSigned(roundSmall(result[2]), roundSmall(result[0]));
        packed[1] = packSigned(roundSmall(result[3]), roundSmall(result[1]));
    }
}

// Where a warp turns 16 rows of 32 results from columns of lanes to rows: a word holds 4 / sizeof(D) rows of a column.
template <class D> struct MmaDenseU8Results
{
    static constexpr int rowsOfWord = 4 / static_cast<int>(sizeof(D));
    Chunk group[16 / rowsOfWord][8 + 2]; // two chunks more, so that groups of rows lie in different banks
};

// From four columns of words with rows in them to those rows: byte by byte, or half by half.
template <class D> __device__ void transpose(std::uint32_t (&rows)[4], const Chunk& columns)
{
#pragma unroll
    for (int i = 0; i < 4; ++i)
        rows[i] = columns.word[i];
    if constexpr (sizeof(D) == 1)
        turnWords(rows);
    else
    {
        std::uint32_t left[2] = {rows[0], rows[1]}, right[2] = {rows[2], rows[3]};
        turnWords(left);
        turnWords(right);
        rows[0] = left[0];
        rows[1] = right[0];
        rows[2] = left[1];
        rows[3] = right[1];
    }
}

// Writes four neighbours of a row.
template <class D, class Arguments>
__device__ void storeNeighbours(const Arguments& a, const Words<sizeof(D)>& four, int x, int y, int end)
{
    if (y >= a.target.rows)
        return;
    D* const to = a.target.row(y) + x;
    if (a.alignment.wholeTarget && x >= 0 && x + 4 <= end)
        *reinterpret_cast<Words<sizeof(D)>*>(to) = four;
    else
#pragma unroll
        for (int v = 0; v < 4; ++v)
            if (x + v >= 0 && x + v < end)
                to[v] = static_cast<D>(four.word[v * sizeof(D) / 4] >> (v * sizeof(D) % 4 * 8));
}

// Writes 16 rows of 32 results.
template <class D, class Tile, class Arguments>
__device__ void storeBlock(const Arguments& a, MmaDenseU8Results<D>& results, const MmaDenseU8Sums<Tile::Limbs>& sums,
                           int x, int y)
{
    constexpr int size = static_cast<int>(sizeof(D)), rowsOfWord = MmaDenseU8Results<D>::rowsOfWord;
    const int lane = static_cast<int>(threadIdx.x % 32);
    __syncwarp();
#pragma unroll
    for (int set = 0; set < 4; ++set)
    {
        std::uint32_t packed[size];
        finishFour<D, Tile>(packed, a, sums.set[set]);
#pragma unroll
        for (int i = 0; i < size; ++i)
            results.group[lane % 4 * size + i]->word[lane / 4 + 8 * set] = packed[i];
    }
    __syncwarp();
    const int column = x + lane % 8 * 4, end = a.target.cols * a.target.channels;
#pragma unroll
    for (int i = 0; i < size; ++i)
    {
        const int group = lane / 8 + 4 * i;
        std::uint32_t rows[4];
        transpose<D>(rows, results.group[group][lane % 8]);
#pragma unroll
        for (int row = 0; row < rowsOfWord; ++row)
        {
            Words<sizeof(D)> four;
#pragma unroll
            for (int w = 0; w < size; ++w)
                four.word[w] = rows[row * size + w];
            storeNeighbours<D>(a, four, column, y + group * rowsOfWord + row, end);
        }
    }
}

// Writes round(delta + scale * sum over (j, i) of tap(j, i) * source(x + i - anchorX, y + j - anchorY)).
template <class Tile, class D>
__global__ void __launch_bounds__(Tile::Threads, 2) mmaDenseU8Kernel(const MmaDenseU8Arguments<D> a)
{
    awaitEarlierWork(a.target.siblings);
    __shared__ Chunk tile[Tile::SourceRows * Tile::Chunks];
    __shared__ MmaDenseU8Results<D> results[Tile::Warps];

    const auto [tileX, y, rows] = placeBlock(a, Tile::Width, a.tileRows);
    if (y >= a.target.rows)
        return;
    loadSourceTile<Tile::Threads, 0>(SourceTile<Tile::Chunks>{tile}, a.source, mmaWindow<Tile>(a, tileX, y, rows));
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32),
              x = tileX + warp * 32;
    if (x >= a.target.cols * a.target.channels)
        return;
    const std::uint32_t* words =
        tile->word + lane / 4 * 2 * Tile::Chunks * 4 + a.alignment.sourceSkewBytes / 4 + warp * 8 + lane % 4;
#pragma unroll 1
    for (int done = 0; done < rows; done += 16)
    {
        MmaDenseU8Sums<Tile::Limbs> sums;
        sumProducts<Tile>(sums, a, words);
        storeBlock<D, Tile>(a, results[warp], sums, x, y + done);
        words += 16 * Tile::Chunks * 4;
    }
}

}} // namespace cv::cudatiled
