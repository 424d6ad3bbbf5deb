// SPDX-License-Identifier: Apache-2.0
// Launching slidingWindowKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../core/tap_sums.hpp"
#include "../kernels/sliding_window/fixed_point.cuh"
#include "../kernels/sliding_window/kernel.cuh"
#include "../kernels/sliding_window/median.cuh"
#include "alignment.hpp"
#include "fill_device.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <class S, class D, int Channels, class Arithmetic>
constexpr SlidingWindowTuning
    kSlidingWindow = slidingWindowTuning({Arithmetic::kSums, Arithmetic::Size, static_cast<int>(sizeof(S)),
                                          static_cast<int>(sizeof(D)), Channels, std::is_same_v<D, float>});

// Rows of a thread: as many as so much shared memory holds, but at least as many as the kernel has.
template <class Shape> constexpr int rowsInTile(int kilobytes, int most)
{
    constexpr int rowBytes = StripRow<Shape>::chunks * kChunkBytes;
    const int rows = (kilobytes * 1024 / rowBytes - (Shape::size - 1)) / kSlidingWindowWarps;
    return rows < Shape::size ? Shape::size : rows < most ? rows : most;
}

} // namespace

// clang-format off

// Depth pairs with a fast kernel, and the largest magnitude of their pixels.
template <class S, class D> struct StripPair { static constexpr bool exists = false; };
template <> struct StripPair<std::uint8_t, std::uint8_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, std::int32_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, float> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint16_t, std::uint16_t> { static constexpr bool exists = true; static constexpr double largest = 65535; };
template <> struct StripPair<std::int16_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 32768; };
template <> struct StripPair<float, float> { static constexpr bool exists = true; static constexpr double largest = 0; }; // any
template <> struct StripPair<Half, Half> { static constexpr bool exists = true; static constexpr double largest = 65504; };

// clang-format on

// Strips lie over their source, and begin at a multiple of what they store.
template <class Shape, class Arguments> void alignStrips(Arguments& a)
{
    align(a, 0, kChunkBytes, Shape::resultWords * 4);
}

// What a filter holds for a kernel of strips, which may have an instance for batches beside that for other images:
// lists and siblings cost single images time.
constexpr Images imagesOfStrips(bool forBatches)
{
    return forBatches ? Images::AnySize : Images::InSteps;
}

// Whether a launch takes the instance for batches: it has several images, a list or siblings.
template <class D> bool isOfBatch(const TargetView<D, Images::AnySize>& target, int images)
{
    return images > 1 || target.places.list || target.siblings.bits != 0;
}

// How many strips of a row of `strips` a block has side by side, so that most of its threads have one. Tiles with few
// strips load more chunks of halo for each. Tiles begin at whole chunks: a row of several has a multiple of `unit` in
// each. Rows of many strips have blocks inside the image, which read it without a tile, so their strips lie in warps.
inline int stripsAcross(int strips, int threads, int unit)
{
    constexpr int narrowest = 8;
    if (strips > 3 * kStripsOfWarp)
        return kStripsOfWarp;
    int best = strips;
    double most = 0;
    for (int columns = 1; columns == 1 || strips >= columns * narrowest; ++columns)
    {
        const int across = columns > 1 ? ((strips + columns - 1) / columns + unit - 1) / unit * unit : strips;
        const double gain = static_cast<double>(threads / across) / columns * across / (across + 2);
        if (gain > most)
        {
            most = gain;
            best = across;
        }
    }
    return best;
}

constexpr std::int64_t kStripBlocksAtOnce = kMultiprocessors * kSlidingWindowBlocks;

// How warpGrid chooses the rows of a thread: see SlidingWindowTuning.
struct StripRows
{
    int least, low = kNoLowRows;
    bool allowsThree = false;
};

// The rows of a thread for an image of one round. With `rows`, a multiprocessor has up to four blocks. Higher blocks,
// of which it has three, read fewer rows beside their own; they are taken where a multiprocessor reads 7 % fewer rows.
template <int Size> int orRowsOfThree(int rows, int strips, int imageRows, int most)
{
    const auto read = [&](int each) {
        const int height = kSlidingWindowWarps * each;
        const std::int64_t blocks = std::int64_t{strips} * ((imageRows + height - 1) / height);
        return (blocks + kMultiprocessors - 1) / kMultiprocessors * (each + Size - 1);
    };
    const int heightOfThree = rowsOfOneRound(strips, imageRows, kMultiprocessors * 3);
    const int ofThree = (heightOfThree + kSlidingWindowWarps - 1) / kSlidingWindowWarps;
    return ofThree <= most && 100 * read(ofThree) <= 93 * read(rows) ? ofThree : rows;
}

// How the work is cut into strips of warps: sets the rows of a thread.
template <class Tile, class Shape, class Arguments> dim3 warpGrid(Arguments& a, int images, const StripRows& rows)
{
    constexpr std::int64_t kWarpsAtOnce = kStripBlocksAtOnce * kSlidingWindowWarps;
    constexpr int kManyTimes = 5; // with fewer rounds, the last one counts for more than low strips
    const int scalars = a.target.cols * Shape::channels + a.alignment.targetSkew;
    const int columns = (scalars + StripRow<Shape>::scalars - 1) / StripRow<Shape>::scalars, strips = columns * images;
    const int rowsOfRound = rowsOfOneRound(strips, a.target.rows, kWarpsAtOnce);
    const int most = takeManyRoundsOfSlowMemory(rowsOfRound, rows.low, kManyTimes) ? std::min(rows.low, Tile::MaxRows)
                                                                                   : Tile::MaxRows;
    a.layout.rowsPerThread = std::max(rowsOfFewestRounds(strips, a.target.rows, kWarpsAtOnce, 1, most), rows.least);
    if (rows.allowsThree && rows.least < rowsOfRound && rowsOfRound <= most)
        a.layout.rowsPerThread = orRowsOfThree<Shape::size>(a.layout.rowsPerThread, strips, a.target.rows, most);
    const int height = Tile::Warps * a.layout.rowsPerThread;
    return tileGrid(columns, (a.target.rows + height - 1) / height, images);
}

// The same for batches: sets their layout.
template <class Tile, class Shape, class Arguments> dim3 batchGrid(Arguments& a, int images, const StripRows& heights)
{
    static_assert(Tile::Threads <= ThreadDivisor::most, "ThreadDivisor is exact for these");
    const int strips = (a.target.cols * Shape::channels + a.alignment.targetSkew + Shape::scalars - 1) / Shape::scalars;
    const int unit = std::max(kChunkBytes / (4 * Shape::body), 1);
    const int across = images > 1 ? stripsAcross(strips, Tile::Threads, unit) : kStripsOfWarp;
    if (across == kStripsOfWarp)
    {
        const dim3 grid = warpGrid<Tile, Shape>(a, images, heights);
        a.layout = {a.layout, ThreadDivisor::of(across), Tile::Warps, StripRow<Shape>::chunks};
        return grid;
    }
    const int columns = (strips + across - 1) / across, chunks = StripRow<Shape>::chunksOf(across);
    const int inTile = StripBuffer<Tile, Shape>::chunks / chunks - (Shape::size - 1); // rows of results
    const int down = std::min(Tile::Threads / across, inTile), most = inTile / down;
    const int rows =
        rowsOfFewestRounds(columns * images, (a.target.rows + down - 1) / down, kStripBlocksAtOnce, 1, most);
    a.layout = {{std::max(rows, std::min(most, heights.least))}, ThreadDivisor::of(across), down, chunks};
    const int height = down * a.layout.rowsPerThread;
    return tileGrid(columns, (a.target.rows + height - 1) / height, images);
}

// How the work is cut: sets the layout.
template <class Tile, class Shape, class Arguments> dim3 stripGrid(Arguments& a, int images, const StripRows& rows)
{
    if constexpr (std::is_same_v<decltype(a.layout), BatchLayout>)
        return batchGrid<Tile, Shape>(a, images, rows);
    else
        return warpGrid<Tile, Shape>(a, images, rows);
}

template <class S, class D, int Channels, class Arithmetic> struct SlidingWindowOf
{
    static constexpr SlidingWindowTuning tuning = kSlidingWindow<S, D, Channels, Arithmetic>;
    using Shape = StripShape<S, D, Channels, tuning.scalars, Arithmetic::Size>;
    static constexpr int rows = rowsInTile<Shape>(tuning.kilobytes, tuning.mostRows);
    static constexpr int minBlocks(bool shifted, bool forBatches)
    {
        const bool few = shifted ? tuning.fewShifted : forBatches && tuning.fewOfBatch;
        return few ? 1 : tuning.minBlocks;
    }
    template <bool Shifted, Images Held = Images::InSteps>
    using Tile = StripTile<kSlidingWindowWarps, rows, tuning.rowsAhead, minBlocks(Shifted, Held == Images::AnySize),
                           Shifted, tuning.readsLate && !Shifted, tuning.prefetchBytes>;

    static constexpr Images held = imagesOfStrips(tuning.forBatches);
    template <Images Held> using Arguments = SlidingWindowArguments<S, D, Arithmetic, Held>;

    template <bool Shifted, Images Held>
    static void launchTiles(Arguments<Held>& a, const CudaCall& call, const char* name)
    {
        using Strips = Tile<Shifted, Held>;
        const StripRows strips{tuning.leastRows, tuning.lowRows, tuning.allowsThree};
        const dim3 grid = stripGrid<Strips, Shape>(a, call.images, strips);
        launchGrid<Strips, slidingWindowKernel<Strips, Shape, Arithmetic, Held>>(name, a, grid, call.stream);
    }
    static void launch(Arguments<held>& a, const CudaCall& call, const char* name)
    {
        alignStrips<Shape>(a);
        const bool shifted = tuning.shifts && a.alignment.sourceSkewBytes % (Shape::body * 4) != 0;
        if constexpr (held == Images::AnySize)
        {
            // Shifted strips take lists by way of tiles; siblings of them wait for each other.
            if (a.target.places.list || (isOfBatch(a.target, call.images) && !shifted))
                return launchTiles<false>(a, call, name);
            auto alone = withViewsOf<Images::InSteps>(a);
            return launchAlone(alone, shifted, call, name);
        }
        else
            launchAlone(a, shifted, call, name);
    }
    static void launchAlone(Arguments<Images::InSteps>& a, bool shifted, const CudaCall& call, const char* name)
    {
        if (shifted)
            launchTiles<tuning.shifts>(a, call, name);
        else
            launchTiles<false>(a, call, name);
    }
};

// Null if the kernel is not of the arithmetic's size and anchored at its centre, the tile does not fit into shared
// memory, or there are more than MostChannels, 1 or 4.
template <class S, class D, int MostChannels = 4, class Arithmetic>
CudaKernelPtr slidingWindowFor(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const int count = CV_MAT_CN(plan.srcType);
    if (!isCentredSquare(plan, Arithmetic::Size) || count > MostChannels)
        return nullptr;
    return withChannels(count, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        if constexpr (Channels <= MostChannels)
        {
            using Window = SlidingWindowOf<S, D, Channels, Arithmetic>;
            using Buffer = StripBuffer<typename Window::template Tile<false>, typename Window::Shape>;
            if constexpr (sizeof(Buffer) <= 48 * 1024)
            {
                const typename Window::template Arguments<Window::held> a{
                    sourceView<S, Window::held>(plan), targetView<D, Window::held>(plan), {}, {}, arithmetic};
                return fastKernel("slidingWindowKernel", a, Window::launch);
            }
        }
        return CudaKernelPtr();
    });
}

// Whether float sums of up to this magnitude can be rounded to D: none is infinite on its way.
template <class D> bool isRoundable(double largest)
{
    return kIsFloat<D> || largest < 1e38;
}

// Pair arithmetic over bytes; false if there are fractions or the halves could overflow.
template <class D> bool fitPairs(const TapSums& taps, double delta, PairSums& sums)
{
    if (!taps.integers || delta != std::floor(delta) || std::abs(delta) > 32767)
        return false;
    const double lowest = std::min(0., delta - 255 * taps.negative),
                 highest = std::max(0., delta + 255 * taps.positive);
    const int offset = static_cast<int>(delta);
    sums.bias = sizeof(D) == 1 ? static_cast<int>(-lowest) : 0x8000;
    if (sizeof(D) == 1)
        sums.start = static_cast<std::uint32_t>(sums.bias + offset) * 0x10001u;
    else
        sums.start = (static_cast<std::uint32_t>(offset) << 16) + static_cast<std::uint32_t>(offset + 0x8000);
    return sizeof(D) == 1 ? highest - lowest <= 32767 : highest <= 32767 && lowest >= -32768;
}

}} // namespace cv::cudatiled
