// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of medians: which sizes and images they fit.
#pragma once

#include "../kernels/median_columns.cuh"
#include "../kernels/median_large_ranks.cuh"
#include "../kernels/median_lists.cuh"
#include "../kernels/median_network.cuh"
#include "../kernels/median_strip.cuh"
#include "median.hpp"
#include "median_edge_launch.cuh"
#include "strip_launch.cuh"
#include "tuned_device.hpp"

namespace cv { namespace cudatiled {

namespace {

// 32 x 4 threads of 4 x 2 words each, or as many as the window has pixels to share, once or more: 128 pixels of one channel side by side.
template <class T, int Size> struct Patch : MedianPatch<T, 32, 4, Size == 3 ? 2 : 4, 2, Size <= 7 ? 4 : 2, Size>
{};

// Bytes, by the size of the window; Codes of a row are fewest with one channel. Wider counts leave less room for rows.
template <int Size, int Codes> struct ByteColumns : MedianColumns<8, Size, 2, (Size + 2) * Codes>
{};
struct WideColumns : MedianColumns<16, 0, 4, 8000>
{};

// 47 KB of shared memory.
struct Ranks : RankTile<128, 52, 256, 7>
{
    static constexpr int Largest = 31; // side of a window
};

// For devices that let a block have 227, 163 or 96 KB of shared memory: those of compute capability 9.0, of 8.0, and most others.
struct RanksIn227K : LargeRankTile<168, 192, 896>
{};
struct RanksIn163K : LargeRankTile<144, 160, 768>
{};
struct RanksIn96K : LargeRankTile<112, 120, 448>
{};
static_assert(RanksIn227K::Chunks * sizeof(Chunk) <= kMultiprocessorShared &&
                  RanksIn163K::Chunks * sizeof(Chunk) <= 163 * 1024 && RanksIn96K::Chunks * sizeof(Chunk) <= 96 * 1024,
              "their names");

} // namespace

// What kernels take for a depth: signed integers as unsigned ones, whose highest bit is flipped.
template <class T> struct MedianKey
{
    using Type = std::make_unsigned_t<T>;
    static constexpr std::uint32_t flip = std::is_signed_v<T> ? 1u << (8 * sizeof(T) - 1) : 0u;
};
template <> struct MedianKey<float>
{
    using Type = float;
    static constexpr std::uint32_t flip = 0;
};

// How often threads do their work: as often as leaves blocks enough for the whole device.
template <class Tile> int repeatsOf(int tilesX, int tilesY)
{
    constexpr std::int64_t kEnoughBlocks = 792;
    return static_cast<int>(
        std::clamp<std::int64_t>(static_cast<std::int64_t>(tilesX) * tilesY / kEnoughBlocks, 1, Tile::Repeat));
}

// Of kernels whose threads have Across results side by side.
template <class Tile, class K>
MedianNetworkArguments<K> networkArguments(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src,
                                           const CudaTarget& dst)
{
    constexpr std::size_t kStored = Tile::Across * sizeof(K);
    const bool aligned = reinterpret_cast<std::uintptr_t>(dst.data) % kStored == 0 && dst.step % kStored == 0;
    return {sourceView<K>(plan, src), targetView<K>(plan, src, dst), flip * 0x10001u, 1,
            aligned && CV_MAT_CN(plan.srcType) == 1};
}

template <int Size, class K>
void launchNetwork(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                   CudaStream stream)
{
    using Tile = Patch<K, Size>;
    auto a = networkArguments<Tile, K>(plan, flip, src, dst);
    const int width = Tile::ThreadsX / a.source.channels * Tile::Across, tilesX = (a.target.cols + width - 1) / width;
    constexpr int leastRows = Tile::WordRows * Tile::Word::rows;
    a.repeat = repeatsOf<Tile>(tilesX, (a.target.rows + leastRows - 1) / leastRows);
    const int height = leastRows * a.repeat, tilesY = (a.target.rows + height - 1) / height;
    launchGrid<Tile>("medianNetworkKernel", medianNetworkKernel<Tile, K>, a, tileGrid(tilesX, tilesY), stream);
}

// False if a device has too little shared memory.
template <int Size, class K>
bool tryLists(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
              CudaStream stream)
{
    using Tile = MedianListPatch<K, Size>;
    constexpr std::size_t sharedBytes = Tile::Chunks * sizeof(Words<4>);
    if (plan.sharedMemory < sharedBytes)
        return false;
    if constexpr (sharedBytes > 48 * 1024) // any block may have as much
    {
        static std::atomic<std::uint64_t> devices{0};
        allowSharedMemory(medianListsKernel<Tile, K>, devices, sharedBytes);
    }
    const auto a = networkArguments<Tile, K>(plan, flip, src, dst);
    constexpr int width = Tile::Groups * Tile::Across, height = Tile::WordRows * Tile::Word::rows;
    launchGrid<Tile>(
        "medianListsKernel", medianListsKernel<Tile, K>, a,
        tileGrid((a.target.cols + width - 1) / width * a.source.channels, (a.target.rows + height - 1) / height),
        stream, sharedBytes);
    return true;
}

// Rows of a block: many, for it begins with the rows above its first result; fewer where there would be too few blocks, fewest where the
// device is not full.
template <class Tile> int rowsOfColumns(std::int64_t tilesX, int rows, int size)
{
    constexpr std::int64_t kEnoughBlocks = 2048;
    constexpr std::int64_t kBlocksAtOnce = kMultiprocessors * blocksByShared(Tile::SharedBytes);
    const std::int64_t tilesY = std::max<std::int64_t>(kBlocksAtOnce / tilesX, 1);
    const std::int64_t least = std::clamp<std::int64_t>((rows + tilesY - 1) / tilesY, size / 3, 2 * size);
    return static_cast<int>(std::clamp<std::int64_t>(tilesX * rows / kEnoughBlocks, least, 192));
}

template <class Tile> bool tryColumns(MedianColumnsArguments a, CudaStream stream)
{
    if (!Tile::fits(a.size, a.source.channels))
        return false;
    const int width = CodeRow(a.size, a.source.channels).pixels, tilesX = (a.target.cols + width - 1) / width;
    a.rows = rowsOfColumns<Tile>(tilesX, a.target.rows, a.size);
    launchGrid<Tile>("medianColumnsKernel", medianColumnsKernel<Tile>, a,
                     tileGrid(tilesX, (a.target.rows + a.rows - 1) / a.rows), stream);
    return true;
}

template <int Size> bool tryByteColumns(const MedianColumnsArguments& a, CudaStream stream)
{
    return tryColumns<ByteColumns<Size, kColumnThreads + Size - 1>>(a, stream) ||
           tryColumns<ByteColumns<Size, 2 * kColumnThreads>>(a, stream);
}

// Medians of bytes, as long as the rows of a window fit into shared memory; false if they do not.
inline bool tryColumns(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                       CudaStream stream)
{
    if (!isNarrow(plan, src.region))
        return false;
    const MedianColumnsArguments a{sourceView<std::uint8_t>(plan, src), targetView<std::uint8_t>(plan, src, dst),
                                   plan.ksize.width, 0, flip};
    return tryByteColumns<9>(a, stream) || tryByteColumns<11>(a, stream) || tryByteColumns<13>(a, stream) ||
           tryByteColumns<15>(a, stream) || tryColumns<WideColumns>(a, stream);
}

// One block for each tile and channel. The window fits into a tile.
template <class Tile, class K> dim3 ranksGrid(const MedianRanksArguments<K>& a)
{
    const int width = Tile::Width - a.size + 1, height = Tile::Rows - a.size + 1;
    const int tilesX = (a.target.cols + width - 1) / width, tilesY = (a.target.rows + height - 1) / height;
    return tileGrid(tilesX * a.source.channels, tilesY);
}

template <class Tile, class K>
void launchRanks(const char* kernelName, void (*kernel)(MedianRanksArguments<K>), const MedianRanksArguments<K>& a,
                 CudaStream stream, std::size_t sharedBytes = 0)
{
    launchGrid<Tile>(kernelName, kernel, a, ranksGrid<Tile>(a), stream, sharedBytes);
}

// False if the window is too large for the tile, or the tile for a device.
template <class Tile, class K>
bool tryLargeRanks(const MedianPlan& plan, const MedianRanksArguments<K>& a, CudaStream stream)
{
    constexpr std::size_t sharedBytes = Tile::Chunks * sizeof(Chunk);
    if (a.size > Tile::Largest || plan.sharedMemory < sharedBytes)
        return false;
    static std::atomic<std::uint64_t> devices{0};
    allowSharedMemory(medianLargeRanksKernel<Tile, K>, devices, sharedBytes);
    launchRanks<Tile>("medianLargeRanksKernel", medianLargeRanksKernel<Tile, K>, a, stream, sharedBytes);
    return true;
}

// False if the window is too large for small tiles.
template <class K> bool tryRanks(const MedianRanksArguments<K>& a, CudaStream stream)
{
    if (a.size > Ranks::Largest)
        return false;
    launchRanks<Ranks>("medianRanksKernel", medianRanksKernel<Ranks, K>, a, stream);
    return true;
}

// Medians that are too large to be selected in registers. Bytes have columns of counts as long as shared memory has room for them.
template <class K>
void launchLarge(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    const MedianRanksArguments<K> a{sourceView<K>(plan, src), targetView<K>(plan, src, dst), plan.ksize.width, flip};
    if constexpr (sizeof(K) == 1)
    {
        if (tryColumns(plan, flip, src, dst, stream))
            return;
    }
    else if (tryRanks(a, stream))
        return;
    if (!tryLargeRanks<RanksIn227K>(plan, a, stream) && !tryLargeRanks<RanksIn163K>(plan, a, stream) &&
        !tryLargeRanks<RanksIn96K>(plan, a, stream))
        launchBits<K>(plan, flip, src, dst, {{0, 0}, src.region.whole}, stream);
}

// False if the window is too large to be selected in registers.
template <class K>
bool tryNetworks(const MedianPlan& plan, std::uint32_t flip, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    switch (plan.ksize.width)
    {
    case 3: return launchNetwork<3, K>(plan, flip, src, dst, stream), true;
    case 5: return launchNetwork<5, K>(plan, flip, src, dst, stream), true;
    case 7: return launchNetwork<7, K>(plan, flip, src, dst, stream), true;
    }
    if constexpr (sizeof(K) > 1)
        switch (plan.ksize.width)
        {
        case 9: return launchNetwork<9, K>(plan, flip, src, dst, stream), true;
        case 11: return tryLists<11, K>(plan, flip, src, dst, stream);
        case 13: return tryLists<13, K>(plan, flip, src, dst, stream);
        case 15: return tryLists<15, K>(plan, flip, src, dst, stream);
        case 17: return tryLists<17, K>(plan, flip, src, dst, stream);
        case 19: return tryLists<19, K>(plan, flip, src, dst, stream);
        case 21: return tryLists<21, K>(plan, flip, src, dst, stream);
        }
    return false;
}

// Medians of windows that the nearest pixel continues.
template <class T>
void launchWhole(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    using Key = MedianKey<T>;
    using K = typename Key::Type;
    if constexpr (!std::is_same_v<T, std::int8_t>) // the arithmetic has no flip for bytes
        if (tryStrips<K, K>(plan, MedianOfNine<K>{Key::flip * 0x10001u, ~0u}, src, dst, stream))
            return;
    if (!tryNetworks<K>(plan, Key::flip, src, dst, stream))
        launchLarge<K>(plan, Key::flip, src, dst, stream);
}

// T is the depth.
template <class T>
void launchMedian(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    launchWhole<T>(plan, src, dst, stream);
    if (plan.cutsWindows)
        launchEdges<typename MedianKey<T>::Type>(plan, MedianKey<T>::flip, src, dst, stream);
}

}} // namespace cv::cudatiled
