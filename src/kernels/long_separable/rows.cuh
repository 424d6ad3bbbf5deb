// SPDX-License-Identifier: Apache-2.0
// Sums along rows with many taps, for columns.cuh. A warp has 256 neighbouring pixels of one channel: it brings their
// window to shared memory as numbers that it computes with, and each lane sums up eight results, which share their
// window's numbers in registers.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/image_view.hpp"
#include "../load/dynamic_shared.cuh"
#include "../load/staged_rows.cuh"
#include "arithmetic.cuh"

namespace cv { namespace cudatiled {

// Rows of numbers of 32 bits. Pixels in a row are a multiple of four.
template <class Sum> struct LongSums
{
    Sum* data;
    std::ptrdiff_t pitch; // numbers
    int rows, cols, channels;

    __device__ Sum* row(int y) const { return data + y * pitch; }
};

struct LongRowsTile
{
    static constexpr int Warps = 8, ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr int Results = 8, Width = 32 * Results; // of a lane, of a warp
    static constexpr int TurnTaps = 8;                      // of a turn of the loop
    static constexpr int MostTaps = 1024;

    // Chunks of the taps, and of the window of a warp, which ends with what the last turn reads.
    CUDATILED_HOST_DEVICE static constexpr int tapChunks(int taps) { return (taps + TurnTaps - 1) / TurnTaps * 2; }
    CUDATILED_HOST_DEVICE static constexpr int windowChunks(int taps)
    {
        return (Width / 4 + tapChunks(taps) + 2 + 15) / 16 * 16; // see swizzled()
    }
    CUDATILED_HOST_DEVICE static constexpr int chunks(int taps) { return tapChunks(taps) + Warps * windowChunks(taps); }
};

// The source begins with the first row of sums.
template <class S, class Arithmetic> struct LongRowsArguments
{
    SourceView<S> source;
    LongSums<typename Arithmetic::RowResult> sums;
    int taps, anchorX;
    const typename Arithmetic::Tap* tap;
    Arithmetic arithmetic;
};

// Where chunk `i` of a window lies: eight lanes that read every second one find them in different banks.
__device__ inline int swizzled(int i)
{
    return i ^ (i >> 3 & 1);
}

// Calls use(i, place) for numbers i = lane, lane + 32, … of a window, below `count`, with where they lie.
template <class Use> __device__ void forNumbersOfLane(int count, Use use)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int even = lane, odd = 32 + (lane ^ 4); // as swizzled() has it
    int i = 0;
#pragma unroll 4
    for (; i + 64 <= count; i += 64)
    {
        use(i + lane, i + even);
        use(i + 32 + lane, i + odd);
    }
    if (i + lane < count)
        use(i + lane, i + even);
    if (i + 32 + lane < count)
        use(i + 32 + lane, i + odd);
}

// Brings numbers [0, count) of a window, whose first pixel is (x, y).
template <class S, class Sample>
__device__ void fillWindow(Sample* window, const SourceView<S>& source, int x, int y, int channel, int count)
{
    const int row = borderIndex(y, source.rows, source.columnBorder), channels = source.channels;
    if (row >= 0 && x >= 0 && x + count <= source.cols)
    {
        const S* const from = source.row(row) + static_cast<std::ptrdiff_t>(x) * channels + channel;
        forNumbersOfLane(count, [&](int i, int place) { window[place] = static_cast<Sample>(from[i * channels]); });
    }
    else
        forNumbersOfLane(count,
                         [&](int i, int place) { window[place] = static_cast<Sample>(source.at(x + i, y, channel)); });
}

template <class Number> __device__ void readFour(Number (&to)[4], const Number* from)
{
    const Chunk chunk = *reinterpret_cast<const Chunk*>(from);
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if constexpr (kIsFloat<Number>)
            to[i] = asFloat(chunk.word[i]);
        else
            to[i] = chunk.word[i];
}

// Adds up eight neighbouring sums.
template <class Arithmetic>
__device__ void sumLongRow(typename Arithmetic::RowSum (&sum)[LongRowsTile::Results], const Arithmetic& arithmetic,
                           const typename Arithmetic::Sample* window, const typename Arithmetic::Tap* taps, int count)
{
    constexpr int results = LongRowsTile::Results, turn = LongRowsTile::TurnTaps;
    typename Arithmetic::Sample pixel[results + turn];
    typename Arithmetic::Tap tap[turn];
    const int first = 2 * static_cast<int>(threadIdx.x % 32); // chunk
    const auto readPixels = [&](int to, int chunk) {
#pragma unroll
        for (int half = 0; half < 2; ++half)
        {
            typename Arithmetic::Sample four[4];
            readFour(four, window + swizzled(first + chunk + half) * 4);
#pragma unroll
            for (int i = 0; i < 4; ++i)
                pixel[to + 4 * half + i] = four[i];
        }
    };
    const auto readTurn = [&](int done) {
        readPixels(results, done / 4 + 2);
#pragma unroll
        for (int half = 0; half < 2; ++half)
        {
            typename Arithmetic::Tap four[4];
            readFour(four, taps + done + 4 * half);
#pragma unroll
            for (int i = 0; i < 4; ++i)
                tap[4 * half + i] = four[i];
        }
    };
    const auto addTap = [&](int i) {
#pragma unroll
        for (int v = 0; v < results; ++v)
            arithmetic.add(sum[v], tap[i], pixel[v + i]);
    };

    readPixels(0, 0);
    int done = 0;
#pragma unroll 2
    for (; done + turn <= count; done += turn)
    {
        readTurn(done);
#pragma unroll
        for (int i = 0; i < turn; ++i)
            addTap(i);
        if ((done + turn) % kFoldedTaps == 0)
#pragma unroll
            for (int v = 0; v < results; ++v)
                arithmetic.fold(sum[v]);
#pragma unroll
        for (int i = 0; i < results; ++i)
            pixel[i] = pixel[turn + i];
    }
    if (done == count)
        return;
    readTurn(done);
#pragma unroll
    for (int i = 0; i < turn - 1; ++i)
        if (done + i < count)
            addTap(i);
}

// Writes the sums of a warp, by way of its window, so that lanes write neighbours.
template <class Arithmetic, class Sum>
__device__ void storeLongRow(const LongSums<Sum>& sums, typename Arithmetic::Sample* window,
                             const typename Arithmetic::RowSum (&sum)[LongRowsTile::Results], int x, int y, int channel)
{
    static_assert(sizeof(Sum) == sizeof(*window), "sums take the place of the window");
    const int lane = static_cast<int>(threadIdx.x % 32), left = sums.cols - x;
    auto* const staged = reinterpret_cast<Sum*>(window);
    __syncwarp(); // until then lanes read the window
#pragma unroll
    for (int v = 0; v < LongRowsTile::Results; ++v)
        staged[swizzled(2 * lane + v / 4) * 4 + v % 4] = Arithmetic::finishRow(sum[v]);
    __syncwarp();
    Sum* const to = sums.row(y) + static_cast<std::ptrdiff_t>(x) * sums.channels + channel;
    forNumbersOfLane(left < LongRowsTile::Width ? left : LongRowsTile::Width,
                     [&](int i, int place) { to[i * sums.channels] = staged[place]; });
}

// Writes the sums over i of tap[i] * source(x + i - anchorX, y).
template <class Tile, class S, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, 2) longRowsKernel(const LongRowsArguments<S, Arithmetic> a)
{
    awaitEarlierWork();
    Chunk* const shared = dynamicShared<Chunk, Tile::chunks(Tile::MostTaps)>();
    auto* const taps = reinterpret_cast<typename Arithmetic::Tap*>(shared);
    const int warp = static_cast<int>(threadIdx.x / 32);
    auto* const window = reinterpret_cast<typename Arithmetic::Sample*>(shared + Tile::tapChunks(a.taps) +
                                                                        warp * Tile::windowChunks(a.taps));
    for (int i = static_cast<int>(threadIdx.x); i < a.taps; i += Tile::Threads)
        taps[i] = a.tap[i];
    __syncthreads();

    // Channels of a row lie in neighbouring warps, which find it in the L1 cache.
    const int line = static_cast<int>(blockIdx.y) * Tile::Warps + warp;
    const int y = line / a.sums.channels, channel = line - y * a.sums.channels;
    if (y >= a.sums.rows)
        return;
    const int x = static_cast<int>(blockIdx.x) * Tile::Width;
    fillWindow(window, a.source, a.source.x0 + x - a.anchorX, a.source.y0 + y, channel, Tile::Width + a.taps - 1);
    __syncwarp();
    typename Arithmetic::RowSum sum[Tile::Results];
#pragma unroll
    for (auto& each : sum)
        each = a.arithmetic.startRow();
    sumLongRow(sum, a.arithmetic, window, taps, a.taps);

    storeLongRow<Arithmetic>(a.sums, window, sum, x, y, channel);
}

}} // namespace cv::cudatiled
