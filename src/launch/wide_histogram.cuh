// SPDX-License-Identifier: Apache-2.0
// Launching the kernel that counts values of 16 bits. Nothing was measured for it.
#pragma once

#include "../kernels/histogram/wide.cuh"
#include "histogram.cuh"

namespace cv { namespace cudatiled {

// How the counters of a block lie in its shared memory.
struct WideLayout
{
    std::uint32_t words, copiesShift; // as in WideHistogramArguments
    int slices;

    std::size_t bytes() const { return (std::size_t(words) << copiesShift) * sizeof(std::uint32_t); }
};

// With the counters of all bins one block fills a multiprocessor; with half of them, or fewer, several fit.
using WideTile = WideHistogramTile<512>;
using WidestTile = WideHistogramTile<1024>;
constexpr std::uint32_t kWordsOfSeveralBlocks = WideTile::MostWords / 2;
constexpr int kWideBlocks = 3; // of a multiprocessor

// As few slices as the memory allows, and copies as long as several blocks fit.
inline WideLayout wideLayout(int counters, std::size_t sharedBytes)
{
    const std::uint32_t most =
        sharedBytes >= WidestTile::MostWords * sizeof(std::uint32_t) ? WidestTile::MostWords : kWordsOfSeveralBlocks;
    WideLayout layout{std::min(static_cast<std::uint32_t>(counters) / 2, most), 0, 0};
    layout.slices = static_cast<int>((counters / 2 + layout.words - 1) / layout.words);
    while (layout.copiesShift < 5 && layout.words << (layout.copiesShift + 1) <= kWordsOfSeveralBlocks)
        ++layout.copiesShift;
    return layout;
}

inline std::uint32_t log2Of(std::uint32_t powerOfTwo)
{
    std::uint32_t shift = 0;
    while (1u << shift < powerOfTwo)
        ++shift;
    return shift;
}

template <class Tile>
void launchWideHistogramOf(int channels, WideHistogramArguments a, const WideLayout& layout, int blocksAtOnce,
                           std::uint32_t mostWords, CudaStream stream)
{
    const std::int64_t blocks =
        std::min<std::int64_t>(blocksForChunks(a.image, Tile::ThreadsX), kMultiprocessors * blocksAtOnce);
    setThreads(a.image, blocks * Tile::ThreadsX);
    withChannels(channels, [&](auto count) {
        launchGrid<Tile, wideHistogramKernel<Tile, decltype(count)::value>>(
            "wideHistogramKernel", a, dim3(static_cast<unsigned>(blocks), layout.slices), stream, layout.bytes(),
            mostWords * sizeof(std::uint32_t));
    });
}

// Counts the values of the region: `bins` words for each channel. Blocks may have that much shared memory.
inline void launchWideHistogram(int channels, int bins, std::size_t sharedBytes, const CudaSource& src,
                                const CountsTarget& target, CudaStream stream, const char* function)
{
    requireCountable(src.region.size, function);
    clearCounts(target, bins, channels, stream);
    const WideLayout layout = wideLayout(channels * bins, sharedBytes);
    const std::uint32_t binsShift = log2Of(static_cast<std::uint32_t>(bins));
    const WideHistogramArguments a{chunkedRows(src, channels * sizeof(std::uint16_t)),
                                   16 - binsShift,
                                   binsShift,
                                   layout.words,
                                   layout.copiesShift,
                                   target.counts,
                                   target.step};
    if (layout.words > kWordsOfSeveralBlocks)
        launchWideHistogramOf<WidestTile>(channels, a, layout, 1, WidestTile::MostWords, stream);
    else
        launchWideHistogramOf<WideTile>(channels, a, layout, kWideBlocks, kWordsOfSeveralBlocks, stream);
}

}} // namespace cv::cudatiled
