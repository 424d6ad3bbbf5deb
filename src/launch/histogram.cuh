// SPDX-License-Identifier: Apache-2.0
// Launching the kernels that count levels and make tables of the counts.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/histogram/contrast.cuh"
#include "../kernels/histogram/equalize.cuh"
#include "../kernels/histogram/grey_world.cuh"
#include "../kernels/histogram/histogram.cuh"
#include "../kernels/histogram/level_tables.cuh"
#include "../kernels/histogram/thresholds.cuh"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

constexpr char kHistogramKernels[] = "clearCountsKernel + histogramKernel";
constexpr char kLevelTablesKernel[] = "levelTablesKernel";

// Counts of each channel, `step` words apart.
struct CountsTarget
{
    std::uint32_t* counts;
    std::ptrdiff_t step;
};

// The region in chunks, without the distances between those of a thread.
inline ChunkedRows chunkedRows(const CudaSource& src, std::size_t pixelBytes)
{
    const std::ptrdiff_t rowBytes = static_cast<std::ptrdiff_t>(src.region.size.width * pixelBytes);
    return {reinterpret_cast<const std::uint8_t*>(firstPixel(src, pixelBytes)),
            static_cast<std::ptrdiff_t>(src.step),
            rowBytes,
            static_cast<std::uint32_t>(src.region.size.height),
            static_cast<std::uint32_t>((rowBytes + 2 * kChunkBytes - 2) / kChunkBytes),
            0,
            0};
}

inline std::int64_t blocksForChunks(const ChunkedRows& image, std::int64_t chunksOfBlock)
{
    return (static_cast<std::int64_t>(image.chunksInRow) * image.rows + chunksOfBlock - 1) / chunksOfBlock;
}

inline void setThreads(ChunkedRows& image, std::int64_t threads)
{
    image.rowsApart = static_cast<std::uint32_t>(threads / image.chunksInRow);
    image.chunksApart = static_cast<std::uint32_t>(threads % image.chunksInRow);
}

inline void clearCounts(const CountsTarget& target, int bins, int channels, CudaStream stream)
{
    launchGrid<LevelTile, clearCountsKernel<LevelTile>>(
        "clearCountsKernel", ClearCountsArguments{target.counts, target.step}, dim3(bins / kLevels, channels), stream);
}

// Blocks may have `sharedBytes` of shared memory.
template <int Channels>
void launchHistogramOf(ChunkedRows image, std::size_t sharedBytes, const CountsTarget& target, CudaStream stream)
{
    using Tile = HistogramTile<512, Channels == 3 ? 2 : 3, 4, Channels>;
    constexpr std::size_t kCopyBytes = Tile::Counters * sizeof(std::uint32_t);
    constexpr std::size_t kAllBytes = kCopyBytes * Tile::MostCopies;
    // All copies for four channels take 128 KB: a multiprocessor would have one block. For three they take 96 KB, more
    // than a block may have on some devices.
    const bool allCopies = Channels < 3 || (Channels == 3 && sharedBytes >= kAllBytes);
    const std::uint32_t copies = allCopies ? Tile::MostCopies : Tile::MostCopies / 2;
    const std::int64_t blocks =
        std::min<std::int64_t>(blocksForChunks(image, Tile::ThreadsX), kMultiprocessors * Tile::MinBlocks);
    setThreads(image, blocks * Tile::ThreadsX);
    launchGrid<Tile, histogramKernel<Tile>>("histogramKernel",
                                            HistogramArguments{image, target.counts, target.step, copies},
                                            dim3(static_cast<unsigned>(blocks)), stream, copies * kCopyBytes);
}

inline void requireCountable(cv::Size size, const char* function)
{
    CUDATILED_REQUIRE(static_cast<std::int64_t>(size.width) * size.height <= 0x7fffffff, function, StsOutOfRange,
                      "the image of %d x %d pixels is too large; it may have 2^31 - 1 pixels", size.width, size.height);
}

// Counts the levels of the region: kLevels words for each channel.
inline void launchHistogram(int channels, std::size_t sharedBytes, const CudaSource& src, const CountsTarget& target,
                            CudaStream stream, const char* function)
{
    requireCountable(src.region.size, function);
    clearCounts(target, kLevels, channels, stream);
    withChannels(channels, [&](auto count) {
        launchHistogramOf<decltype(count)::value>(chunkedRows(src, channels), sharedBytes, target, stream);
    });
}

// From counts of `pixels` pixels to kLevels bytes for each channel.
template <class Table>
void launchLevelTables(const Table& table, const LevelCounts& counts, std::uint8_t* levels, CudaStream stream)
{
    launchGrid<LevelTile, levelTablesKernel<LevelTile, Table>>(
        kLevelTablesKernel, LevelTablesArguments<Table>{counts, table, levels}, dim3(counts.channels), stream);
}

}} // namespace cv::cudatiled
