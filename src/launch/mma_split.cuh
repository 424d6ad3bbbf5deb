// SPDX-License-Identifier: Apache-2.0
// Launching mmaSplitKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/mma/split.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"
#include "split_factors.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class Factors, class S, int Channels, int Halo>
struct MmaSplitShape : MmaSplitTile<Factors, S, Channels, Halo,
                                    mmaSplitBlocks(std::is_same<Factors, U8Factors>::value, sizeof(S), Channels, Halo)>
{};

} // namespace

// Depth pairs with such a kernel.
template <class S, class D>
constexpr bool kHasMmaSplit = std::is_same<S, D>::value && !std::is_same<S, std::int8_t>::value &&
                              !std::is_same<S, Half>::value && !kHas32S<S, D>;

// Rows of several channels are stored as a lane has them only if tiles need not begin before the target.
template <class Tile, class T> void alignMmaSplit(MmaSplitArguments<T, typename Tile::Factors>& a)
{
    constexpr int stored = MmaSplitRun<T, mmaSplitRun<Tile, T>()>::stored;
    alignTarget(a, stored);
    if (Tile::Channels > 1 && a.alignment.targetSkew > 0)
    {
        a.alignment.wholeTarget = false;
        a.alignment.targetSkew = 0;
    }
    alignSource(a, a.anchorX, kChunkBytes);
    constexpr int readBytes = Tile::Together * static_cast<int>(sizeof(T));
    if (a.alignment.sourceSkewBytes % readBytes != 0)
    {
        a.alignment.wholeSource = false;
        a.alignment.sourceSkewBytes = 0;
    }
}

template <class Tile, class T>
void launchMmaSplit(MmaSplitArguments<T, typename Tile::Factors>& a, const CudaCall& call, const char* name)
{
    alignMmaSplit<Tile>(a);
    const int scalars = a.target.cols * Tile::Channels + a.alignment.targetSkew;
    const int tilesX = (scalars + Tile::Width - 1) / Tile::Width;
    // Alignment as for a single image, also in a batch: the bits of float sums depend on it.
    a.tileRows = rowsOfFewestRounds(tilesX, a.target.rows, kMultiprocessors * Tile::MinBlocks, Tile::Step, Tile::Rows);
    const int tilesY = (a.target.rows + a.tileRows - 1) / a.tileRows;
    constexpr std::size_t sharedBytes = Tile::TileChunks * sizeof(Chunk);
    static_assert(sharedBytes <= kLeastFastShared, "every device with fast kernels runs this");
    launchGrid<Tile, mmaSplitKernel<Tile, T>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream, sharedBytes);
}

// Whether the kernel is not too long.
inline bool fitsMmaSplit(const ImagePlan& plan)
{
    return plan.ksize.width <= kMmaSplitTaps && plan.ksize.height <= kMmaSplitTaps;
}

template <class Tile, class T, class Factors>
CudaKernelPtr mmaSplitOf(const ImagePlan& plan, const SplitTaps<Factors>& taps)
{
    const MmaSplitArguments<T, Factors> a{listSource<T>(plan),
                                          listTarget<T>(plan),
                                          plan.ksize.width,
                                          plan.ksize.height,
                                          plan.anchor.x,
                                          plan.anchor.y,
                                          {},
                                          0,
                                          taps.factors};
    return fastKernel("mmaSplitKernel", a,
                      [table = keptTable(splitTableOf<Tile>(taps, plan.ksize))](
                          MmaSplitArguments<T, Factors>& complete, const CudaCall& call, const char* name) {
                          complete.factors.bands = table->template on<Words<4>>();
                          launchMmaSplit<Tile, T>(complete, call, name);
                      });
}

// Null if there is no kernel for so many taps, of which the caller has at most MostTaps.
template <class T, int MostTaps = kMmaSplitTaps, class Factors>
CudaKernelPtr mmaSplitFor(const ImagePlan& plan, const SplitTaps<Factors>& taps)
{
    return withChannels(CV_MAT_CN(plan.srcType), [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        if (std::max(plan.ksize.width, plan.ksize.height) <= 17)
            return mmaSplitOf<MmaSplitShape<Factors, T, Channels, 16>, T>(plan, taps);
        // Floats of many channels take too much shared memory.
        if constexpr (MostTaps > 17 && (sizeof(T) < 4 || Channels <= 2))
            return mmaSplitOf<MmaSplitShape<Factors, T, Channels, 32>, T>(plan, taps);
        return CudaKernelPtr();
    });
}

}} // namespace cv::cudatiled
