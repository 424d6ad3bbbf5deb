// SPDX-License-Identifier: Apache-2.0
// Launching the kernels of medians: which sizes and images they fit.
#pragma once

#include "../core/device.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/median/histogram.cuh"
#include "../kernels/median/large_ranks.cuh"
#include "../kernels/median/mma_buckets.cuh"
#include "../kernels/median/network.cuh"
#include "../kernels/median/sorted_columns.cuh"
#include "../kernels/sliding_window/median.cuh"
#include "../plans/median_plan.hpp"
#include "fill_device.hpp"
#include "median_edge.cuh"
#include "median_keys.cuh"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

namespace {

constexpr char kCreate[] = "createMedianFilter";

template <int Size> constexpr MedianNetworkTuning kMedianNetwork = medianNetworkTuning(Size);
template <class T, int Size>
struct Patch : MedianPatch<T, kMedianNetwork<Size>.threadsX, kMedianNetwork<Size>.threadsY, kMedianNetwork<Size>.across,
                           kMedianNetwork<Size>.down, kMedianNetwork<Size>.mostRepeats, Size>
{};

// Bytes, by the size of the window; Codes of a row are fewest with one channel.
template <int Size, int Codes> struct ByteHistograms : MedianHistogramTile<Size, (Size + 2) * Codes>
{};
// Larger windows of bytes, by the matrices in which the windows of 16 results lie.
template <int Matrices>
struct Columns
    : MedianColumnsTile<medianColumnsTuning(Matrices).threads, Matrices, medianColumnsTuning(Matrices).minBlocks>
{};

// Larger windows of other depths, likewise.
template <int Matrices> struct Buckets : MedianBucketsTile<Matrices, kMedianBuckets.minBlocks>
{};
struct RanksIn227K : LargeRankTile<kLargeRanksIn227K.width, kLargeRanksIn227K.rows, kLargeRanksIn227K.threads>
{};
struct RanksIn163K : LargeRankTile<kLargeRanksIn163K.width, kLargeRanksIn163K.rows, kLargeRanksIn163K.threads>
{};
struct RanksIn96K : LargeRankTile<kLargeRanksIn96K.width, kLargeRanksIn96K.rows, kLargeRanksIn96K.threads>
{};
static_assert(RanksIn227K::Chunks * sizeof(Chunk) <= kMultiprocessorShared &&
                  RanksIn163K::Chunks * sizeof(Chunk) <= 163 * 1024 && RanksIn96K::Chunks * sizeof(Chunk) <= 96 * 1024,
              "their names");

} // namespace

// The type that kernels take for a depth: signed integers become unsigned ones by flipping the highest bit.
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

template <> struct MedianKey<Half>
{
    using Type = Half;
    static constexpr std::uint32_t flip = 0;
};

// ---- Windows that are selected in registers

template <class K> MedianNetworkArguments<K> networkArguments(const MedianPlan& plan, std::uint32_t flip)
{
    return {batchSource<K>(plan),
            batchTarget<K>(plan),
            ThreadDivisor::of(CV_MAT_CN(plan.srcType)),
            flip * 0x10001u,
            1,
            false};
}

// For kernels whose threads have Across results side by side.
template <class Tile, class K> void placeNetwork(MedianNetworkArguments<K>& a)
{
    constexpr int kStored = Tile::Across * static_cast<int>(sizeof(K));
    a.wholeStores = reinterpret_cast<std::uintptr_t>(a.target.data) % kStored == 0 && a.target.step % kStored == 0 &&
                    a.source.channels == 1;
}

template <int Size, class K> void launchNetwork(MedianNetworkArguments<K>& a, const CudaCall& call, const char* name)
{
    using Tile = Patch<K, Size>;
    placeNetwork<Tile>(a);
    const int width = Tile::ThreadsX / a.source.channels * Tile::Across, tilesX = (a.target.cols + width - 1) / width;
    constexpr int leastRows = Tile::WordRows * Tile::Word::rows;
    a.repeat = rowsOfEnoughBlocks(tilesX * call.images, (a.target.rows + leastRows - 1) / leastRows,
                                  kMultiprocessors * kMedianNetwork<Size>.blocks, 1, Tile::Repeat);
    const int height = leastRows * a.repeat, tilesY = (a.target.rows + height - 1) / height;
    launchGrid<Tile, medianNetworkKernel<Tile, K>>(name, a, tileGrid(tilesX, tilesY, call.images), call.stream);
}

template <int Size, class K> CudaKernelPtr network(const MedianPlan& plan, std::uint32_t flip)
{
    return anyImageKernel("medianNetworkKernel", networkArguments<K>(plan, flip), launchNetwork<Size, K>);
}

template <int Size, class K>
void launchSortedColumns(MedianNetworkArguments<K>& a, const CudaCall& call, const char* name)
{
    using Tile = MedianSortedColumnsPatch<K, Size>;
    placeNetwork<Tile>(a);
    constexpr int width = Tile::Groups * Tile::Across, height = Tile::WordRows * Tile::Word::rows;
    launchGrid<Tile, medianSortedColumnsKernel<Tile, K>>(
        name, a,
        tileGrid((a.target.cols + width - 1) / width * a.source.channels, (a.target.rows + height - 1) / height,
                 call.images),
        call.stream, Tile::Chunks * sizeof(Words<4>));
}

// Null if a device has too little shared memory.
template <int Size, class K> CudaKernelPtr sortedColumns(const MedianPlan& plan, std::uint32_t flip)
{
    if (lowestSharedMemory(kCreate) < MedianSortedColumnsPatch<K, Size>::Chunks * sizeof(Words<4>))
        return nullptr;
    return anyImageKernel("medianSortedColumnsKernel", networkArguments<K>(plan, flip), launchSortedColumns<Size, K>);
}

// Null if the window is too large.
template <class K> CudaKernelPtr selecting(const MedianPlan& plan, std::uint32_t flip)
{
    switch (plan.ksize.width)
    {
    case 3: return network<3, K>(plan, flip);
    case 5: return network<5, K>(plan, flip);
    }
    if constexpr (std::is_same_v<K, Half>)
        return nullptr;
    else if (plan.ksize.width == 7)
        return network<7, K>(plan, flip);
    if constexpr (sizeof(K) > 1 && !std::is_same_v<K, Half>)
        switch (plan.ksize.width)
        {
        case 9: return network<9, K>(plan, flip);
        case 11: return sortedColumns<11, K>(plan, flip);
        case 13: return sortedColumns<13, K>(plan, flip);
        case 15: return sortedColumns<15, K>(plan, flip);
        case 17: return sortedColumns<17, K>(plan, flip);
        case 19: return sortedColumns<19, K>(plan, flip);
        case 21: return sortedColumns<21, K>(plan, flip);
        }
    return nullptr;
}

// ---- Larger windows of bytes: a histogram of each window, or histograms of columns

// Rows of a block: many, because it begins with the rows above its first result; fewer where there would be too few
// blocks, fewest where the device is not full.
template <class Tile> int rowsOfHistograms(int tilesX, int rows)
{
    constexpr const MedianHistogramTuning& tuning = kMedianHistogram;
    constexpr int kBlocksAtOnce = kMultiprocessors * blocksByShared(Tile::SharedBytes);
    const int least = std::clamp(rowsOfOneRound(tilesX, rows, kBlocksAtOnce), Tile::Size / tuning.tilesPerWindow,
                                 tuning.windowsPerTile * Tile::Size);
    return std::max(rowsOfEnoughBlocks(tilesX, rows, tuning.enoughBlocks, 1, tuning.mostRows), least);
}

template <class Tile> void launchHistograms(MedianHistogramArguments& a, const CudaCall& call, const char* name)
{
    const int width = CodeRow(Tile::Size, a.source.channels).pixels, tilesX = (a.target.cols + width - 1) / width;
    a.rows = rowsOfHistograms<Tile>(tilesX * call.images, a.target.rows);
    launchGrid<Tile, medianHistogramKernel<Tile>>(
        name, a, tileGrid(tilesX, (a.target.rows + a.rows - 1) / a.rows, call.images), call.stream);
}

template <class Tile> CudaKernelPtr histogramsOf(const MedianHistogramArguments& a)
{
    return Tile::fits(a.source.channels) ? fastKernel("medianHistogramKernel", a, launchHistograms<Tile>) : nullptr;
}

template <int Size> CudaKernelPtr histograms(const MedianPlan& plan, std::uint32_t flip)
{
    const MedianHistogramArguments a{batchSource<std::uint8_t>(plan), batchTarget<std::uint8_t>(plan), 0, flip};
    CudaKernelPtr narrow = histogramsOf<ByteHistograms<Size, kColumnThreads + Size - 1>>(a);
    return narrow ? std::move(narrow) : histogramsOf<ByteHistograms<Size, 2 * kColumnThreads>>(a);
}

// Blocks begin with the rows of a window, so they have many rows, but fill the device.
template <class Tile> void launchColumns(MedianColumnsArguments& a, const CudaCall& call, const char* name)
{
    constexpr int kBlocksAtOnce = kMultiprocessors * Tile::MinBlocks;
    const int tilesX = (a.target.cols + Tile::Results - 1) / Tile::Results * a.source.channels;
    a.rows =
        std::max(rowsOfFewestRounds(tilesX * call.images, a.target.rows, kBlocksAtOnce, 1, kMedianColumns.mostRows),
                 kMedianColumns.leastRows);
    launchGrid<Tile, mmaMedianU8Kernel<Tile>>(
        name, a, tileGrid(tilesX, (a.target.rows + a.rows - 1) / a.rows, call.images), call.stream, Tile::SharedBytes);
}

// Null if the window is too large, or a device has too little shared memory.
template <int Matrices> CudaKernelPtr columnsOf(const MedianColumnsArguments& a)
{
    using Tile = Columns<Matrices>;
    if (a.size > Tile::LargestSize || lowestSharedMemory(kCreate) < Tile::SharedBytes)
        return nullptr;
    return fastKernel("mmaMedianU8Kernel", a, launchColumns<Tile>);
}

// Null if the window is too large.
inline CudaKernelPtr counting(const MedianPlan& plan, std::uint32_t flip)
{
    switch (plan.ksize.width)
    {
    case 9: return histograms<9>(plan, flip);
    case 11: return histograms<11>(plan, flip);
    case 13: return histograms<13>(plan, flip);
    case 15: return histograms<15>(plan, flip);
    }
    const MedianColumnsArguments a{batchSource<std::uint8_t>(plan), batchTarget<std::uint8_t>(plan), plan.ksize.width,
                                   0, flip};
    if (fastKernels())
        for (const auto make : {columnsOf<3>, columnsOf<5>, columnsOf<7>, columnsOf<9>, columnsOf<11>, columnsOf<13>,
                                columnsOf<15>, columnsOf<17>})
            if (CudaKernelPtr kernel = make(a))
                return kernel;
    return nullptr;
}

// ---- Larger windows of other depths: pixels of tiles in order, and histograms of their buckets

// One launch puts tiles in order, in scratch memory, and the next one looks for medians in them: for parts of an image
// that are about as large.
template <class Tile, class K> void launchBuckets(MedianOrdersArguments<K>& a, const CudaCall& call, const char*)
{
    a.width = Tile::Results;
    a.height = OrderTile::Rows - a.size + 1;
    a.tilesX = (a.target.cols + a.width - 1) / a.width;
    const std::int64_t all =
        static_cast<std::int64_t>(a.tilesX) * ((a.target.rows + a.height - 1) / a.height) * a.source.channels;
    const int mostOfImage = std::max(kMedianBuckets.mostTiles / call.images, 1);
    const std::int64_t parts = (all + mostOfImage - 1) / mostOfImage;
    const int most = static_cast<int>((all + parts - 1) / parts);
    const ScratchImage memory(sizeof(TileOrder) * most * call.images, 1, call.stream, "cudatiled::Filter::apply");
    a.orders = static_cast<TileOrder*>(memory.data());
    for (std::int64_t first = 0; first < all; first += most)
    {
        a.firstTile = static_cast<int>(first);
        a.tiles = static_cast<int>(std::min<std::int64_t>(most, all - first));
        launchGrid<OrderTile, medianTileOrderKernel<K>>("medianTileOrderKernel", a, dim3(a.tiles, 1, call.images),
                                                        call.stream, OrderTile::SharedBytes<K>);
        a.rows = std::max(
            rowsOfFewestRounds(a.tiles * call.images, a.height, kMultiprocessors * Tile::MinBlocks, 1, a.height),
            kMedianBuckets.leastRows);
        launchGrid<Tile, mmaMedianBucketsKernel<Tile, K>>("mmaMedianBucketsKernel", a,
                                                          dim3(a.tiles, (a.height + a.rows - 1) / a.rows, call.images),
                                                          call.stream, Tile::SharedBytes);
    }
}

// Null if the window is too large, or a device has too little shared memory.
template <class Tile, class K> CudaKernelPtr bucketsOf(const MedianOrdersArguments<K>& a)
{
    if (a.size > Tile::LargestSize ||
        lowestSharedMemory(kCreate) < std::max<std::size_t>(Tile::SharedBytes, OrderTile::SharedBytes<K>))
        return nullptr;
    return anyImageKernel("medianTileOrderKernel + mmaMedianBucketsKernel", a, launchBuckets<Tile, K>);
}

template <class K> CudaKernelPtr buckets(const MedianPlan& plan, std::uint32_t flip)
{
    MedianOrdersArguments<K> a{};
    a.source = listSource<K>(plan);
    a.target = listTarget<K>(plan);
    a.size = plan.ksize.width;
    a.flip = flip;
    if (fastKernels())
        for (const auto make : {bucketsOf<Buckets<3>, K>, bucketsOf<Buckets<5>, K>})
            if (CudaKernelPtr kernel = make(a))
                return kernel;
    return nullptr;
}

// ---- Still larger windows of other depths: ranks

// One block for each tile and channel. The window fits into a tile.
template <class Tile, class K> dim3 ranksGrid(const MedianRanksArguments<K>& a, int images)
{
    const int width = Tile::Width - a.size + 1, height = Tile::Rows - a.size + 1;
    const int tilesX = (a.target.cols + width - 1) / width, tilesY = (a.target.rows + height - 1) / height;
    return tileGrid(tilesX * a.source.channels, tilesY, images);
}

template <class K> MedianRanksArguments<K> ranksArguments(const MedianPlan& plan, std::uint32_t flip)
{
    return {listSource<K>(plan), listTarget<K>(plan), plan.ksize.width, flip};
}

// Null if the window is too large for the tile, or the tile for a device.
template <class Tile, class K> CudaKernelPtr largeRanks(const MedianPlan& plan, std::uint32_t flip)
{
    if (plan.ksize.width > Tile::Largest || lowestSharedMemory(kCreate) < Tile::Chunks * sizeof(Chunk))
        return nullptr;
    return anyImageKernel("medianLargeRanksKernel", ranksArguments<K>(plan, flip),
                          [](MedianRanksArguments<K>& a, const CudaCall& call, const char* name) {
                              launchGrid<Tile, medianLargeRanksKernel<Tile, K>>(
                                  name, a, ranksGrid<Tile>(a, call.images), call.stream, Tile::Chunks * sizeof(Chunk));
                          });
}

// ---- All of them

template <class T> CudaKernels medianKernels(const MedianPlan& plan);

// Of 16F, windows from 7x7 on and windows that end at the edges run on keys of 16U.
inline CudaKernels medianKernelsOfHalves(const MedianPlan& plan)
{
    MedianPlan ofKeys = plan;
    ofKeys.srcType = ofKeys.dstType = CV_MAKETYPE(CV_16U, CV_MAT_CN(plan.srcType));
    CudaKernels kernels;
    if (!plan.cutsWindows && plan.ksize.width <= 5)
    {
        if (fastKernels())
            if (CudaKernelPtr kernel = slidingWindowFor<Half, Half>(plan, MedianOfNine<Half>{0, ~0u}))
                kernels.push_back(std::move(kernel));
        kernels.push_back(selecting<Half>(plan, 0));
    }
    else
        kernels.emplace_back(new MedianOfKeys(plan, medianKernels<std::uint16_t>(ofKeys)));
    return kernels;
}

// The kernels of medians that replicate the nearest pixel, or whose windows lie in the image.
template <class T> CudaKernels insideKernels(const MedianPlan& plan)
{
    using Key = MedianKey<T>;
    using K = typename Key::Type;
    CudaKernels kernels;
    const auto add = [&](CudaKernelPtr kernel) {
        if (kernel)
            kernels.push_back(std::move(kernel));
        return !kernels.empty();
    };
    if constexpr (!std::is_same_v<T, std::int8_t>) // the arithmetic has no flip for bytes
        if (fastKernels())
            add(slidingWindowFor<K, K>(plan, MedianOfNine<K>{Key::flip * 0x10001u, ~0u}));
    CudaKernelPtr anyImage = selecting<K>(plan, Key::flip);
    if constexpr (sizeof(K) == 1)
    {
        if (!anyImage)
            add(counting(plan, Key::flip));
    }
    else if (!anyImage)
        anyImage = buckets<K>(plan, Key::flip);
    for (const auto make : {largeRanks<RanksIn227K, K>, largeRanks<RanksIn163K, K>, largeRanks<RanksIn96K, K>, bits<K>})
        if (!anyImage)
            anyImage = make(plan, Key::flip);
    add(std::move(anyImage));
    return kernels;
}

// For all depths but 16F.
template <class T> CudaKernels medianKernelsOfNumbers(const MedianPlan& plan)
{
    CudaKernels kernels = insideKernels<T>(plan);
    if (!plan.cutsWindows)
        return kernels;
    CudaKernels withEdges;
    withEdges.emplace_back(
        new MedianWithEdges<typename MedianKey<T>::Type>(plan, MedianKey<T>::flip, std::move(kernels)));
    return withEdges;
}

template <class T> CudaKernels medianKernels(const MedianPlan& plan)
{
    if constexpr (std::is_same_v<T, Half>)
        return medianKernelsOfHalves(plan);
    else
        return medianKernelsOfNumbers<T>(plan);
}

}} // namespace cv::cudatiled
