// SPDX-License-Identifier: Apache-2.0
// Launching splitBandKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../kernels/split_band_kernel.cuh"
#include "band_placement.hpp"
#include "launch.cuh"
#include "narrow.hpp"
#include "split_factors.hpp"

namespace cv { namespace cudatiled {

namespace {

// Blocks in a multiprocessor, as registers and shared memory allow.
template <class Factors, class S, int Channels, int Halo> constexpr int splitBandBlocks()
{
    if (sizeof(S) == 4)
        return Channels > 2 ? 2 : Halo == 16 ? 4 : 3;
    if (std::is_same<Factors, WordFactors>::value)
        return Channels > 2 ? (Channels == 3 && Halo == 16 ? 3 : 2) : Halo == 16 ? 4 : 3;
    return Halo == 16 ? 4 : Channels == 4 && sizeof(S) == 2 ? 2 : 3;
}
template <class Factors, class S, int Channels, int Halo>
struct SplitBand : SplitBandTile<Factors, S, Channels, Halo, splitBandBlocks<Factors, S, Channels, Halo>()>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasSplitBand = std::is_same<S, D>::value && !std::is_same<S, std::int8_t>::value && !kHas32S<S, D>;

// Results may be stored as a lane has them if rows are multiples of so many bytes apart, and the first one begins there.
template <class Tile, class D> void placeSplitBand(BandPlacement& placement, const CudaTarget& dst)
{
    constexpr std::size_t stored = SplitBandRun<D, splitBandRun<Tile, D>()>::stored;
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(dst.data) % stored;
    placement.wholeStores = dst.step % stored == 0 && (Tile::Channels == 1 || beyond == 0);
    placement.lead = placement.wholeStores ? static_cast<int>(beyond / sizeof(D)) : 0;
}

template <class Tile, class T>
void launchSplitBand(const ImagePlan& plan, const typename Tile::Factors& factors, const CudaSource& src,
                     const CudaTarget& dst, CudaStream stream)
{
    SplitBandArguments<T, typename Tile::Factors> a{sourceView<T>(plan, src),
                                                    targetView<T>(plan, src, dst),
                                                    plan.ksize.width,
                                                    plan.ksize.height,
                                                    plan.anchor.x,
                                                    plan.anchor.y,
                                                    {},
                                                    0,
                                                    factors};
    placeSplitBand<Tile, T>(a.placement, dst);
    placeSource<T>(a.placement, plan, src);
    const int scalars = a.target.cols * Tile::Channels + a.placement.lead;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, Tile::MinBlocks, Tile::Step, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = Tile::TileChunks * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    static std::atomic<std::uint64_t> devices{0};
    allowSharedMemory(splitBandKernel<Tile, T>, devices, sharedBytes);
    launchGrid<Tile>("splitBandKernel", splitBandKernel<Tile, T>, a, tileGrid(tilesX, tilesY), stream, sharedBytes);
}

template <class T, int Channels, int MostTaps, class Factors>
bool trySplitBandOf(const ImagePlan& plan, const Factors& factors, const CudaSource& src, const CudaTarget& dst,
                    CudaStream stream)
{
    if (std::max(plan.ksize.width, plan.ksize.height) <= 17)
        return launchSplitBand<SplitBand<Factors, T, Channels, 16>, T>(plan, factors, src, dst, stream), true;
    // Floats of many channels take too much shared memory.
    if constexpr (MostTaps > 17 && (sizeof(T) < 4 || Channels <= 2))
        return launchSplitBand<SplitBand<Factors, T, Channels, 32>, T>(plan, factors, src, dst, stream), true;
    return false;
}

// Whether splitBandKernel may be, and the kernel is not too long for it.
inline bool fitsSplitBand(const ImagePlan& plan, const Region& region)
{
    return fastKernels() && plan.ksize.width <= kSplitBandTaps && plan.ksize.height <= kSplitBandTaps &&
           isNarrow(plan, region);
}

// False if there is no kernel for so many taps, of which the caller has at most MostTaps.
template <class T, int MostTaps = kSplitBandTaps, class Factors>
bool runSplitBand(const ImagePlan& plan, const Factors& factors, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return trySplitBandOf<T, 1, MostTaps>(plan, factors, src, dst, stream);
    case 2: return trySplitBandOf<T, 2, MostTaps>(plan, factors, src, dst, stream);
    case 3: return trySplitBandOf<T, 3, MostTaps>(plan, factors, src, dst, stream);
    default: return trySplitBandOf<T, 4, MostTaps>(plan, factors, src, dst, stream);
    }
}

}} // namespace cv::cudatiled
