// SPDX-License-Identifier: Apache-2.0
// Launching mmaSeparableU8Kernel: which plans it fits, and how the work is cut.
#pragma once

#include "../kernels/mma/separable_u8.cuh"
#include "alignment.hpp"
#include "box_means.cuh"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int RowChunks, int ColumnChunks, bool Inside>
constexpr MmaSeparableU8Tuning kMmaSeparableU8 = mmaSeparableU8Tuning(RowChunks, ColumnChunks, Inside);

template <int RowChunks, int ColumnChunks, bool Inside>
struct MmaSeparableU8Shape : MmaSeparableU8Tile<kMmaSeparableU8<RowChunks, ColumnChunks, Inside>.warps,
                                                kMmaSeparableU8<RowChunks, ColumnChunks, Inside>.rows, RowChunks,
                                                ColumnChunks, kMmaSeparableU8<RowChunks, ColumnChunks, Inside>.blocks,
                                                kMmaSeparableU8<RowChunks, ColumnChunks, Inside>.reorders>
{};
} // namespace

// Whether a tile that is so many chunks wide and high holds the windows of 16 x 16 results.
template <class Arguments> bool fitsMma(const Arguments& a, int rowChunks, int columnChunks)
{
    const int width = a.alignment.sourceSkewBytes % 8 + 16 + (a.rowTaps - 1) * a.source.channels;
    return width <= 32 * rowChunks && 16 + a.columnTaps - 1 <= 32 * columnChunks;
}

template <int RowChunks, int ColumnChunks, class Finish, Images Held>
void launchMmaSeparableU8Of(MmaSeparableU8Arguments<Finish, Held>& a, const CudaCall& call, const char* name)
{
    using Tile = MmaSeparableU8Shape<RowChunks, ColumnChunks, kCountsInside<Finish>>;
    const int scalars = a.target.cols * a.target.channels + a.alignment.targetSkew;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    a.tileRows =
        rowsOfFewestRounds(tilesX * call.images, a.target.rows, kMultiprocessors * Tile::MinBlocks, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = (Tile::TileChunks + MmaResults<Tile>::chunks) * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    launchGrid<Tile, mmaSeparableU8Kernel<Tile, Finish, Held>>(name, a, tileGrid(tilesX, tilesY, call.images),
                                                               call.stream, sharedBytes);
}

template <int MostChannels, class Finish, Images Held>
void launchSmallestMmaSeparableU8(MmaSeparableU8Arguments<Finish, Held>& a, const CudaCall& call, const char* name)
{
    if (fitsMma(a, 1, 1))
        return launchMmaSeparableU8Of<1, 1>(a, call, name);
    if (fitsMma(a, 2, 1))
        return launchMmaSeparableU8Of<2, 1>(a, call, name);
    if constexpr (MostChannels > 1)
        if (fitsMma(a, 3, 1))
            return launchMmaSeparableU8Of<3, 1>(a, call, name);
    if (fitsMma(a, 2, 2))
        return launchMmaSeparableU8Of<2, 2>(a, call, name);
    if constexpr (MostChannels > 1)
        if (!fitsMma(a, 4, 2))
            return launchMmaSeparableU8Of<5, 2>(a, call, name);
    launchMmaSeparableU8Of<4, 2>(a, call, name);
}

template <int MostChannels, class Finish, Images Held>
void launchMmaSeparableU8(MmaSeparableU8Arguments<Finish, Held>& a, const CudaCall& call, const char* name)
{
    align(a, a.anchorX, kChunkBytes, kChunkBytes);
    if constexpr (Held == Images::AnySize)
        if (call.images == 1)
        {
            auto alone = withViewsOf<Images::One>(a);
            return launchSmallestMmaSeparableU8<MostChannels>(alone, call, name);
        }
    launchSmallestMmaSeparableU8<MostChannels>(a, call, name);
}

// Null if the kernel is too long. The lists hold as many taps as the plan's kernel has. MostChannels is 1 or 4; 1 makes
// fewer instances. Means of the pixels inside have none for batches, whose registers would spill.
template <int MostChannels = 4, class Finish>
CudaKernelPtr mmaSeparableU8For(const ImagePlan& plan, const Finish& finish, const std::vector<std::uint8_t>& row,
                                const std::vector<std::uint8_t>& column)
{
    if (plan.ksize.width > kMmaSeparableTaps || plan.ksize.height > kMmaSeparableTaps)
        return nullptr;
    constexpr Images held = kCountsInside<Finish> ? Images::One : Images::AnySize;
    using Arguments = MmaSeparableU8Arguments<Finish, held>;
    Arguments a{sourceView<std::uint8_t, held>(plan),
                targetView<std::uint8_t, held>(plan),
                plan.ksize.width,
                plan.ksize.height,
                plan.anchor.x,
                plan.anchor.y,
                {},
                0,
                finish,
                {}};
    std::copy(row.begin(), row.end(), a.taps.row);
    std::copy(column.begin(), column.end(), a.taps.column);
    Arguments worst = a, best = a;
    worst.alignment.sourceSkewBytes = 7;
    if (fitsMma(worst, 5, 2))
        return fastKernel("mmaSeparableU8Kernel", a, launchMmaSeparableU8<MostChannels, Finish, held>);
    if (!fitsMma(best, 5, 2))
        return nullptr;
    const auto takes = [](Arguments complete) {
        align(complete, complete.anchorX, kChunkBytes, kChunkBytes);
        return fitsMma(complete, 5, 2);
    };
    return selectiveKernel("mmaSeparableU8Kernel", a, takes, launchMmaSeparableU8<MostChannels, Finish, held>);
}

// The same for a box.
template <int MostChannels = 4, class Finish> CudaKernelPtr mmaBoxFor(const ImagePlan& plan, const Finish& finish)
{
    if (plan.ksize.width > kMmaSeparableTaps || plan.ksize.height > kMmaSeparableTaps)
        return nullptr;
    return mmaSeparableU8For<MostChannels>(plan, finish, std::vector<std::uint8_t>(plan.ksize.width, 1),
                                           std::vector<std::uint8_t>(plan.ksize.height, 1));
}

// Means of `area` bytes, 3 to 256.
inline MmaByteBox mmaByteBox(int area)
{
    const ByteBoxArithmetic mean = byteBox(area);
    return {2 * mean.divScale, 2 * mean.divScale * mean.divDelta};
}

}} // namespace cv::cudatiled
