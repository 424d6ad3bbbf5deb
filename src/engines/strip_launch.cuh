// SPDX-License-Identifier: Apache-2.0
// Launching stripKernel: which plans and images it fits, and how the work is cut.
#pragma once

#include "../core/kernel_choice.hpp"
#include "../kernels/strip_kernel.cuh"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// Of the tile, launchTiles needs the shape of a block only.
struct StripBlock
{
    static constexpr int ThreadsX = 128, ThreadsY = 1, Threads = 128;
};

} // namespace

// clang-format off

// Depth pairs with a fast kernel, and the largest magnitude of their pixels.
template <class S, class D> struct StripPair { static constexpr bool exists = false; };
template <> struct StripPair<std::uint8_t, std::uint8_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint8_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 255; };
template <> struct StripPair<std::uint16_t, std::uint16_t> { static constexpr bool exists = true; static constexpr double largest = 65535; };
template <> struct StripPair<std::int16_t, std::int16_t> { static constexpr bool exists = true; static constexpr double largest = 32768; };
template <> struct StripPair<float, float> { static constexpr bool exists = true; static constexpr double largest = 0; }; // any

// clang-format on

// Results of a thread in a row: what makes 16 bytes of the wider depth; half of that where the sums of bytes would fill the registers.
template <class S, class D, int Size>
constexpr int kStripScalars = (sizeof(S) == 1 && sizeof(D) == 1 && Size >= 5)
                                  ? 8
                                  : 16 / static_cast<int>(sizeof(S) > sizeof(D) ? sizeof(S) : sizeof(D));

// Whether strips of Scalars results start at addresses that are multiples of what is loaded and stored at once.
template <class T> bool isAligned(const void* data, std::size_t step, int firstScalar, int scalars)
{
    const std::size_t bytes = scalars * sizeof(T);
    return (reinterpret_cast<std::uintptr_t>(data) + firstScalar * sizeof(T)) % bytes == 0 && step % bytes == 0;
}

template <class S, int Scalars, int Size> StripInterior interiorOf(const Region& region, int channels)
{
    // Strips are loaded with whole words on both sides, see StripShape.
    const std::int64_t sideScalars =
        (static_cast<std::int64_t>(Size / 2) * channels * sizeof(S) + 3) / 4 * 4 / static_cast<std::int64_t>(sizeof(S));
    const std::int64_t x0 = static_cast<std::int64_t>(region.offset.x) * channels;
    const std::int64_t begin = std::max<std::int64_t>(0, (sideScalars - x0 + Scalars - 1) / Scalars);
    const std::int64_t end = std::min(static_cast<std::int64_t>(region.size.width) * channels,
                                      static_cast<std::int64_t>(region.whole.width) * channels - x0 - sideScalars) /
                             Scalars;
    const int top = std::max(0, Size / 2 - region.offset.y);
    const int bottom = std::min(region.size.height, region.whole.height - region.offset.y - Size / 2);
    if (end <= begin || bottom <= top)
        return {0, 0, 0, 0};
    return {static_cast<int>(begin), static_cast<int>(end - begin), top, bottom - top};
}

// Rows of a thread: so many that few source rows are loaded twice, so few that there are threads for the whole device. With Size - 1
// more they are a multiple of Size, the number of rows that the kernel's loop takes at a time.
inline int rowsPerThread(const StripInterior& interior, int size)
{
    constexpr std::int64_t kEnoughThreads = 128 * 1024;
    int rows = 32 / size * size + 1;
    while (rows > 8 && static_cast<std::int64_t>(interior.strips) * interior.rows / rows < kEnoughThreads)
        rows -= size;
    return rows;
}

template <class S, class D, int Channels, class Taps, class Finish>
void launchStrips(const StripInterior& interior, const ImagePlan& plan, const Taps& taps, const Finish& finish,
                  const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    constexpr int Scalars = kStripScalars<S, D, Taps::Size>, Threads = StripBlock::Threads;
    StripArguments<S, D, Taps, Finish> a{
        sourceView<S>(plan, src), targetView<D>(plan, src, dst), interior, 0, 0, finish, taps};
    a.rowsPerThread = rowsPerThread(interior, Taps::Size);
    const std::int64_t groups = (static_cast<std::int64_t>(interior.rows) + a.rowsPerThread - 1) / a.rowsPerThread;
    const std::int64_t all = static_cast<std::int64_t>(a.target.rows) * a.target.cols * Channels;
    const std::int64_t edge = all - static_cast<std::int64_t>(interior.rows) * interior.strips * Scalars;
    const std::int64_t interiorBlocks = (groups * interior.strips + Threads - 1) / Threads;
    const std::int64_t edgeBlocks = (edge + Threads - 1) / Threads;
    a.edgeBlocks = static_cast<int>(edgeBlocks);
    launchBlocks<StripBlock>("stripKernel", stripKernel<Threads, S, D, Channels, Scalars, Taps, Finish>, a,
                             interiorBlocks + edgeBlocks, stream);
}

// Runs stripKernel if it fits; false if it does not. Rounding to integers takes results of a magnitude, `largest`, below 2^22.
template <class S, class D, class Taps, class Finish>
bool tryStrips(const ImagePlan& plan, const Taps& taps, const Finish& finish, double largest, const CudaSource& src,
               const CudaTarget& dst, CudaStream stream)
{
    constexpr int Scalars = kStripScalars<S, D, Taps::Size>;
    const int channels = CV_MAT_CN(plan.srcType);
    const bool roundable = std::is_same<D, float>::value || largest < 4194304.;
    if (kernelChoice() != KernelChoice::Fast || !roundable || channels == 2 ||
        plan.ksize != cv::Size(Taps::Size, Taps::Size) || plan.anchor != cv::Point(Taps::Size / 2, Taps::Size / 2) ||
        !isAligned<S>(src.data, src.step, src.region.offset.x * channels, Scalars) ||
        !isAligned<D>(dst.data, dst.step, 0, Scalars))
        return false;
    const StripInterior interior = interiorOf<S, Scalars, Taps::Size>(src.region, channels);
    if (interior.rows == 0)
        return false;
    if (channels == 1)
        launchStrips<S, D, 1>(interior, plan, taps, finish, src, dst, stream);
    else if (channels == 3)
        launchStrips<S, D, 3>(interior, plan, taps, finish, src, dst, stream);
    else
        launchStrips<S, D, 4>(interior, plan, taps, finish, src, dst, stream);
    return true;
}

}} // namespace cv::cudatiled
