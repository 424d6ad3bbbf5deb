// SPDX-License-Identifier: Apache-2.0
// Launching bandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/band_kernel.cuh"
#include "band_placement.hpp"
#include "launch.cuh"
#include "narrow.hpp"

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

template <class Tile, class Finish>
void launchBand(const ImagePlan& plan, BandArguments<Finish>& a, const CudaSource& src, const CudaTarget& dst,
                CudaStream stream)
{
    a.source = sourceView<std::uint8_t>(plan, src);
    a.target = targetView<std::uint8_t>(plan, src, dst);
    const int scalars = a.target.cols * a.target.channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, Tile::MinBlocks, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = (Tile::TileChunks + BandResults<Tile>::chunks) * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    if constexpr (sharedBytes > 40 * 1024)
    {
        static std::atomic<std::uint64_t> devices{0};
        allowSharedMemory(bandKernel<Tile, Finish>, devices, sharedBytes);
    }
    launchGrid<Tile>("bandKernel", bandKernel<Tile, Finish>, a, tileGrid(tilesX, tilesY), stream, sharedBytes);
}

template <int RowChunks, int ColumnChunks, class Finish>
bool tryBandOf(const ImagePlan& plan, BandArguments<Finish>& a, const CudaSource& src, const CudaTarget& dst,
               CudaStream stream)
{
    const int width = a.placement.phase % 8 + 16 + (plan.ksize.width - 1) * CV_MAT_CN(plan.srcType);
    if (width > 32 * RowChunks || 16 + plan.ksize.height - 1 > 32 * ColumnChunks)
        return false;
    launchBand<Band<RowChunks, ColumnChunks>>(plan, a, src, dst, stream);
    return true;
}

// Runs bandKernel if it may be and the kernel is not too long for it; false if not. Taps are called with the arguments to fill in theirs.
template <class Finish, class Taps>
bool tryBand(const ImagePlan& plan, const Finish& finish, const Taps& taps, const CudaSource& src,
             const CudaTarget& dst, CudaStream stream)
{
    if (!fastKernels() || plan.ksize.width > kBandTaps || plan.ksize.height > kBandTaps || !isNarrow(plan, src.region))
        return false;
    BandArguments<Finish> a{};
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.placement = placeBand<std::uint8_t>(plan, src, dst);
    a.finish = finish;
    taps(a.row, a.column);
    return tryBandOf<1, 1>(plan, a, src, dst, stream) || tryBandOf<2, 1>(plan, a, src, dst, stream) ||
           tryBandOf<3, 1>(plan, a, src, dst, stream) || tryBandOf<2, 2>(plan, a, src, dst, stream) ||
           tryBandOf<4, 2>(plan, a, src, dst, stream) || tryBandOf<5, 2>(plan, a, src, dst, stream);
}

}} // namespace cv::cudatiled
