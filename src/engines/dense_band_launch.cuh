// SPDX-License-Identifier: Apache-2.0
// Launching denseBandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../kernels/dense_band_kernel.cuh"
#include "band_placement.hpp"
#include "dense_band.hpp"
#include "launch.cuh"
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
void launchDenseBand(DenseBandArguments<D>& a, const DenseBands& bands, const CudaCall& call, const char* name)
{
    placeBand(a);
    const int phase = a.placement.phase % 4;
    a.bands = bands.table->on<Words<4>>() + bands.first[phase] / 4;
    a.chunks = bands.chunks[phase];
    const int scalars = a.target.cols * a.target.channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    // Three blocks in a multiprocessor pay where one round of them is all there is.
    const std::int64_t blocks = tilesX * ((static_cast<std::int64_t>(a.target.rows) + Tile::Rows - 1) / Tile::Rows);
    const bool three = Tile::Limbs == 1 && blocks <= 3 * kMultiprocessors;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, three ? 3 : 2, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile, denseBandKernel<Tile, D>>(name, a, tileGrid(tilesX, tilesY), call.stream);
}

template <int Limbs, class D> CudaKernelPtr denseBandOf(const DenseBandArguments<D>& a, const DenseBands& bands)
{
    return fastKernel("denseBandKernel", a, [bands](DenseBandArguments<D>& all, const CudaCall& call, const char* name) {
        launchDenseBand<DenseBandBlock<Limbs>>(all, bands, call, name);
    });
}

// Null if there are no matrices for the kernel, or delta is not exact in integers.
template <class D> CudaKernelPtr denseBandOf(const ImagePlan& plan, const cv::Mat& kernel, float delta)
{
    const bool whole = delta == std::floor(delta), small = std::abs(delta) <= 65536; // false for NaN
    if (!small)
        return nullptr;
    const DenseBands bands = makeDenseBands(kernel, CV_MAT_CN(plan.srcType));
    if (!bands.table || (bands.limbs == 1 && !whole))
        return nullptr;
    DenseBandArguments<D> a{};
    a.source = sourceView<std::uint8_t>(plan);
    a.target = targetView<D>(plan);
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.rowPairs = bands.rowPairs;
    a.scale = bands.scale;
    a.delta = delta;
    return bands.limbs == 1 ? denseBandOf<1>(a, bands) : denseBandOf<3>(a, bands);
}

}} // namespace cv::cudatiled
