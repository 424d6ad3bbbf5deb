// SPDX-License-Identifier: Apache-2.0
// Separable correlation of bytes with long rows and columns of taps, as products of matrices: two kernels, between
// which sums along rows lie in memory. They lie there as the second kernel multiplies them: a unit has the low and the
// high bytes of four rows of a column, so that a lane loads a factor of two products at once.
//
//   unit ((slot * groups + group) * 2 + pair) * 32 + 4 g + t   rows 2 t, 2 t + 1, 2 t + 8, 2 t + 9 of the 16 of a slot,
//                                                              column 4 (g / 2) + 2 pair + g % 2 of the 16 of a group
#pragma once

#include "separable_u8.cuh"

namespace cv { namespace cudatiled {

using RowSums = Words<2>; // a unit

constexpr std::size_t kLongSharedBytes = 96 * 1024; // of a block, at most

// Warps lie beside each other, each 32 scalars wide.
template <int Warps_, int MinBlocks_> struct MmaLongTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = ThreadsX, MinBlocks = MinBlocks_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Groups = Width / 16;
    static constexpr int GroupUnits = 2 * 32, GroupChunks = GroupUnits * 8 / kChunkBytes; // of a slot
    static constexpr bool Reorders = true;                                                // see MmaResults
    static constexpr int Rows = 1; // of MmaResults::chunks, which the launch does not ask
    static constexpr int MostChunks = static_cast<int>(kLongSharedBytes / kChunkBytes);
};

// The source begins with the first row that results depend on, the target has as many rows as there are sums.
struct MmaLongRowsArguments
{
    SourceView<std::uint8_t> source;
    TargetView<std::uint8_t> target;
    int rowTaps, columnTaps; // the latter is 1
    int anchorX, anchorY;    // the latter is 0
    Alignment alignment;
    int tileRows; // a multiple of 16
    int tileChunks, bandChunks;
    const Words<4>* bands; // a lane's part of each of bandChunks matrices
    RowSums* sums;
    int groups;
};

// Sums of 16 rows and 32 columns: of two groups, of the upper and the lower 8 rows.
__device__ inline void sumLongRows(std::uint32_t (&sum)[2][2][4], const MmaLongRowsArguments& a,
                                   const std::uint32_t* words)
{
    const int pitch = a.tileChunks * 4;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        clear(sum[i / 2][i % 2]);
    const Words<4>* bands = a.bands + threadIdx.x % 32;
#pragma unroll 2
    for (int chunk = 0; chunk < a.bandChunks; ++chunk, bands += 32, words += 8)
    {
        const Words<4> band = *bands;
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
            const int group = i / 2, half = i % 2;
            const auto pixels = *reinterpret_cast<const Words<2>*>(words + half * 8 * pitch + group * 4);
            multiplyAdd(sum[group][half], band.word, pixels.word[0], pixels.word[1]);
        }
    }
}

// Writes the sums over i of row[i] * source(x + i - anchorX, y), which have 16 bits.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) mmaLongRowsU8Kernel(const MmaLongRowsArguments a)
{
    awaitEarlierWork();
    Chunk* const tile = dynamicShared<Chunk, Tile::MostChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (isBeyondTarget(a.target, block.x, block.y))
        return;
    loadSourceTile<Tile::Threads, 0>(SourceTile<0>{tile, a.tileChunks}, a.source,
                                     mmaWindow<Tile>(a, block.x, block.y, block.rows));
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    if (block.x + warp * 32 >= a.target.cols * a.target.channels)
        return;
    const int group = (block.x + a.alignment.targetSkew) / 16 + 2 * warp;
    const std::uint32_t* words =
        tile->word + lane / 4 * a.tileChunks * 4 + a.alignment.sourceSkewBytes / 8 * 2 + warp * 8 + lane % 4 * 2;
    RowSums* to = a.sums + (static_cast<std::ptrdiff_t>(block.y / 16) * a.groups + group) * Tile::GroupUnits + lane;
#pragma unroll 1
    for (int done = 0; done < block.rows; done += 16)
    {
        std::uint32_t sum[2][2][4];
        sumLongRows(sum, a, words);
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
            const int set = i / 2, pair = i % 2;
            const std::uint32_t upper = sum[set][0][2 * pair + 1] * 65536 + sum[set][0][2 * pair],
                                lower = sum[set][1][2 * pair + 1] * 65536 + sum[set][1][2 * pair];
            to[set * Tile::GroupUnits + pair * 32] = {{packU16x2(upper, lower), packHighBytes(upper, lower)}};
        }
        words += 16 * a.tileChunks * 4;
        to += static_cast<std::ptrdiff_t>(a.groups) * Tile::GroupUnits;
    }
}

template <class Finish> struct MmaLongColumnsArguments
{
    TargetView<std::uint8_t> target;
    Alignment alignment;
    int tileRows;            // a multiple of 16
    int slots, slotsOfImage; // of 16 rows, that 16 results depend on, and that there are
    Finish finish;
    const Words<4>* bands; // a lane's part of a matrix for each two slots
    const RowSums* sums;
    int groups;
};

// Copies the sums that a block needs to shared memory: slots from that of row y on, groups from that of column x on.
template <class Tile, class Arguments>
__device__ void loadRowSums(Chunk* tile, const Arguments& a, const BlockPlace& block)
{
    const int first = block.y / 16, group = (block.x + a.alignment.targetSkew) / 16;
    const int wanted = (block.rows + 15) / 16 + a.slots - 1, there = a.slotsOfImage - first;
    const int slots = wanted < there ? wanted : there;
    const int left = (a.target.cols * a.target.channels - block.x + 31) / 32 * 2; // groups of warps with results
    const int chunks = (left < Tile::Groups ? left : Tile::Groups) * Tile::GroupChunks;
    const auto* from = reinterpret_cast<const Chunk*>(a.sums + (static_cast<std::ptrdiff_t>(first) * a.groups + group) *
                                                                   Tile::GroupUnits);
#pragma unroll 1
    for (int slot = 0; slot < slots; ++slot)
    {
#pragma unroll 2
        for (int i = static_cast<int>(threadIdx.x); i < chunks; i += Tile::Threads)
            copyAsync16(tile + i, from + i);
        tile += Tile::Groups * Tile::GroupChunks;
        from += static_cast<std::ptrdiff_t>(a.groups) * Tile::GroupChunks;
    }
}

// Sums of 16 rows of results and 16 columns, times 256 those of high bytes: a lane's columns 0 and 1 of four, then 2
// and 3, each in two rows.
template <class Tile, class Arguments>
__device__ void sumLongColumns(std::uint32_t (&sum)[2][4], const Arguments& a, std::uint32_t start,
                               const RowSums* units)
{
    constexpr int slotUnits = Tile::Groups * Tile::GroupUnits;
    std::uint32_t high[2][4];
#pragma unroll
    for (int pair = 0; pair < 2; ++pair)
    {
        clear(sum[pair]);
        clear(high[pair]);
    }
    const Words<4>* bands = a.bands + threadIdx.x % 32;
#pragma unroll 2
    for (int slot = 0; slot < a.slots; slot += 2, bands += 32, units += 2 * slotUnits)
    {
        const Words<4> band = *bands;
#pragma unroll
        for (int pair = 0; pair < 2; ++pair)
        {
            const RowSums first = units[pair * 32], second = units[slotUnits + pair * 32];
            multiplyAdd(sum[pair], band.word, first.word[0], second.word[0]);
            multiplyAdd(high[pair], band.word, first.word[1], second.word[1]);
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        sum[i / 4][i % 4] += high[i / 4][i % 4] * 256 + start;
}

// Writes finish(sum over j of column[j] * sums(x, y + j)).
template <class Tile, class Finish>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    mmaLongColumnsU8Kernel(const MmaLongColumnsArguments<Finish> a)
{
    awaitEarlierWork();
    Chunk* const tile = dynamicShared<Chunk, Tile::MostChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (isBeyondTarget(a.target, block.x, block.y))
        return;
    loadRowSums<Tile>(tile, a, block);
    waitForCopies();
    __syncthreads();

    constexpr int slotChunks = Tile::Groups * Tile::GroupChunks;
    Chunk* const results = tile + (a.tileRows / 16 + a.slots - 1) * slotChunks;
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    if (block.x + warp * 32 < a.target.cols * a.target.channels)
#pragma unroll 1
        for (int done = 0; done < block.rows; done += 16)
#pragma unroll 1
            for (int group = 2 * warp; group < 2 * warp + 2; ++group)
            {
                std::uint32_t sum[2][4];
                sumLongColumns<Tile>(sum, a, Finish::start(),
                                     reinterpret_cast<const RowSums*>(tile + done / 16 * slotChunks) +
                                         group * Tile::GroupUnits + lane);
#pragma unroll
                for (int half = 0; half < 2; ++half)
                    (results + MmaResults<Tile>::at(done + 8 * half + lane / 4, group))->word[lane % 4] =
                        a.finish.pack(sum[0][2 * half], sum[0][2 * half + 1], sum[1][2 * half], sum[1][2 * half + 1]);
            }
    __syncthreads();
    MmaResults<Tile>::store(results, tile, a, block.x, block.y, block.rows);
}

}} // namespace cv::cudatiled
