// SPDX-License-Identifier: Apache-2.0
// Launching mmaSeparableU8Kernel: which plans it fits, and how the work is cut.
#pragma once

#include "../kernels/mma/separable_u8.cuh"
#include "alignment.hpp"
#include "band_matrices.hpp"
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

// Chunks of 32 scalars in a row, and of 32 rows in a column, that hold the windows of 16 x 16 results.
template <int Row_, int Column_> struct MmaChunks
{
    static constexpr int Row = Row_, Column = Column_;

    template <class Arguments> static bool fit(const Arguments& a)
    {
        const int width = a.alignment.sourceSkewBytes % 8 + 16 + (a.rowTaps - 1) * a.source.channels;
        return width <= 32 * Row && 16 + a.columnTaps - 1 <= 32 * Column;
    }
};
using MostMmaChunks = MmaChunks<5, 2>;

// Calls use(MmaChunks) with the fewest that fit.
template <int MostChannels, class Arguments, class Use> void withFewestMmaChunks(const Arguments& a, Use use)
{
    if (MmaChunks<1, 1>::fit(a))
        return use(MmaChunks<1, 1>{});
    if (MmaChunks<2, 1>::fit(a))
        return use(MmaChunks<2, 1>{});
    if constexpr (MostChannels > 1)
        if (MmaChunks<3, 1>::fit(a))
            return use(MmaChunks<3, 1>{});
    if (MmaChunks<2, 2>::fit(a))
        return use(MmaChunks<2, 2>{});
    if constexpr (MostChannels > 1)
        if (!MmaChunks<4, 2>::fit(a))
            return use(MostMmaChunks{});
    use(MmaChunks<4, 2>{});
}

template <int MostChannels, class Finish, Images Held>
void launchFewestMmaChunks(MmaSeparableU8Arguments<Finish, Held>& a, const BandMatrices& bands, const CudaCall& call,
                           const char* name)
{
    withFewestMmaChunks<MostChannels>(a, [&](auto chunks) {
        using Chunks = decltype(chunks);
        using Tile = MmaSeparableU8Shape<Chunks::Row, Chunks::Column, kCountsInside<Finish>>;
        const auto tables = bands.onDevice<Words<4>>(a.alignment.sourceSkewBytes % 8, Chunks::Column);
        a.rowBands = tables.ofRow;
        a.columnBands = tables.ofColumn;
        const int scalars = a.target.cols * a.target.channels + a.alignment.targetSkew;
        const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
        a.tileRows =
            rowsOfFewestRounds(tilesX * call.images, a.target.rows, kMultiprocessors * Tile::MinBlocks, 16, Tile::Rows);
        const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
        constexpr std::size_t sharedBytes = (Tile::TileChunks + MmaResults<Tile>::chunks) * sizeof(Chunk);
        static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
        launchGrid<Tile, mmaSeparableU8Kernel<Tile, Finish, Held>>(name, a, tileGrid(tilesX, tilesY, call.images),
                                                                   call.stream, sharedBytes);
    });
}

template <int MostChannels, class Finish, Images Held>
void launchMmaSeparableU8(MmaSeparableU8Arguments<Finish, Held>& a, const BandMatrices& bands, const CudaCall& call,
                          const char* name)
{
    align(a, a.anchorX, kChunkBytes, kChunkBytes);
    if constexpr (Held == Images::AnySize)
        if (call.images == 1)
        {
            auto alone = withViewsOf<Images::One>(a);
            return launchFewestMmaChunks<MostChannels>(alone, bands, call, name);
        }
    launchFewestMmaChunks<MostChannels>(a, bands, call, name);
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
    const Arguments a{sourceView<std::uint8_t, held>(plan),
                      targetView<std::uint8_t, held>(plan),
                      plan.ksize.width,
                      plan.ksize.height,
                      plan.anchor.x,
                      plan.anchor.y,
                      {},
                      0,
                      finish,
                      nullptr,
                      nullptr};
    if (!MostMmaChunks::fit(a))
        return nullptr;
    Arguments worst = a;
    worst.alignment.sourceSkewBytes = 7;
    int rowChunks = 0;
    withFewestMmaChunks<MostChannels>(worst, [&](auto chunks) { rowChunks = chunks.Row; });
    const BandMatrices bands(row, column, a.source.channels, rowChunks);
    const auto launch = [bands](Arguments& complete, const CudaCall& call, const char* name) {
        launchMmaSeparableU8<MostChannels>(complete, bands, call, name);
    };
    if (MostMmaChunks::fit(worst))
        return fastKernel("mmaSeparableU8Kernel", a, launch);
    const auto takes = [](Arguments complete) {
        align(complete, complete.anchorX, kChunkBytes, kChunkBytes);
        return MostMmaChunks::fit(complete);
    };
    return selectiveKernel("mmaSeparableU8Kernel", a, takes, launch);
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
