// SPDX-License-Identifier: Apache-2.0
// Launching mmaSplitKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/mma/split.cuh"
#include "alignment.hpp"
#include "launch.cuh"
#include "split_factors.hpp"

namespace cv { namespace cudatiled {

namespace {

// Blocks in a multiprocessor, as registers and shared memory allow.
template <class Factors, class S, int Channels, int Halo> constexpr int mmaSplitBlocks()
{
    if (sizeof(S) == 4)
        return Channels > 2 ? 2 : Halo == 16 ? 4 : 3;
    if (std::is_same<Factors, U8Factors>::value)
        return Channels > 2 ? (Channels == 3 && Halo == 16 ? 3 : 2) : Halo == 16 ? 4 : 3;
    return Halo == 16 ? 4 : Channels == 4 && sizeof(S) == 2 ? 2 : 3;
}
template <class Factors, class S, int Channels, int Halo>
struct MmaSplitShape : MmaSplitTile<Factors, S, Channels, Halo, mmaSplitBlocks<Factors, S, Channels, Halo>()>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasMmaSplit = std::is_same<S, D>::value && !std::is_same<S, std::int8_t>::value && !kHas32S<S, D>;

// Results may be stored as a lane has them if rows are multiples of so many bytes apart, and the first one begins
// there.
template <class Tile, class T> void alignMmaSplit(MmaSplitArguments<T, typename Tile::Factors>& a)
{
    constexpr int stored = MmaSplitRun<T, mmaSplitRun<Tile, T>()>::stored;
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(a.target.data) % stored;
    a.placement.wholeStores = a.target.step % stored == 0 && (Tile::Channels == 1 || beyond == 0);
    a.placement.targetSkew = a.placement.wholeStores ? static_cast<int>(beyond / sizeof(T)) : 0;
    alignSource(a);
}

template <class Tile, class T>
void launchMmaSplit(MmaSplitArguments<T, typename Tile::Factors>& a, const CudaCall& call, const char* name)
{
    alignMmaSplit<Tile>(a);
    const int scalars = a.target.cols * Tile::Channels + a.placement.targetSkew;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    a.tileRows = rowsOfTile(tilesX, a.target.rows, Tile::MinBlocks, Tile::Step, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = Tile::TileChunks * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    launchGrid<Tile, mmaSplitKernel<Tile, T>>(name, a, tileGrid(tilesX, tilesY), call.stream, sharedBytes);
}

// Whether the kernel is not too long.
inline bool fitsMmaSplit(const ImagePlan& plan)
{
    return plan.ksize.width <= kMmaSplitTaps && plan.ksize.height <= kMmaSplitTaps;
}

// Null if there is no kernel for so many taps, of which the caller has at most MostTaps.
template <class T, int MostTaps = kMmaSplitTaps, class Factors>
CudaKernelPtr mmaSplitFor(const ImagePlan& plan, const Factors& factors)
{
    const MmaSplitArguments<T, Factors> a{sourceView<T>(plan),
                                          targetView<T>(plan),
                                          plan.ksize.width,
                                          plan.ksize.height,
                                          plan.anchor.x,
                                          plan.anchor.y,
                                          {},
                                          0,
                                          factors};
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        if (std::max(plan.ksize.width, plan.ksize.height) <= 17)
            return fastKernel("mmaSplitKernel", a, launchMmaSplit<MmaSplitShape<Factors, T, Channels, 16>, T>);
        // Floats of many channels take too much shared memory.
        if constexpr (MostTaps > 17 && (sizeof(T) < 4 || Channels <= 2))
            return fastKernel("mmaSplitKernel", a, launchMmaSplit<MmaSplitShape<Factors, T, Channels, 32>, T>);
        return CudaKernelPtr();
    });
}

}} // namespace cv::cudatiled
