// SPDX-License-Identifier: Apache-2.0
// Tiles of mmaSplitKernel, and what lanes read of them.
#pragma once

#include "../../core/intrinsics.cuh"
#include "tile.cuh"

namespace cv { namespace cudatiled {

constexpr int kMmaSplitTaps = 33; // at most, of a row and of a column

// Shape of the work of one block: warps beside each other, each with `Strips` strips of 16 columns, 8 rows at a time. A
// strip has one channel: neighbouring strips of an image of one channel, else a strip for each channel.
//   Halo       columns and rows of the source beyond the results, for Halo + 1 taps
//   Factors    how numbers are split
template <class Factors_, class S_, int Channels_, int Halo_, int MinBlocks_> struct MmaSplitTile
{
    using Factors = Factors_;
    using S = S_;
    static constexpr int Warps = 4, Threads = 32 * Warps, ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_;
    static constexpr int Channels = Channels_, Halo = Halo_, Step = 8;
    static constexpr int Strips = Channels == 1 ? Factors::strips : Channels;
    static constexpr int WarpWidth = 16 * Strips, Width = Warps * WarpWidth; // scalars
    static constexpr int Groups = (16 + Halo_) / 16;                         // of 16 columns for 16 results along a row
    static constexpr int Slots = (8 + Halo_) / 8;                            // of 8 rows for 8 results down a column
    static constexpr int needed = ((Width + Halo_ * Channels) * static_cast<int>(sizeof(S)) + 15) / 16 + 1;
    // Floats of a pixel that a lane reads at once: single ones of four channels would lie in four banks for all lanes.
    // Two channels with a wide halo would spill.
    static constexpr int Together = sizeof(S) == 4 && (Channels == 4 || (Channels == 2 && Halo == 16)) ? Channels : 1;
    // Rows of one to three floats a pixel are in different banks if their chunks are 2 more than a multiple of 4,
    // others if their chunks are odd.
    static constexpr int Chunks = sizeof(S) == 4 && Channels < 4 ? (needed + 1) / 4 * 4 + 2 : needed / 2 * 2 + 1;
    static constexpr int Pitch = Chunks * 16 / static_cast<int>(sizeof(S)); // scalars
    // Of the 227 KB of compute capability 9.0, a block has 1 KB less than its share; 8.6, 8.9 and 12.0 let it have 99
    // KB.
    static constexpr int share = 227 * 1024 / MinBlocks_ - 1024, most = share < 99 * 1024 ? share : 99 * 1024;
    static constexpr int room = (most - Factors::template bandBytes<Halo_>()) / 16; // chunks
    static constexpr int Rows = (room / Chunks - Halo_) / Step * Step;              // at most
    static constexpr int TileChunks = (Rows + Halo_) * Chunks;
    static_assert(Rows >= 32, "too little shared memory");
};

// A lane's pixels of one row of the tile, of 8 or 16 bits: four columns of every 16, all channels. Factors may have any
// common order of columns: these make whole words, and the lanes of a row lie in different banks.
template <class Tile> struct PixelWords
{
    using S = typename Tile::S;
    static constexpr int Channels = Tile::Channels, bytes = static_cast<int>(sizeof(S));
    static constexpr int run = Channels == 4 ? 1 : 4 / bytes; // neighbouring columns
    static constexpr int runs = 4 / run, perRun = run * Channels * bytes / 4;
    static constexpr int groups = Channels == 1 ? Tile::Groups + Tile::Strips - 1 : Tile::Groups;
    std::uint32_t word[groups][runs * perRun];

    // The column of pixel `e` of lanes 4 g + t.
    CUDATILED_HOST_DEVICE static constexpr int column(int t, int e) { return e / run * (4 * run) + t * run + e % run; }

    // `row` is the word with the first column's pixel, which begins at bit `bits`.
    __device__ void load(const std::uint32_t* row, int bits)
    {
        const std::uint32_t* const own = row + static_cast<int>(threadIdx.x % 4) * perRun;
#pragma unroll
        for (int i = 0; i < groups * runs; ++i)
        {
            const std::uint32_t* const from = own + i * 4 * perRun;
            std::uint32_t(&to)[runs * perRun] = word[i / runs];
#pragma unroll
            for (int w = 0; w < perRun; ++w)
                to[i % runs * perRun + w] = from[w];
            if (bits == 0)
                continue;
            const std::uint32_t last = from[perRun];
#pragma unroll
            for (int w = i % runs * perRun; w < (i % runs + 1) * perRun; ++w)
                to[w] = shiftedWord(to[w], w + 1 < (i % runs + 1) * perRun ? to[w + 1] : last, bits);
        }
    }

    // Of one channel: the four bytes, or two of the four numbers of 16 bits.
    __device__ std::uint32_t fourBytes(int group, int channel) const
    {
        return gatherBytes<Channels>(word[group], channel);
    }
    __device__ std::uint32_t pair(int group, int channel, int i) const
    {
        const std::uint32_t* const from = word[group] + i * (runs / 2 * perRun);
        if (Channels == 1)
            return from[0];
        const int second = channel + Channels; // a run of one has its channels in whole words as well
        return joinedU16x2(from[channel / 2], channel % 2, from[second / 2], second % 2);
    }
};

}} // namespace cv::cudatiled
