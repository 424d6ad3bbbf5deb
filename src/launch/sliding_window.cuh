// SPDX-License-Identifier: Apache-2.0
// Launching slidingWindowKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/dispatch.hpp"
#include "../core/tap_sums.hpp"
#include "../kernels/sliding_window/fixed_point.cuh"
#include "../kernels/sliding_window/kernel.cuh"
#include "../kernels/sliding_window/median.cuh"
#include "launch.cuh"
#include "tuning.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kStripWarps = 4;

// Rows of a thread: as many as so much shared memory holds, but at least as many as the kernel has.
template <class Shape> constexpr int rowsInTile(int kilobytes, int most)
{
    constexpr int rowBytes = StripRow<Shape>::chunks * kChunkBytes;
    const int rows = (kilobytes * 1024 / rowBytes - (Shape::size - 1)) / kStripWarps;
    return rows < Shape::size ? Shape::size : rows < most ? rows : most;
}

// Whether whole windows become results, not rows and columns in turn, which takes more registers.
template <class Arithmetic> struct TakesWindows : std::false_type
{};
template <int Size, bool Sparse> struct TakesWindows<DenseTaps<Size, Sparse>> : std::true_type
{};
template <int Size> struct TakesWindows<DenseByteTaps<Size>> : std::true_type
{};
template <class S> struct TakesWindows<MedianOfNine<S>> : std::true_type
{};

// Whether two sums share a register.
template <class Arithmetic> struct TakesPairs : std::is_base_of<PairSums, Arithmetic>
{};
template <int Size> struct TakesPairs<BinomialTaps<Size>> : std::true_type
{};

// Rows that a thread reads before it needs them, as measured. Dense filters of 5x5 do not gain by it, and wide halos
// are read too often.
template <class Shape, class Arithmetic> constexpr int rowsAhead()
{
    using S = typename Shape::S;
    constexpr bool light = sizeof(S) == 4 || Shape::size == 3 || std::is_same_v<Arithmetic, BinomialTaps<5>>;
    constexpr int widest = light ? 2 : 1; // words
    if (Shape::size > 5 || (Shape::size == 5 && TakesWindows<Arithmetic>::value) || Shape::side > widest)
        return 0;
    if (Shape::size == 5)
        return 5;
    if (sizeof(S) == 4)
        return std::is_same_v<Arithmetic, MedianOfNine<S>> ? 6 : 4;
    return sizeof(S) == 2 &&
                   (std::is_same_v<Arithmetic, DenseTaps<3>> || std::is_same_v<Arithmetic, DenseTaps<3, true>>)
               ? 2
               : 3;
}

// Shared memory is taken from the L1 cache, which direct reads need. Filters with few registers, of which many blocks
// share a multiprocessor, therefore get small tiles.
template <class Shape, class Arithmetic> constexpr int tileKilobytes()
{
    using S = typename Shape::S;
    const bool manyRegisters =
        (TakesWindows<Arithmetic>::value && sizeof(S) == 1) || std::is_same_v<Arithmetic, MedianOfNine<float>>;
    const bool few = Shape::size == 3 ? !manyRegisters : std::is_same_v<Arithmetic, ByteBoxTaps<5>>;
    if (TakesWindows<Arithmetic>::value && Shape::size >= 7) // every warp reads many rows beside its own
        return 46;
    if (std::is_same_v<Arithmetic, BinomialTaps<5>> && Shape::channels >= 3) // likewise, and blocks are few
        return 44;
    return rowsAhead<Shape, Arithmetic>() > 0 && few ? 20 : 28;
}

// Whether the compiler would spill registers for the sake of more blocks.
template <class Shape, class Arithmetic, bool Shifted> constexpr bool wouldSpill()
{
    using S = typename Shape::S;
    return Shape::size >= 7 || (Shifted && std::is_same_v<typename Shape::D, float>) ||
           (Shape::channels >= 3 && std::is_same_v<Arithmetic, MedianOfNine<std::uint8_t>>) ||
           (Shape::channels == 2 && sizeof(S) == 4 && TakesWindows<Arithmetic>::value);
}

template <class Shape, class Arithmetic, bool Shifted>
using Strips = StripTile<kStripWarps, rowsInTile<Shape>(tileKilobytes<Shape, Arithmetic>(), Shape::size == 3 ? 12 : 32),
                         rowsAhead<Shape, Arithmetic>(), wouldSpill<Shape, Arithmetic, Shifted>() ? 1 : 0, Shifted>;

// Whether strips that are not aligned in the source have a kernel of their own, which reads them from memory too. Of
// several channels they would take more registers and more reads than a tile saves.
template <class Shape, class Arithmetic> constexpr bool takesShifted()
{
    return sizeof(typename Shape::S) == 1 && Shape::channels == 1 && rowsAhead<Shape, Arithmetic>() > 0;
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

// clang-format on

// Results of a thread in a row: what makes 16 bytes of the wider depth; fewer where their sums would fill the
// registers.
template <class S, class D, class Arithmetic> constexpr int stripScalars()
{
    constexpr int most = 16 / static_cast<int>(sizeof(S) > sizeof(D) ? sizeof(S) : sizeof(D));
    constexpr int inWord = TakesPairs<Arithmetic>::value ? 2 : 1; // sums in a register
    constexpr int registers = Arithmetic::Size >= 7 ? 120 : 72;
    int scalars = most;
    while (scalars > 4 && scalars / inWord * Arithmetic::Size > registers)
        scalars /= 2;
    return scalars;
}

// Multiples of 16 bytes in every row: the first strips of target and source.
template <class Shape, class Arguments> void alignStrips(Arguments& a)
{
    constexpr int storedBytes = Shape::resultWords * 4;
    a.placement.wholeStrips = a.target.step % storedBytes == 0;
    if (a.placement.wholeStrips)
        a.placement.targetSkew =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.target.data) % storedBytes / sizeof(typename Shape::D));
    a.placement.wholeChunks = a.source.step % kChunkBytes == 0;
    if (a.placement.wholeChunks)
    {
        const int firstScalar = a.source.x0 * Shape::channels - a.placement.targetSkew;
        a.placement.sourceSkew =
            static_cast<int>(reinterpret_cast<std::uintptr_t>(a.source.data + firstScalar) % kChunkBytes);
    }
}

// Rows of a thread: those with which the fewest rounds of blocks fill the device, so that none is left half empty.
inline int rowsOfThread(int columns, int rows, int least, int most)
{
    constexpr std::int64_t kWarpsAtOnce = kMultiprocessors * 4 * kStripWarps; // four blocks each
    const std::int64_t work = static_cast<std::int64_t>(columns) * rows;
    const std::int64_t rounds = (work + kWarpsAtOnce * most - 1) / (kWarpsAtOnce * most);
    return std::max(static_cast<int>((work + kWarpsAtOnce * rounds - 1) / (kWarpsAtOnce * rounds)), least);
}

// How the work is cut: sets placement.rows.
template <class Tile, class Shape, class Arguments> dim3 stripGrid(Arguments& a)
{
    const int scalars = a.target.cols * Shape::channels + a.placement.targetSkew;
    const int columns = (scalars + StripRow<Shape>::scalars - 1) / StripRow<Shape>::scalars;
    a.placement.rows = rowsOfThread(columns, a.target.rows, Shape::size == 3 ? 1 : 3, Tile::MaxRows);
    const int height = Tile::Warps * a.placement.rows;
    return tileGrid(columns, (a.target.rows + height - 1) / height);
}

template <class Tile, class Shape, class Arithmetic, class Arguments>
void launchSlidingWindowOf(Arguments& a, const char* name, CudaStream stream)
{
    const dim3 grid = stripGrid<Tile, Shape>(a);
    launchGrid<Tile, slidingWindowKernel<Tile, Shape, Arithmetic>>(name, a, grid, stream);
}

template <class S, class D, int Channels, class Arithmetic>
using StripOf = StripShape<S, D, Channels, stripScalars<S, D, Arithmetic>(), Arithmetic::Size>;

template <class S, class D, int Channels, class Arithmetic>
void launchSlidingWindow(SlidingWindowArguments<S, D, Arithmetic>& a, const CudaCall& call, const char* name)
{
    using Shape = StripOf<S, D, Channels, Arithmetic>;
    alignStrips<Shape>(a);
    if (a.placement.sourceSkew % (Shape::body * 4) == 0)
        launchSlidingWindowOf<Strips<Shape, Arithmetic, false>, Shape, Arithmetic>(a, name, call.stream);
    else
        launchSlidingWindowOf<Strips<Shape, Arithmetic, takesShifted<Shape, Arithmetic>()>, Shape, Arithmetic>(
            a, name, call.stream);
}

// Null if the kernel is not of the arithmetic's size and anchored at its centre, the tile does not fit into shared
// memory, or there are more than MostChannels, 1 or 4.
template <class S, class D, int MostChannels = 4, class Arithmetic>
CudaKernelPtr slidingWindowFor(const ImagePlan& plan, const Arithmetic& arithmetic)
{
    const SlidingWindowArguments<S, D, Arithmetic> a{sourceView<S>(plan), targetView<D>(plan), {}, arithmetic};
    if (!isCentredSquare(plan, Arithmetic::Size) || a.source.channels > MostChannels)
        return nullptr;
    return withChannels(a.source.channels, [&](auto channels) {
        constexpr int Channels = decltype(channels)::value;
        if constexpr (Channels <= MostChannels)
        {
            using Shape = StripOf<S, D, Channels, Arithmetic>;
            if constexpr (sizeof(StripBuffer<Strips<Shape, Arithmetic, false>, Shape>) <= 48 * 1024)
                return fastKernel("slidingWindowKernel", a, launchSlidingWindow<S, D, Channels, Arithmetic>);
        }
        return CudaKernelPtr();
    });
}

// Whether float sums of up to this magnitude can be rounded to D: none is infinite on its way.
template <class D> bool isRoundable(double largest)
{
    return std::is_same<D, float>::value || largest < 1e38;
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
