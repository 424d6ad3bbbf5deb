// SPDX-License-Identifier: Apache-2.0
// Launching mmaLongRowsU8Kernel and mmaLongColumnsU8Kernel: which plans they fit, and how the work is cut.
#pragma once

#include "../core/scratch.hpp"
#include "../kernels/mma/long_u8.cuh"
#include "alignment.hpp"
#include "band_matrices.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "scratch_bands.hpp"

namespace cv { namespace cudatiled {

namespace {

struct MmaLongRowsTile : MmaLongTile<kMmaLongU8.rowWarps, kMmaLongU8.rowBlocks>
{};
struct MmaLongColumnsTile : MmaLongTile<kMmaLongU8.columnWarps, kMmaLongU8.columnBlocks>
{};
static_assert(MmaLongRowsTile::Width % MmaLongColumnsTile::Width == 0, "both kernels have whole tiles");

// Chunks of a row of a tile of mmaLongRowsU8Kernel: up to 8 bytes lie before the first window. Four rows lie in
// different banks if their number is 2 more than a multiple of 4.
inline int longTileChunks(int rowChunks)
{
    const int needed = (8 + MmaLongRowsTile::Width - 16 + 32 * rowChunks + kChunkBytes - 1) / kChunkBytes;
    return (needed + 1) / 4 * 4 + 2;
}

// Rows of a tile, a multiple of 16, at most `most`, that take `rowBytes` each and fit beside `otherBytes`.
inline int rowsThatFit(std::size_t rowBytes, std::size_t otherBytes, int most)
{
    const std::size_t room = otherBytes < kLongSharedBytes ? kLongSharedBytes - otherBytes : 0;
    return static_cast<int>(std::min<std::size_t>(room / rowBytes / 16 * 16, most));
}

} // namespace

template <class Finish> class MmaLongU8 final : public CudaKernel
{
public:
    MmaLongU8(const ImagePlan& plan, const Finish& finish, const std::vector<std::uint8_t>& row,
              const std::vector<std::uint8_t>& column)
        : plan_(plan), finish_(finish), bands_(row, column, CV_MAT_CN(plan.srcType))
    {}

    std::string name(const CudaCall&) const override { return "mmaLongRowsU8Kernel + mmaLongColumnsU8Kernel"; }
    bool takes(const CudaCall& call) const override { return isNarrow(call.src.region, CV_MAT_CN(plan_.srcType)); }
    // Whether tiles of 16 rows fit into shared memory.
    bool fits() const
    {
        return rowsThatFit(rowTileRowBytes(), 0, 16) > 0 && rowsThatFit(columnTileRowBytes(), haloBytes(), 16) > 0;
    }

    void launch(const CudaCall& call) const override
    {
        MmaLongRowsArguments a = rowArguments(call);
        const int haloRows = plan_.ksize.height - 1, rows = call.src.region.size.height;
        const int scalars = a.target.cols * a.target.channels + a.alignment.targetSkew;
        const int tilesX = (scalars + MmaLongRowsTile::Width - 1) / MmaLongRowsTile::Width;
        a.groups = tilesX * MmaLongRowsTile::Groups;
        const std::size_t slotBytes = a.groups * MmaLongRowsTile::GroupUnits * sizeof(RowSums);
        const int ofEach =
            std::min(rowsOfBand(scratchBytes_, rows, slotBytes / 16, haloRows, kMmaLongU8.columns), rows);
        const ScratchImage sums(slotBytes, (ofEach + haloRows + 15) / 16, call.stream, "cudatiled::Filter::apply");
        a.sums = static_cast<RowSums*>(sums.data());
        forBands(rows, ofEach, [&](int first, int count) {
            MmaLongRowsArguments band = a;
            band.source.y0 += first - plan_.anchor.y;
            band.target.data += first * band.target.step;
            band.target.rows = count + haloRows;
            launchRows(band, tilesX, call);
            launchColumns(columnArguments(band, count), scalars, call);
        });
    }

private:
    static constexpr std::size_t kSlotBytes =
        MmaLongColumnsTile::Groups * MmaLongColumnsTile::GroupChunks * kChunkBytes;

    std::size_t rowTileRowBytes() const { return longTileChunks(bands_.rowChunks()) * kChunkBytes; }
    static std::size_t columnTileRowBytes() { return kSlotBytes / 16 + MmaLongColumnsTile::Width; }
    std::size_t haloBytes() const { return (2 * bands_.columnChunks() - 1) * kSlotBytes; }

    MmaLongRowsArguments rowArguments(const CudaCall& call) const
    {
        MmaLongRowsArguments a{};
        a.source = sourceView<std::uint8_t>(plan_);
        a.target = targetView<std::uint8_t>(plan_);
        setImages(a, call);
        a.rowTaps = plan_.ksize.width;
        a.anchorX = plan_.anchor.x;
        align(a, a.anchorX, kChunkBytes, kChunkBytes);
        a.columnTaps = 1;
        a.tileChunks = longTileChunks(bands_.rowChunks());
        a.bandChunks = bands_.rowChunks();
        a.bands = bands_.template onDevice<Words<4>>(a.alignment.sourceSkewBytes % 8).ofRow;
        return a;
    }

    MmaLongColumnsArguments<Finish> columnArguments(const MmaLongRowsArguments& rows, int count) const
    {
        MmaLongColumnsArguments<Finish> a{};
        a.target = rows.target;
        a.target.rows = count;
        a.alignment = rows.alignment;
        a.slots = 2 * bands_.columnChunks();
        a.slotsOfImage = (rows.target.rows + 15) / 16;
        a.finish = finish_;
        a.bands = bands_.template onDevice<Words<4>>(0).ofColumn;
        a.sums = rows.sums;
        a.groups = rows.groups;
        return a;
    }

    void launchRows(MmaLongRowsArguments& a, int tilesX, const CudaCall& call) const
    {
        const int most = rowsThatFit(rowTileRowBytes(), 0, kMmaLongU8.rows);
        a.tileRows = rowsOfFewestRounds(tilesX, a.target.rows, kMultiprocessors * kMmaLongU8.rowBlocks, 16, most);
        const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
        launchGrid<MmaLongRowsTile, mmaLongRowsU8Kernel<MmaLongRowsTile>>(
            "mmaLongRowsU8Kernel", a, tileGrid(tilesX, tilesY), call.stream, a.tileRows * rowTileRowBytes(),
            kLongSharedBytes);
    }

    void launchColumns(MmaLongColumnsArguments<Finish> a, int scalars, const CudaCall& call) const
    {
        using Tile = MmaLongColumnsTile;
        const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
        const int most = rowsThatFit(columnTileRowBytes(), haloBytes(), kMmaLongU8.columns);
        a.tileRows = rowsOfFewestRounds(tilesX, a.target.rows, kMultiprocessors * kMmaLongU8.columnBlocks, 16, most);
        const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
        launchGrid<Tile, mmaLongColumnsU8Kernel<Tile, Finish>>(
            "mmaLongColumnsU8Kernel", a, tileGrid(tilesX, tilesY), call.stream,
            haloBytes() + a.tileRows * columnTileRowBytes(), kLongSharedBytes);
    }

    const ImagePlan plan_;
    const Finish finish_;
    const LongBandMatrices bands_;
    const std::size_t scratchBytes_ = scratchBytes();
};

// Null if tiles do not fit into shared memory.
template <class Finish>
CudaKernelPtr mmaLongU8For(const ImagePlan& plan, const Finish& finish, const std::vector<std::uint8_t>& row,
                           const std::vector<std::uint8_t>& column)
{
    auto kernel = std::make_unique<const MmaLongU8<Finish>>(plan, finish, row, column);
    return kernel->fits() ? CudaKernelPtr(std::move(kernel)) : nullptr;
}

}} // namespace cv::cudatiled
