// SPDX-License-Identifier: Apache-2.0
// Launching denseBandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/dense_band_kernel.cuh"
#include "band_placement.hpp"
#include "dense_band.hpp"
#include "launch.cuh"
#include "narrow.hpp"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

namespace {

template <int Limbs> struct DenseBandBlock : DenseBandTile<8, 64, kDenseBandSize, Limbs>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasDenseBand = std::is_same<S, std::uint8_t>::value &&
                               (std::is_same<D, S>::value || std::is_same<D, std::int16_t>::value);

template <class Tile, class D>
void launchDenseBand(const ImagePlan& plan, const DenseBands& bands, float delta, const CudaSource& src,
                     const CudaTarget& dst, CudaStream stream)
{
    DenseBandArguments<D> a{};
    a.source = sourceView<std::uint8_t>(plan, src);
    a.target = targetView<D>(plan, src, dst);
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.placement = placeBand<D>(plan, src, dst);
    const int phase = a.placement.phase % 4;
    a.bands = bands.table->on<Words<4>>() + bands.first[phase] / 4;
    a.rowPairs = bands.rowPairs;
    a.chunks = bands.chunks[phase];
    a.scale = bands.scale;
    a.delta = delta;
    const int scalars = a.target.cols * a.target.channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    // Three blocks in a multiprocessor pay where one round of them is all there is.
    const std::int64_t blocks = tilesX * ((static_cast<std::int64_t>(a.target.rows) + Tile::Rows - 1) / Tile::Rows);
    const bool three = Tile::Limbs == 1 && blocks <= 3 * kMultiprocessors;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, three ? 3 : 2, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile>("denseBandKernel", denseBandKernel<Tile, D>, a, tileGrid(tilesX, tilesY), stream);
}

// Runs denseBandKernel if it may be and there are matrices for it; false if not.
template <class D>
bool tryDenseBand(const ImagePlan& plan, const DenseBands& bands, float delta, const CudaSource& src,
                  const CudaTarget& dst, CudaStream stream)
{
    const bool whole = delta == std::floor(delta), small = std::abs(delta) <= 65536; // false for NaN
    if (!fastKernels() || !bands.table || !small || (bands.limbs == 1 && !whole) || !isNarrow(plan, src.region))
        return false;
    if (bands.limbs == 1)
        launchDenseBand<DenseBandBlock<1>, D>(plan, bands, delta, src, dst, stream);
    else
        launchDenseBand<DenseBandBlock<3>, D>(plan, bands, delta, src, dst, stream);
    return true;
}

}} // namespace cv::cudatiled
