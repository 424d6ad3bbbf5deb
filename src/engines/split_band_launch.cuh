// SPDX-License-Identifier: Apache-2.0
// Launching splitBandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/split_band_kernel.cuh"
#include "band_placement.hpp"
#include "launch.cuh"
#include "narrow.hpp"

namespace cv { namespace cudatiled {

namespace {

// Blocks in a multiprocessor, as registers and shared memory allow.
template <class S, int Channels, int Halo> constexpr int splitBandBlocks()
{
    if (Channels <= 2)
        return Halo == 16 ? 4 : 3;
    return Halo == 32 && Channels == 3 && sizeof(S) == 1 ? 3 : 2;
}
template <class S, int Channels, int Halo>
struct SplitBand : SplitBandTile<S, Channels, Halo, splitBandBlocks<S, Channels, Halo>()>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasSplitBand = std::is_same<S, D>::value && !std::is_same<S, std::int8_t>::value;

// Results may be stored as a lane has them if rows are multiples of so many bytes apart, and the first one begins there.
template <class Tile, class D> void placeSplitBand(BandPlacement& placement, const CudaTarget& dst)
{
    constexpr std::size_t stored = SplitBandRun<D, splitBandRun<Tile, D>()>::stored;
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(dst.data) % stored;
    placement.wholeStores = dst.step % stored == 0 && (Tile::Channels == 1 || beyond == 0);
    placement.lead = placement.wholeStores ? static_cast<int>(beyond / sizeof(D)) : 0;
}

template <class Tile, bool UnitTaps, class T>
void launchSplitBand(const ImagePlan& plan, SplitBandArguments<T, T>& a, const CudaSource& src, const CudaTarget& dst,
                     CudaStream stream)
{
    a.source = sourceView<T>(plan, src);
    a.target = targetView<T>(plan, src, dst);
    a.anchorX = plan.anchor.x;
    a.anchorY = plan.anchor.y;
    placeSplitBand<Tile, T>(a.placement, dst);
    placeSource<T>(a.placement, plan, src);
    const int scalars = a.target.cols * Tile::Channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width,
              tilesY = (a.target.rows + Tile::Rows - 1) / Tile::Rows;
    constexpr std::size_t sharedBytes = Tile::TileChunks * sizeof(Chunk);
    static std::atomic<std::uint64_t> devices{0};
    allowSharedMemory(splitBandKernel<Tile, T, T, UnitTaps>, devices, sharedBytes);
    launchGrid<Tile>("splitBandKernel", splitBandKernel<Tile, T, T, UnitTaps>, a, tileGrid(tilesX, tilesY), stream,
                     sharedBytes);
}

template <bool UnitTaps, int Channels, class T>
bool trySplitBandOf(const ImagePlan& plan, SplitBandArguments<T, T>& a, const CudaSource& src, const CudaTarget& dst,
                    CudaStream stream)
{
    if (std::max(plan.ksize.width, plan.ksize.height) <= 17)
        return launchSplitBand<SplitBand<T, Channels, 16>, UnitTaps>(plan, a, src, dst, stream), true;
    // Floats of many channels take too much shared memory.
    if constexpr (sizeof(T) < 4 || Channels <= 2)
        return launchSplitBand<SplitBand<T, Channels, 32>, UnitTaps>(plan, a, src, dst, stream), true;
    return false;
}

// Runs splitBandKernel if it may be and the kernel is not too long for it; false if not. Taps are called with the arguments to fill in
// theirs.
template <bool UnitTaps, class T, class Taps>
bool trySplitBand(const ImagePlan& plan, const Taps& taps, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    if (!fastKernels() || plan.ksize.width > kSplitBandTaps || plan.ksize.height > kSplitBandTaps ||
        !isNarrow(plan, src.region))
        return false;
    SplitBandArguments<T, T> a{};
    a.rowTaps = plan.ksize.width;
    a.columnTaps = plan.ksize.height;
    taps(a);
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return trySplitBandOf<UnitTaps, 1>(plan, a, src, dst, stream);
    case 2: return trySplitBandOf<UnitTaps, 2>(plan, a, src, dst, stream);
    case 3: return trySplitBandOf<UnitTaps, 3>(plan, a, src, dst, stream);
    default: return trySplitBandOf<UnitTaps, 4>(plan, a, src, dst, stream);
    }
}

}} // namespace cv::cudatiled
