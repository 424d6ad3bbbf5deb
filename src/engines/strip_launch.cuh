// SPDX-License-Identifier: Apache-2.0
// Launching stripKernel: which plans it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../core/tap_sums.hpp"
#include "../kernels/strip_kernel.cuh"
#include "launch.cuh"
#include "narrow.hpp"

namespace cv { namespace cudatiled {

namespace {

constexpr int kStripWarps = 4;

// Rows of a thread: as many as 28 KB of shared memory hold, in multiples of what the kernel's loop takes at a time.
template <class Shape> constexpr int stripRows()
{
    constexpr int fit = 28 * 1024 / (StripRow<Shape>::chunks * kChunkBytes); // rows of a tile
    constexpr int rows = (fit - (Shape::size - 1)) / kStripWarps;
    return rows < Shape::size ? Shape::size : (rows < 32 ? rows : 32) / Shape::size * Shape::size;
}

template <class Shape> struct Strips : StripTile<kStripWarps, stripRows<Shape>(), Shape::size >= 7 ? 1 : 0>
{
    static constexpr int sharedBytes =
        (kStripWarps * stripRows<Shape>() + Shape::size - 1) * StripRow<Shape>::chunks * kChunkBytes;
};

} // namespace

// clang-format off

// Depth pairs with a fast kernel, and the largest magnitude of their pixels.
template <class S, class D> struct StripPair { static constexpr bool exists = false; };
template <> struct StripPair<std::uint8_t, std::uint8_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, float> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint16_t, std::uint16_t> { static constexpr bool exists = true; static constexpr double largest = 65535; };
template <> struct StripPair<std::int16_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 32768; };
template <> struct StripPair<float, float> { static constexpr bool exists = true; static constexpr double largest = 0; }; // any

// clang-format on

// Results of a thread in a row: what makes 16 bytes of the wider depth; fewer where their sums would fill the registers.
template <class S, class D, class Arithmetic> constexpr int stripScalars()
{
    constexpr int most = 16 / static_cast<int>(sizeof(S) > sizeof(D) ? sizeof(S) : sizeof(D));
    constexpr int inWord = std::is_base_of<PairSums, Arithmetic>::value ? 2 : 1; // sums in a register
    int scalars = most;
    while (scalars > 4 && scalars / inWord * Arithmetic::Size > 72)
        scalars /= 2;
    return scalars;
}

// Multiples of 16 bytes in every row: the first strips of target and source.
template <class Shape> StripPlacement placeStrips(const CudaSource& src, const CudaTarget& dst)
{
    using S = typename Shape::S;
    using D = typename Shape::D;
    constexpr std::size_t storedBytes = Shape::resultWords * 4;
    StripPlacement placement{};
    placement.wholeStrips = dst.step % storedBytes == 0;
    if (placement.wholeStrips)
        placement.lead = static_cast<int>(reinterpret_cast<std::uintptr_t>(dst.data) % storedBytes / sizeof(D));
    placement.wholeChunks = src.step % kChunkBytes == 0;
    if (placement.wholeChunks)
    {
        const int firstScalar = src.region.offset.x * Shape::channels - placement.lead;
        placement.phase = static_cast<int>(
            reinterpret_cast<std::uintptr_t>(static_cast<const S*>(src.data) + firstScalar) % kChunkBytes);
    }
    return placement;
}

// Rows of a thread: so many that few source rows are loaded twice, so few that there is work for the whole device.
inline int rowsOfThread(std::int64_t strips, int rows, int most)
{
    constexpr std::int64_t kEnoughThreads = 64 * 1024;
    const std::int64_t each = strips * rows / kEnoughThreads;
    return static_cast<int>(std::clamp<std::int64_t>(each, std::min(most, 3), most));
}

template <class Tile, class Shape, class Arithmetic>
void launchStrips(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    using S = typename Shape::S;
    using D = typename Shape::D;
    StripArguments<S, D, Arithmetic> a{sourceView<S>(plan, src), targetView<D>(plan, src, dst),
                                       placeStrips<Shape>(src, dst), arithmetic};
    const int scalars = a.target.cols * Shape::channels + a.placement.lead;
    a.placement.rows = rowsOfThread(scalars / Shape::scalars + 1, a.target.rows, Tile::MaxRows);
    const int height = Tile::Warps * a.placement.rows;
    const int tilesX = (scalars + StripRow<Shape>::scalars - 1) / StripRow<Shape>::scalars;
    const int tilesY = (a.target.rows + height - 1) / height;
    launchGrid<Tile>("stripKernel", stripKernel<Tile, Shape, Arithmetic>, a, tileGrid(tilesX, tilesY), stream);
}

template <class S, class D, int Channels, class Arithmetic>
bool tryStripsOf(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    using Shape = StripShape<S, D, Channels, stripScalars<S, D, Arithmetic>(), Arithmetic::Size>;
    using Tile = Strips<Shape>;
    if constexpr (Tile::sharedBytes > 48 * 1024)
        return false;
    else
    {
        launchStrips<Tile, Shape>(plan, arithmetic, src, dst, stream);
        return true;
    }
}

// Runs stripKernel if it may be, if the kernel is its size and anchored at its centre, and the tile fits into shared memory; false if
// not.
template <class S, class D, class Arithmetic>
bool tryStrips(const ImagePlan& plan, const Arithmetic& arithmetic, const CudaSource& src, const CudaTarget& dst,
               CudaStream stream)
{
    constexpr int Size = Arithmetic::Size;
    if (!fastKernels() || plan.ksize != cv::Size(Size, Size) || plan.anchor != cv::Point(Size / 2, Size / 2) ||
        !isNarrow(plan, src.region))
        return false;
    switch (CV_MAT_CN(plan.srcType))
    {
    case 1: return tryStripsOf<S, D, 1>(plan, arithmetic, src, dst, stream);
    case 2: return tryStripsOf<S, D, 2>(plan, arithmetic, src, dst, stream);
    case 3: return tryStripsOf<S, D, 3>(plan, arithmetic, src, dst, stream);
    default: return tryStripsOf<S, D, 4>(plan, arithmetic, src, dst, stream);
    }
}

// Whether packRounded may round sums of up to this magnitude to D.
template <class D> bool isRoundable(double largest)
{
    return std::is_same<D, float>::value || largest < 4194304.;
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
