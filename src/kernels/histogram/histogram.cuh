// SPDX-License-Identifier: Apache-2.0
// How many bytes of each level an image has, channel by channel.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/levels.hpp"
#include "chunks.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: each thread counts chunks, so many of them from one round of loads.
template <int Threads, int MinBlocks_, int ChunksAtOnce_> struct HistogramTile
{
    static constexpr int ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_, ChunksAtOnce = ChunksAtOnce_;
    // A counter of 16 bits belongs to a lane of each warp: after so many chunks of each thread it might overflow.
    static constexpr int MostChunks = 65535 / (Threads / 32 * kChunkBytes);
};

struct HistogramArguments
{
    ChunkedRows image;
    std::uint32_t* counts;     // kLevels for each channel, 0 at first
    std::ptrdiff_t countsStep; // from those of a channel to those of the next one, in words
};

// The counters of a block. Each lane has its own memory bank, whatever the pixels are: no two add to one bank at once.
// Counters of levels 128 apart share a word.
template <int Channels> struct LaneCounters
{
    static constexpr int Copies = Channels == 4 ? 16 : 32; // 48 KB at most; of 16, two lanes have one
    static constexpr int Words = kLevels / 2;

    std::uint32_t words[Channels * Words][Copies];
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

// Adds the sums of all lanes to the counts of other blocks. Lanes begin at different copies to avoid bank conflicts.
template <class Tile, int Channels>
__device__ void addCounters(const LaneCounters<Channels>& counters, const HistogramArguments& a)
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
        std::uint32_t* const ofChannel = a.counts + i / Words * a.countsStep + i % Words;
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
    ChunkWalk walk(a.image, Tile::ThreadsX);
    while (walk.isThere())
    {
        Words<4> words[Tile::ChunksAtOnce];
        std::uint32_t channel[Tile::ChunksAtOnce]; // of the first byte
        bool whole[Tile::ChunksAtOnce];
#pragma unroll
        for (int k = 0; k < Tile::ChunksAtOnce; ++k)
        {
            whole[k] = false;
            if (walk.isThere())
            {
                const ChunkPlace place = walk.place();
                whole[k] = place.isWhole(a.image.rowBytes);
                if (whole[k])
                {
                    words[k] = place.words();
                    channel[k] = (Channels == 3 ? walk.x() + 2 * place.skew : static_cast<std::uint32_t>(place.begin)) %
                                 Channels;
                }
                else
#pragma unroll 1
                    for (std::ptrdiff_t i = place.begin < 0 ? 0 : place.begin;
                         i < place.begin + kChunkBytes && i < a.image.rowBytes; ++i)
                        histogram.count(histogram.ofChannel(static_cast<std::uint32_t>(i % Channels)), place.row[i]);
            }
            walk.next();
        }
#pragma unroll
        for (int k = 0; k < Tile::ChunksAtOnce; ++k)
            if (whole[k])
                histogram.countChunk(words[k], channel[k]);
    }
    __syncthreads();
    addCounters<Tile>(counters, a);
}

struct ClearCountsArguments
{
    std::uint32_t* counts;
    std::ptrdiff_t countsStep;
};

// A block for each kLevels counts of each channel.
template <class Tile> __global__ void __launch_bounds__(Tile::ThreadsX) clearCountsKernel(const ClearCountsArguments a)
{
    awaitEarlierWork();
    a.counts[blockIdx.y * a.countsStep + blockIdx.x * kLevels + threadIdx.x] = 0;
}

}} // namespace cv::cudatiled
