// SPDX-License-Identifier: Apache-2.0
// Correlation with kernels of medium size: a thread sums up a block of results while it reads the source rows below
// them once.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/epilogue.hpp"
#include "../../core/rounding.hpp"
#include "../../core/word_scalars.cuh"
#include "../load/dynamic_shared.cuh"
#include "../load/staged_rows.cuh"

namespace cv { namespace cudatiled {

constexpr int kDenseRun = 8; // neighbouring results of a thread

// Shape of the work of one block: Warps warps one below the other, each 32 threads of Run scalars wide and RowsOfThread
// rows high. Dynamic: its rows of the source take more shared memory than a kernel can declare.
template <int Warps_, int MaxSize_, int RowsAtOnce_, bool Dynamic, int MinBlocks_> struct RegisterTile
{
    static constexpr bool isDynamic = Dynamic;
    static constexpr int MinBlocks = MinBlocks_; // of a multiprocessor
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_;
    static constexpr int Run = kDenseRun, Width = 32 * Run, RowsOfThread = 4, Height = Warps_ * RowsOfThread;
    static constexpr int MaxTaps = MaxSize_; // of a row and of a column
    static constexpr int TapGroups = (MaxSize_ + 3) / 4;
    static constexpr int Group = 4;                // taps that are added between two readings of a row
    static constexpr int RowsAtOnce = RowsAtOnce_; // of the source, whose products are added up by themselves
    static constexpr int SourceRows = Height + MaxSize_ - 1;
};

constexpr int kRegisterTileSize = 15; // at most, of a row and of a column, if the arguments hold the taps

struct alignas(16) FourTaps
{
    float value[4];
};

struct InlineGroups
{
    FourTaps value[kRegisterTileSize * ((kRegisterTileSize + 3) / 4)];
    __device__ const FourTaps& operator[](int group) const { return value[group]; }
};

struct StoredGroups
{
    const FourTaps* value;
    __device__ FourTaps operator[](int group) const { return value[group]; }
};

// Float taps, four in a group, rows in whole groups. Sparse leaves out taps of 0, so that they do not count over
// infinite pixels.
template <class D, bool Sparse, class Epilogue = AddDelta<float>, class Groups = InlineGroups> struct DenseFloatGroups
{
    using Sum = float;

    Groups taps;
    Epilogue epilogue;

    template <class S, int Channels> struct Window
    {
        float value[kDenseRun + 4 * Channels];

        __device__ void put(int piece, const Words<sizeof(S)>& words)
        {
#pragma unroll
            for (int v = 0; v < 4; ++v)
                value[4 * piece + v] = floatOfWord<S>(words.word[v / kScalarsOfWord<S>], v % kScalarsOfWord<S>);
        }
        __device__ void advance()
        {
#pragma unroll
            for (int v = 0; v < kDenseRun; ++v)
                value[v] = value[4 * Channels + v];
        }
    };

    __device__ static Sum start()
    {
        return 0.f;
    }

    // Adds the first `Count` taps of a group.
    template <int Count, class S, int Channels>
    __device__ static void add(Sum (&sum)[kDenseRun], const Window<S, Channels>& window, const FourTaps& four)
    {
#pragma unroll
        for (int i = 0; i < Count; ++i)
        {
            const float t = four.value[i];
            if (!Sparse || t != 0.f)
#pragma unroll
                for (int v = 0; v < kDenseRun; ++v)
                    sum[v] = fmaf(t, window.value[v + i * Channels], sum[v]);
        }
    }

    __device__ D finish(Sum sum) const
    {
        return saturateRound<D>(epilogue(sum));
    }
};

template <class S, class D, class Arithmetic> struct RegisterTileArguments
{
    ListSource<S> source;
    ListTarget<D> target;
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    Alignment alignment;
    Arithmetic arithmetic;
};

// Adds staged row `t`, which lies under row t - q of the kernel for result row q: for All of them, or for those where
// that exists. `taps` are those of row t.
template <bool All, class Tile, int Channels, class S, class Arguments, class Sum>
__device__ void addRow(const Arguments& a, const std::uint32_t* row, const FourTaps* taps, int t,
                       Sum (&sum)[Tile::RowsOfThread][Tile::Run])
{
    typename decltype(a.arithmetic)::template Window<S, Channels> window;
    StagedReader<S, sizeof(S) < 4> reader(row, a.alignment.template sourceSkew<S>());
    const int wholeGroups = a.kernelWidth / 4, rest = a.kernelWidth % 4;
    const auto readGroup = [&] {
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            window.put(Tile::Run / 4 + c, reader.next());
    };
    const auto addGroup = [&](auto count) {
#pragma unroll
        for (int q = 0; q < Tile::RowsOfThread; ++q)
            if (All || (t - q >= 0 && t - q < a.kernelHeight))
                a.arithmetic.template add<decltype(count)::value, S, Channels>(sum[q], window,
                                                                               taps[-q * Tile::TapGroups]);
        ++taps;
    };
#pragma unroll
    for (int piece = 0; piece < Tile::Run / 4; ++piece)
        window.put(piece, reader.next());
#pragma unroll 1
    for (int g = 0; g < wholeGroups; ++g)
    {
        readGroup();
        addGroup(std::integral_constant<int, 4>{});
        window.advance();
    }
    if (rest == 0)
        return;
    readGroup();
    if (rest == 1)
        addGroup(std::integral_constant<int, 1>{});
    else if (rest == 2)
        addGroup(std::integral_constant<int, 2>{});
    else
        addGroup(std::integral_constant<int, 3>{});
}

// Sums up RowsOfThread rows of Run results, the first of which begins with the staged row at `first`. Some rows at a
// time are added up by themselves: long chains of float sums lose too much where the image is flat.
template <class Tile, int Channels, class S, class Arguments, class Sum>
__device__ void sumBlock(const Arguments& a, const std::uint32_t* first, const FourTaps* taps,
                         Sum (&sum)[Tile::RowsOfThread][Tile::Run])
{
    using Row = StagedRow<Tile, S, Channels>;
    constexpr int Rows = Tile::RowsOfThread;
#pragma unroll
    for (int q = 0; q < Rows; ++q)
#pragma unroll
        for (int v = 0; v < Tile::Run; ++v)
            sum[q][v] = a.arithmetic.start();

    const int end = Rows + a.kernelHeight - 1;
#pragma unroll 1
    for (int t = 0; t < end;)
    {
        Sum products[Rows][Tile::Run] = {};
#pragma unroll 1
        for (const int next = t + Tile::RowsAtOnce; t < next && t < end; ++t)
        {
            const std::uint32_t* const row = first + t * Row::words;
            const FourTaps* const ofRow = taps + t * Tile::TapGroups;
            if (t >= Rows - 1 && t < a.kernelHeight)
                addRow<true, Tile, Channels, S>(a, row, ofRow, t, products);
            else
                addRow<false, Tile, Channels, S>(a, row, ofRow, t, products);
        }
#pragma unroll
        for (int q = 0; q < Rows; ++q)
#pragma unroll
            for (int v = 0; v < Tile::Run; ++v)
                sum[q][v] += products[q][v];
    }
}

// Where the rows of the source lie.
template <class Tile, class Row> __device__ Chunk* stagedRows()
{
    constexpr int chunks = Tile::SourceRows * Row::words / 4;
    if constexpr (Tile::isDynamic)
        return dynamicShared<Chunk, chunks>();
    else
    {
        __shared__ Chunk staged[chunks];
        return staged;
    }
}

// Writes finish(sum over (j, i) of tap(j, i) * source(x + i - anchorX, y + j - anchorY)) for kernels of up to MaxTaps x
// MaxTaps taps.
template <class Tile, int Channels, class S, class D, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    registerTileKernel(const RegisterTileArguments<S, D, Arithmetic> a)
{
    awaitEarlierWork(a.target.siblings);
    using Row = StagedRow<Tile, S, Channels>;
    Chunk* const staged = stagedRows<Tile, Row>();
    __shared__ FourTaps taps[Tile::MaxTaps * Tile::TapGroups]; // as constants, each group takes an address

    const auto [x, y, rows] = placeBlock(a, Tile::Width, Tile::Height);
    if (y >= a.target.rows)
        return;
    const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    const int groups = (a.kernelWidth + 3) / 4;
    for (int j = warp; j < a.kernelHeight && lane < groups; j += Tile::Threads / 32)
        taps[j * Tile::TapGroups + lane] = a.arithmetic.taps[j * groups + lane];
    const StagedSource from = stagedSource<Row, Channels>(a, x, Tile::Width, a.kernelWidth, a.anchorX);
    for (int r = warp; r < rows + a.kernelHeight - 1; r += Tile::Threads / 32)
        bringRow<Channels, Row, S>(staged->word + r * Row::words, a, from, a.source.y0 + y - a.anchorY + r);
    waitForCopies();
    fillRowsBeside<Channels, Row, S>(staged->word, a, from, warp, rows + a.kernelHeight - 1, Tile::Threads / 32);
    __syncthreads();

    const int firstRow = warp * Tile::RowsOfThread, end = a.target.cols * Channels, run = lane * Tile::Run;
    if (firstRow >= rows || x + run >= end)
        return;
    typename Arithmetic::Sum sum[Tile::RowsOfThread][Tile::Run];
    sumBlock<Tile, Channels, S>(a, staged->word + firstRow * Row::words + run / Row::perWord, taps, sum);
    D* to = a.target.row(y + firstRow) + x + run;
#pragma unroll
    for (int q = 0; q < Tile::RowsOfThread; ++q)
    {
#pragma unroll
        for (int four = 0; four < Tile::Run; four += 4)
        {
            D result[4];
#pragma unroll
            for (int v = 0; v < 4; ++v)
                result[v] = a.arithmetic.finish(sum[q][four + v]);
            if (firstRow + q < rows)
                storeFour(a, to + four, result, x + run + four, end);
        }
        to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
    }
}

}} // namespace cv::cudatiled
