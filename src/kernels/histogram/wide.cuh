// SPDX-License-Identifier: Apache-2.0
// How many values of 16 bits an image has in each bin, channel by channel.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/shared_counters.cuh"
#include "../load/dynamic_shared.cuh"
#include "chunks.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block.
template <int Threads> struct WideHistogramTile
{
    static constexpr int ThreadsX = Threads, ThreadsY = 1, ChunksAtOnce = 2;
    static constexpr int MostWords = 32768; // of two counters each: 128 KB
    static constexpr int ChunkValues = kChunkBytes / 2;
};

// The counters of all channels in a row, of which the blocks of one y have a slice.
struct WideHistogramArguments
{
    ChunkedRows image;
    std::uint32_t shift, binsShift; // bin = value >> shift; there are 1 << binsShift bins
    std::uint32_t words;            // half the counters of a slice
    std::uint32_t copiesShift;      // 1 << copiesShift copies of them, of which each lane has one
    std::uint32_t* counts;          // of the bins of each channel, 0 at first
    std::ptrdiff_t countsStep;      // from those of a channel to those of the next one, in words
};

// Counters of 16 bits in shared memory; those of bins `words` apart share a word, so that neighbours do not. One that
// reaches 2^15 is moved to global memory before it can overflow: each thread adds 8 at most until it looks.
template <class Tile> class WideCounters
{
public:
    __device__ WideCounters(const WideHistogramArguments& a, std::uint32_t* shared)
        : a_(a), shared_(shared), first_(blockIdx.y * 2 * a.words)
    {
        static_assert(Tile::ThreadsX * Tile::ChunkValues < 0x8000, "a counter must not overflow meanwhile");
    }

    __device__ void clear() const
    {
        for (std::uint32_t i = threadIdx.x; i < a_.words << a_.copiesShift; i += Tile::ThreadsX)
            shared_[i] = 0;
    }

    // A value of that channel, `times` times.
    __device__ void count(std::uint32_t value, std::uint32_t channel, std::uint32_t times) const
    {
        const std::uint32_t counter = (channel << a_.binsShift) + (value >> a_.shift) - first_;
        if (counter >= 2 * a_.words) // another slice
            return;
        const bool upper = counter >= a_.words;
        const std::uint32_t place = upper ? 16 : 0, lane = threadIdx.x & ((1u << a_.copiesShift) - 1);
        std::uint32_t* const word = shared_ + ((upper ? counter - a_.words : counter) << a_.copiesShift) + lane;
        const std::uint32_t before = fetchAddShared(word, times << place) >> place & 0xffffu;
        if (before + times >= 0x8000u && (fetchAndShared(word, ~(0x8000u << place)) >> place & 0x8000u) != 0)
            addGlobal(global(counter), 0x8000u);
    }

    // The sums of all copies, added to those of other blocks.
    __device__ void addToGlobal() const
    {
        const std::uint32_t copies = 1u << a_.copiesShift;
        for (std::uint32_t i = threadIdx.x; i < a_.words; i += Tile::ThreadsX)
        {
            std::uint32_t low = 0, high = 0;
            for (std::uint32_t copy = 0; copy < copies; ++copy)
            {
                const std::uint32_t both = shared_[(i << a_.copiesShift) + ((copy + threadIdx.x) & (copies - 1))];
                low += both & 0xffffu;
                high += both >> 16;
            }
            if (low != 0)
                addGlobal(global(i), low);
            if (high != 0)
                addGlobal(global(i + a_.words), high);
        }
    }

private:
    __device__ std::uint32_t* global(std::uint32_t counter) const
    {
        const std::uint32_t bin = first_ + counter;
        return a_.counts + (bin >> a_.binsShift) * a_.countsStep + (bin & ((1u << a_.binsShift) - 1));
    }

    const WideHistogramArguments& a_;
    std::uint32_t* const shared_;
    const std::uint32_t first_; // counter of the slice
};

__device__ inline std::uint32_t valueOf(const Words<4>& words, int i)
{
    return words.word[i / 2] >> (16 * (i % 2)) & 0xffffu;
}

// The values of a chunk, of which the first is of that channel. Where each channel has one value, as in a flat part of
// an image, its values are added at once.
template <class Tile, int Channels>
__device__ void countWideChunk(const WideCounters<Tile>& counters, const Words<4>& words, std::uint32_t channel)
{
    constexpr int Values = Tile::ChunkValues;
    bool flat = true;
#pragma unroll
    for (int i = Channels; i < Values; ++i)
        flat = flat && valueOf(words, i) == valueOf(words, i - Channels);
#pragma unroll
    for (int i = 0; i < Values; ++i)
    {
        if (!flat || i < Channels)
            counters.count(valueOf(words, i), channel, flat ? (Values - i + Channels - 1) / Channels : 1);
        channel = channel + 1 == Channels ? 0 : channel + 1;
    }
}

// Values of a chunk that a row does not fill.
template <class Tile, int Channels>
__device__ void countWideEnd(const WideCounters<Tile>& counters, const ChunkPlace& place, std::ptrdiff_t rowBytes)
{
    const auto* const row = reinterpret_cast<const std::uint16_t*>(place.row);
#pragma unroll 1
    for (std::ptrdiff_t i = place.begin < 0 ? 0 : place.begin / 2;
         i < (place.begin + kChunkBytes) / 2 && i < rowBytes / 2; ++i)
        counters.count(row[i], static_cast<std::uint32_t>(i % Channels), 1);
}

template <class Tile, int Channels>
__global__ void __launch_bounds__(Tile::ThreadsX) wideHistogramKernel(const WideHistogramArguments a)
{
    awaitEarlierWork();
    const WideCounters<Tile> counters(a, dynamicShared<std::uint32_t, Tile::MostWords>());
    counters.clear();
    __syncthreads();
    ChunkWalk walk(a.image, Tile::ThreadsX);
    while (walk.isThere())
    {
        Words<4> words[Tile::ChunksAtOnce];
        std::uint32_t channel[Tile::ChunksAtOnce]; // of the first value
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
                    channel[k] = static_cast<std::uint32_t>(place.begin / 2 % Channels);
                }
                else
                    countWideEnd<Tile, Channels>(counters, place, a.image.rowBytes);
            }
            walk.next();
        }
#pragma unroll
        for (int k = 0; k < Tile::ChunksAtOnce; ++k)
            if (whole[k])
                countWideChunk<Tile, Channels>(counters, words[k], channel[k]);
    }
    __syncthreads();
    counters.addToGlobal();
}

}} // namespace cv::cudatiled
