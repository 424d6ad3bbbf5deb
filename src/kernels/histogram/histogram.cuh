// SPDX-License-Identifier: Apache-2.0
// How many bytes of each level an image has, channel by channel.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/levels.hpp"
#include "../load/dynamic_shared.cuh"
#include "chunks.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: each thread counts chunks, so many of them from one round of loads.
template <int Threads, int MinBlocks_, int ChunksAtOnce_, int Channels_> struct HistogramTile
{
    static constexpr int ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_, ChunksAtOnce = ChunksAtOnce_;
    static constexpr int Channels = Channels_, Counters = Channels * kLevels; // of a copy
    static constexpr int MostCopies = 32;
};

struct HistogramArguments
{
    ChunkedRows image;
    std::uint32_t* counts;     // kLevels for each channel, 0 at first
    std::ptrdiff_t countsStep; // from those of a channel to those of the next one, in words
    std::uint32_t copies;      // of a block's counters, a power of 2 up to Tile::MostCopies
};

// The counters of a block: for each level of each channel all copies. With 32 copies each lane has its own memory bank,
// whatever the pixels are, so that no two lanes add to one bank at once.
template <class Tile> class LaneHistogram
{
public:
    __device__ LaneHistogram(std::uint32_t* counters, std::uint32_t copies)
        : first_(reinterpret_cast<char*>(counters + (threadIdx.x & (copies - 1)))), apart_(copies * 4)
    {}

    __device__ void count(char* ofChannel, std::uint32_t level) const
    {
        addShared(reinterpret_cast<std::uint32_t*>(ofChannel + level * apart_), 1);
    }

    __device__ char* ofChannel(std::uint32_t channel) const { return first_ + channel * kLevels * apart_; }

    // 16 bytes, of which the first is of that channel.
    __device__ void countChunk(const Words<4>& chunk, std::uint32_t channel) const
    {
        char* counters[Tile::Channels];
#pragma unroll
        for (int c = 0; c < Tile::Channels; ++c)
        {
            counters[c] = ofChannel(channel);
            channel = channel + 1 == Tile::Channels ? 0 : channel + 1;
        }
#pragma unroll
        for (int i = 0; i < 16; ++i)
            count(counters[i % Tile::Channels], permuteBytes(chunk.word[i / 4], 0, 0x4440u + i % 4));
    }

private:
    char* const first_;
    const std::uint32_t apart_; // bytes from a counter to that of the next level
};

// Adds the sums of all copies to the counts of other blocks. Lanes begin at different copies to avoid bank conflicts.
template <class Tile> __device__ void addCounters(const std::uint32_t* counters, const HistogramArguments& a)
{
    for (std::uint32_t i = threadIdx.x; i < Tile::Counters; i += Tile::ThreadsX)
    {
        std::uint32_t sum = 0;
#pragma unroll 8
        for (std::uint32_t copy = 0; copy < a.copies; ++copy)
            sum += counters[i * a.copies + ((copy + threadIdx.x) & (a.copies - 1))];
        if (sum != 0)
            addGlobal(a.counts + i / kLevels * a.countsStep + i % kLevels, sum);
    }
}

template <class Tile>
__global__ void __launch_bounds__(Tile::ThreadsX, Tile::MinBlocks) histogramKernel(const HistogramArguments a)
{
    std::uint32_t* const counters = dynamicShared<std::uint32_t, Tile::Counters * Tile::MostCopies>();
    awaitEarlierWork();
    for (std::uint32_t i = threadIdx.x; i < Tile::Counters * a.copies; i += Tile::ThreadsX)
        counters[i] = 0;
    __syncthreads();

    const LaneHistogram<Tile> histogram(counters, a.copies);
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
                    channel[k] =
                        (Tile::Channels == 3 ? walk.x() + 2 * place.skew : static_cast<std::uint32_t>(place.begin)) %
                        Tile::Channels;
                }
                else
#pragma unroll 1
                    for (std::ptrdiff_t i = place.begin < 0 ? 0 : place.begin;
                         i < place.begin + kChunkBytes && i < a.image.rowBytes; ++i)
                        histogram.count(histogram.ofChannel(static_cast<std::uint32_t>(i % Tile::Channels)),
                                        place.row[i]);
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
