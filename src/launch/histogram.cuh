// SPDX-License-Identifier: Apache-2.0
// Launching the kernels that count levels and make tables of the counts. Nothing was measured for them.
#pragma once

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

template <int Channels> void launchHistogramOf(HistogramArguments& a, CudaStream stream)
{
    using Tile = HistogramTile<512, 3, 4>;
    const std::int64_t rowBytes = a.rowBytes, chunksInRow = (rowBytes + 2 * Tile::ChunkBytes - 2) / Tile::ChunkBytes,
                       chunks = chunksInRow * a.rows;
    const std::int64_t blocks = std::max(
        std::min<std::int64_t>((chunks + Tile::ThreadsX - 1) / Tile::ThreadsX, kMultiprocessors * Tile::MinBlocks),
        (chunks + Tile::ThreadsX * Tile::MostChunks - 1) / (Tile::ThreadsX * Tile::MostChunks));
    a.chunksInRow = static_cast<std::uint32_t>(chunksInRow);
    a.rowsApart = static_cast<std::uint32_t>(blocks * Tile::ThreadsX / chunksInRow);
    a.chunksApart = static_cast<std::uint32_t>(blocks * Tile::ThreadsX % chunksInRow);
    launchGrid<Tile, histogramKernel<Tile, Channels>>("histogramKernel", a, dim3(static_cast<unsigned>(blocks)),
                                                      stream);
}

// Counts the levels of the region: kLevels words for each channel.
inline void launchHistogram(int channels, const CudaSource& src, std::uint32_t* counts, CudaStream stream,
                            const char* function)
{
    const cv::Size size = src.region.size;
    CUDATILED_REQUIRE(static_cast<std::int64_t>(size.width) * size.height <= 0x7fffffff, function, StsOutOfRange,
                      "the image of %d x %d pixels is too large; it may have 2^31 - 1 pixels", size.width, size.height);
    launchGrid<LevelTile, clearCountsKernel<LevelTile>>("clearCountsKernel", ClearCountsArguments{counts, channels},
                                                        dim3(1), stream);
    HistogramArguments a{reinterpret_cast<const std::uint8_t*>(firstPixel(src, channels)),
                         static_cast<std::ptrdiff_t>(src.step),
                         static_cast<std::ptrdiff_t>(size.width) * channels,
                         static_cast<std::uint32_t>(size.height),
                         0,
                         0,
                         0,
                         counts};
    switch (channels)
    {
    case 1: return launchHistogramOf<1>(a, stream);
    case 2: return launchHistogramOf<2>(a, stream);
    case 3: return launchHistogramOf<3>(a, stream);
    default: return launchHistogramOf<4>(a, stream);
    }
}

// From counts of that many pixels to kLevels bytes for each channel.
template <class Table>
void launchLevelTables(const Table& table, const LevelCounts& counts, std::uint8_t* levels, CudaStream stream)
{
    launchGrid<LevelTile, levelTablesKernel<LevelTile, Table>>(
        kLevelTablesKernel, LevelTablesArguments<Table>{counts, table, levels}, dim3(1), stream);
}

}} // namespace cv::cudatiled
