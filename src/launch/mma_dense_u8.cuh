// SPDX-License-Identifier: Apache-2.0
// Launching mmaDenseU8Kernel: which plans it fits, and how the work is cut.
#pragma once

#include "../kernels/mma/dense_u8.cuh"
#include "../plans/conv2d_plan.hpp"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "tap_matrices.hpp"

namespace cv { namespace cudatiled {

namespace {

template <int Limbs, bool Scaled>
struct MmaDenseU8Block : MmaDenseU8Tile<kMmaDenseU8.warps, kMmaDenseU8.rows, kMmaDenseSize, Limbs, Scaled>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasMmaDense = std::is_same<S, std::uint8_t>::value &&
                              (std::is_same<D, S>::value || std::is_same<D, std::int16_t>::value);

template <class Tile, class D>
void launchMmaDenseU8(MmaDenseU8Arguments<D>& a, const TapMatrices& bands, const CudaCall& call, const char* name)
{
    align(a, a.anchorX, kChunkBytes, kChunkBytes);
    const int sourceSkew = a.alignment.sourceSkewBytes % 4;
    a.bands = bands.table->on<Words<4>>() + bands.first[sourceSkew] / 4;
    a.chunks = bands.chunks[sourceSkew];
    const int scalars = a.target.cols * a.target.channels + a.alignment.targetSkew;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width, columns = tilesX * call.images;
    const std::int64_t blocks = columns * ((static_cast<std::int64_t>(a.target.rows) + Tile::Rows - 1) / Tile::Rows);
    const bool isOneRound = Tile::Limbs == 1 && blocks <= kMmaDenseU8.blocksOfOneRound * kMultiprocessors;
    const int blocksAtOnce = kMultiprocessors * (isOneRound ? kMmaDenseU8.blocksOfOneRound : kMmaDenseU8.blocks);
    a.tileRows = rowsOfFewestRounds(columns, a.target.rows, blocksAtOnce, 16, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    launchGrid<Tile, mmaDenseU8Kernel<Tile, D>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
}

template <int Limbs, bool Scaled = false, class D>
CudaKernelPtr mmaDenseU8For(const MmaDenseU8Arguments<D>& a, const TapMatrices& bands)
{
    return fastKernel("mmaDenseU8Kernel", a,
                      [bands](MmaDenseU8Arguments<D>& all, const CudaCall& call, const char* name) {
                          launchMmaDenseU8<MmaDenseU8Block<Limbs, Scaled>>(all, bands, call, name);
                      });
}

// Null if there are no matrices for the kernel, or delta is not exact in integers.
template <class D> CudaKernelPtr mmaDenseU8For(const Conv2dPlan& plan)
{
    const float delta = plan.delta;
    const bool scaled = plan.scale != 1, whole = delta == std::floor(delta), small = std::abs(delta) <= 65536;
    if (!small && !scaled)
        return nullptr;
    const TapMatrices bands = makeTapMatrices(plan.kernel, CV_MAT_CN(plan.srcType));
    if (!bands.table || (scaled ? bands.limbs != 1 : bands.limbs == 1 && !whole))
        return nullptr;
    MmaDenseU8Arguments<D> a{};
    a.source = batchSource<std::uint8_t>(plan);
    a.target = batchTarget<D>(plan);
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    a.rowPairs = bands.rowPairs;
    a.scale = scaled ? plan.scale : bands.scale;
    a.delta = delta;
    if (scaled)
        return mmaDenseU8For<1, true>(a, bands);
    return bands.limbs == 1 ? mmaDenseU8For<1>(a, bands) : mmaDenseU8For<3>(a, bands);
}

}} // namespace cv::cudatiled
