// SPDX-License-Identifier: Apache-2.0
// Launching bandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../kernels/band_kernel.cuh"
#include "band_placement.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// As many rows as shared memory holds for the blocks that registers allow, at most kLeastFastShared for a block.
template <int RowChunks, int ColumnChunks>
struct Band : BandTile<8,
                       RowChunks >= 4      ? 112
                       : ColumnChunks == 2 ? 128
                       : RowChunks == 1  ? 80
                                         : 96,
                       RowChunks, ColumnChunks,
                       ColumnChunks == 2 ? 2
                       : RowChunks == 1  ? 4
                                         : 3>
{};

} // namespace

// Whether a tile that is so many chunks wide and high holds the windows of 16 x 16 results.
template <class Finish> bool fitsBand(const BandArguments<Finish>& a, int rowChunks, int columnChunks)
{
    const int width = a.placement.phase % 8 + 16 + (a.rowTaps - 1) * a.source.channels;
    return width <= 32 * rowChunks && 16 + a.columnTaps - 1 <= 32 * columnChunks;
}

template <int RowChunks, int ColumnChunks, class Finish>
void launchBandOf(BandArguments<Finish>& a, const char* name, CudaStream stream)
{
    using Tile = Band<RowChunks, ColumnChunks>;
    const int scalars = a.target.cols * a.target.channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, Tile::MinBlocks, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = (Tile::TileChunks + BandResults<Tile>::chunks) * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    launchGrid<Tile, bandKernel<Tile, Finish>>(name, a, tileGrid(tilesX, tilesY), stream, sharedBytes);
}

template <class Finish> void launchBand(BandArguments<Finish>& a, const CudaCall& call, const char* name)
{
    placeBand(a);
    const auto launch = fitsBand(a, 1, 1)   ? launchBandOf<1, 1, Finish>
                        : fitsBand(a, 2, 1) ? launchBandOf<2, 1, Finish>
                        : fitsBand(a, 3, 1) ? launchBandOf<3, 1, Finish>
                        : fitsBand(a, 2, 2) ? launchBandOf<2, 2, Finish>
                        : fitsBand(a, 4, 2) ? launchBandOf<4, 2, Finish>
                                            : launchBandOf<5, 2, Finish>;
    launch(a, name, call.stream);
}

// Null if the kernel is too long. Taps are as many of each list as the plan's kernel has.
template <class Finish>
CudaKernelPtr bandOf(const ImagePlan& plan, const Finish& finish, const std::vector<std::uint8_t>& row,
                     const std::vector<std::uint8_t>& column)
{
    if (plan.ksize.width > kBandTaps || plan.ksize.height > kBandTaps)
        return nullptr;
    BandArguments<Finish> a{};
    a.source = sourceView<std::uint8_t>(plan);
    a.target = targetView<std::uint8_t>(plan);
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.finish = finish;
    std::copy(row.begin(), row.end(), a.row);
    std::copy(column.begin(), column.end(), a.column);
    BandArguments<Finish> worst = a, best = a;
    worst.placement.phase = 7;
    if (fitsBand(worst, 5, 2))
        return fastKernel("bandKernel", a, launchBand<Finish>);
    if (!fitsBand(best, 5, 2))
        return nullptr;
    const auto takes = [](BandArguments<Finish> complete) {
        placeBand(complete);
        return fitsBand(complete, 5, 2);
    };
    return selectiveKernel("bandKernel", a, takes, launchBand<Finish>);
}

}} // namespace cv::cudatiled
