// SPDX-License-Identifier: Apache-2.0
// How many bytes of each level an image has, channel by channel.
#pragma once

#include <cstddef>

#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"
#include "../../core/levels.hpp"

namespace cv { namespace cudatiled {

// Shape of the work of one block: each thread counts chunks, so many of them from one round of loads.
template <int Threads, int MinBlocks_, int ChunksAtOnce_> struct HistogramTile
{
    static constexpr int ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_, ChunksAtOnce = ChunksAtOnce_;
    static constexpr int ChunkBytes = 16;
    // After so many chunks of each thread a counter of 16 bits might overflow; it belongs to a lane of each warp.
    static constexpr int MostChunks = 65535 / (Threads / 32 * ChunkBytes);
};

// The chunks of a row lie at multiples of 16 bytes; all rows have so many that each is covered, wherever it begins.
struct HistogramArguments
{
    const std::uint8_t* pixels;
    std::ptrdiff_t step, rowBytes;
    std::uint32_t rows, chunksInRow;
    std::uint32_t rowsApart, chunksApart; // from a chunk of a thread to its next one
    std::uint32_t* counts;                // kLevels for each channel, 0 at first
};

// The counters of a block. Each lane has its own memory bank, whatever the pixels are: no two add to one bank at once.
// Counters of levels 128 apart share a word.
template <int Channels> struct LaneCounters
{
    static constexpr int Copies = Channels == 4 ? 16 : 32; // 48 KB at most; of 16, two lanes have one
    static constexpr int Words = kLevels / 2;

    std::uint32_t words[Channels * Words][Copies];
};

struct HistogramChunk
{
    Words<4> words;
    std::uint32_t channel; // of the first byte
    bool whole;
};

template <int Channels> class LaneHistogram
{
public:
    using Counters = LaneCounters<Channels>;

    __device__ explicit LaneHistogram(Counters& counters) : first_(&counters.words[0][threadIdx.x % Counters::Copies])
    {}

    __device__ void count(std::uint32_t* ofChannel, std::uint32_t level) const
    {
        addShared(ofChannel + (level & 127u) * Counters::Copies, level & 128u ? 0x10000u : 1u);
    }

    __device__ std::uint32_t* ofChannel(std::uint32_t channel) const
    {
        return first_ + channel * (Counters::Words * Counters::Copies);
    }

    // 16 bytes, of which the first is of that channel.
    __device__ void countChunk(const Words<4>& chunk, std::uint32_t channel) const
    {
        std::uint32_t* counters[Channels];
#pragma unroll
        for (int c = 0; c < Channels; ++c)
        {
            counters[c] = ofChannel(channel);
            channel = channel + 1 == Channels ? 0 : channel + 1;
        }
#pragma unroll
        for (int i = 0; i < 16; ++i)
            count(counters[i % Channels], chunk.word[i / 4] >> (8 * (i % 4)) & 255u);
    }

private:
    std::uint32_t* const first_;
};

// The sums of all lanes, added to those of other blocks. Lanes begin at different copies, for the sake of banks.
template <class Tile, int Channels>
__device__ void addCounters(const LaneCounters<Channels>& counters, std::uint32_t* counts)
{
    constexpr int Copies = LaneCounters<Channels>::Copies, Words = LaneCounters<Channels>::Words;
    for (int i = threadIdx.x; i < Channels * Words; i += Tile::ThreadsX)
    {
        std::uint32_t low = 0, high = 0;
#pragma unroll 8
        for (int copy = 0; copy < Copies; ++copy)
        {
            const std::uint32_t both = counters.words[i][(copy + threadIdx.x) % Copies];
            low += both & 0xffffu;
            high += both >> 16;
        }
        std::uint32_t* const ofChannel = counts + i / Words * kLevels + i % Words;
        if (low != 0)
            addGlobal(ofChannel, low);
        if (high != 0)
            addGlobal(ofChannel + Words, high);
    }
}

template <class Tile, int Channels>
__global__ void __launch_bounds__(Tile::ThreadsX, Tile::MinBlocks) histogramKernel(const HistogramArguments a)
{
    __shared__ LaneCounters<Channels> counters;
    awaitEarlierWork();
    for (int i = threadIdx.x; i < Channels * LaneCounters<Channels>::Words * LaneCounters<Channels>::Copies;
         i += Tile::ThreadsX)
        (&counters.words[0][0])[i] = 0;
    __syncthreads();

    const LaneHistogram<Channels> histogram(counters);
    const std::uint64_t first = static_cast<std::uint64_t>(blockIdx.x) * Tile::ThreadsX + threadIdx.x;
    auto y = static_cast<std::uint32_t>(first / a.chunksInRow), x = static_cast<std::uint32_t>(first % a.chunksInRow);
    while (y < a.rows)
    {
        HistogramChunk chunk[Tile::ChunksAtOnce];
#pragma unroll
        for (auto& c : chunk)
        {
            c.whole = false;
            if (y < a.rows)
            {
                const std::uint8_t* const row = a.pixels + static_cast<std::ptrdiff_t>(y) * a.step;
                const auto skew = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(row) % Tile::ChunkBytes);
                const std::ptrdiff_t begin = static_cast<std::ptrdiff_t>(x) * Tile::ChunkBytes - skew,
                                     end = begin + Tile::ChunkBytes;
                c.whole = begin >= 0 && end <= a.rowBytes;
                if (c.whole)
                {
                    c.words = *reinterpret_cast<const Words<4>*>(row + begin);
                    c.channel = (Channels == 3 ? x + 2 * skew : static_cast<std::uint32_t>(begin)) % Channels;
                }
                else
#pragma unroll 1
                    for (std::ptrdiff_t i = begin < 0 ? 0 : begin; i < end && i < a.rowBytes; ++i)
                        histogram.count(histogram.ofChannel(static_cast<std::uint32_t>(i % Channels)), row[i]);
            }
            x += a.chunksApart;
            y += a.rowsApart;
            if (x >= a.chunksInRow)
            {
                x -= a.chunksInRow;
                ++y;
            }
        }
#pragma unroll
        for (const auto& c : chunk)
            if (c.whole)
                histogram.countChunk(c.words, c.channel);
    }
    __syncthreads();
    addCounters<Tile>(counters, a.counts);
}

struct ClearCountsArguments
{
    std::uint32_t* counts;
    int channels;
};

template <class Tile> __global__ void __launch_bounds__(Tile::ThreadsX) clearCountsKernel(const ClearCountsArguments a)
{
    awaitEarlierWork();
    for (int c = 0; c < a.channels; ++c)
        a.counts[c * kLevels + threadIdx.x] = 0;
}

}} // namespace cv::cudatiled
