// SPDX-License-Identifier: Apache-2.0
// Results that depend on the pixel under them alone, at any alignment of source and target.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

// What becomes of a pixel. An operation is a struct of numbers with
//   Source, Target      types of scalars;
//   kScalars            scalars of the source for each of the target, which has one channel where that is not 1;
//   kSourceWords        of a unit, a multiple of 4;
//   kTargetWords        that a unit becomes: 1, 2 or 4;
//   unit(to, from)      the words that become of a unit's words;
//   scalar(from)        one scalar of the target.

// Shape of the work of one block: a row of each warp, with so many units for each thread.
template <int Rows, int Units_, int MinBlocks_> struct PointwiseTile
{
    static constexpr int MinBlocks = MinBlocks_;
    static constexpr int ThreadsX = 32, ThreadsY = Rows, Threads = ThreadsX * ThreadsY;
    static constexpr int Height = Rows, Units = Units_, RowUnits = ThreadsX * Units_;
};

template <class Operation> struct PointwiseArguments
{
    BatchSource<typename Operation::Source> source;
    BatchTarget<typename Operation::Target> target;
    Operation operation;
};

// Words that begin `bytes` behind the first of `from`; bytes < 16.
template <int Count>
__device__ void shiftWords(std::uint32_t (&to)[Count], const std::uint32_t (&from)[Count + 4], int bytes)
{
    const auto fromWord = [&](auto first) {
#pragma unroll
        for (int i = 0; i < Count; ++i)
            to[i] = shiftedWord(from[decltype(first)::value + i], from[decltype(first)::value + i + 1], bytes % 4 * 8);
    };
    switch (bytes / 4)
    {
    case 0: return fromWord(std::integral_constant<int, 0>());
    case 1: return fromWord(std::integral_constant<int, 1>());
    case 2: return fromWord(std::integral_constant<int, 2>());
    default: return fromWord(std::integral_constant<int, 3>());
    }
}

// A row, cut into units: the target's begin at multiples of their size, the first at or before the row. Those of
// [begin, end) lie in the target, and the chunks that they are read from in the source.
template <class Operation> struct PointwiseRow
{
    using S = typename Operation::Source;
    using D = typename Operation::Target;
    static constexpr int kUnitBytes = Operation::kTargetWords * 4, kSourceBytes = Operation::kSourceWords * 4;
    static constexpr int kUnitScalars = kUnitBytes / static_cast<int>(sizeof(D));

    const char* source; // where the first unit's chunks begin
    D* target;          // where the first unit begins
    int shift;          // bytes from a chunk to the source of a unit
    int skew;           // scalars of the first unit that lie before the row
    std::ptrdiff_t scalars, begin, end;

    __device__ PointwiseRow(const PointwiseArguments<Operation>& a, int y)
    {
        const S* const row = a.source.row(a.source.y0 + y);
        const S* const first = row + static_cast<std::ptrdiff_t>(a.source.x0) * a.source.channels;
        D* const results = a.target.row(y);
        scalars = static_cast<std::ptrdiff_t>(a.target.cols) * a.target.channels;
        skew = static_cast<int>(reinterpret_cast<std::uintptr_t>(results) % kUnitBytes / sizeof(D));
        target = results - skew;
        const char* const from = reinterpret_cast<const char*>(first - skew * Operation::kScalars);
        shift = static_cast<int>(reinterpret_cast<std::uintptr_t>(from) % 16);
        source = from - shift;
        begin = skew > 0 ? 1 : 0;
        end = (scalars + skew) / kUnitScalars;
        if (shift > 0)
        {
            const S* const rowEnd = row + static_cast<std::ptrdiff_t>(a.source.cols) * a.source.channels;
            begin += source + begin * kSourceBytes < reinterpret_cast<const char*>(row) ? 1 : 0;
            end -= source + end * kSourceBytes + 16 > reinterpret_cast<const char*>(rowEnd) ? 1 : 0;
        }
        if (end <= begin)
            begin = end = 0;
    }

    __device__ std::ptrdiff_t firstScalar(std::ptrdiff_t unit) const { return unit * kUnitScalars - skew; }
};

// So many units of each thread, 32 apart: of `unit`, counted from the first one of the warp, and of those after it.
// They are there from `begin` to `end`.
template <int Units, bool Shifted, class Operation>
__device__ void filterUnits(const Operation& operation, const char* source, typename Operation::Target* target,
                            int shift, int unit, int begin, int end)
{
    using Row = PointwiseRow<Operation>;
    constexpr int kRead = Operation::kSourceWords + (Shifted ? 4 : 0);
    const auto has = [&](int u) {
        return unit + 32 * u >= begin && unit + 32 * u < end;
    };
    Words<4> chunk[Units][kRead / 4];
#pragma unroll
    for (int u = 0; u < Units; ++u)
        if (has(u))
#pragma unroll
            for (int i = 0; i < kRead / 4; ++i)
                chunk[u][i] = reinterpret_cast<const Words<4>*>(source + u * 32 * Row::kSourceBytes)[i];
#pragma unroll
    for (int u = 0; u < Units; ++u)
        if (has(u))
        {
            std::uint32_t words[kRead], pixels[Operation::kSourceWords];
#pragma unroll
            for (int i = 0; i < kRead; ++i)
                words[i] = chunk[u][i / 4].word[i % 4];
            if constexpr (Shifted)
                shiftWords(pixels, words, shift);
            else
#pragma unroll
                for (int i = 0; i < kRead; ++i)
                    pixels[i] = words[i];
            Words<Operation::kTargetWords> results;
            operation.unit(results.word, pixels);
            storeWords(target + u * 32 * Row::kUnitScalars, results);
        }
}

// Units of a warp from `first` on. Shifted ones, which take more registers, in two halves.
template <class Tile, bool Shifted, class Operation>
__device__ void filterWarp(const Operation& operation, const PointwiseRow<Operation>& row, std::ptrdiff_t first,
                           int lane)
{
    using Row = PointwiseRow<Operation>;
    constexpr int kAtOnce = Shifted ? Tile::Units / 2 : Tile::Units;
    const auto limited = [](std::ptrdiff_t unit) {
        return unit < 0 ? 0 : unit > Tile::RowUnits ? Tile::RowUnits : static_cast<int>(unit);
    };
    const int begin = limited(row.begin - first), end = limited(row.end - first);
    const char* source = row.source + (first + lane) * Row::kSourceBytes;
    typename Row::D* target = row.target + (first + lane) * Row::kUnitScalars;
#pragma unroll 1
    for (int unit = lane; unit < Tile::RowUnits; unit += 32 * kAtOnce)
    {
        filterUnits<kAtOnce, Shifted>(operation, source, target, row.shift, unit, begin, end);
        source += 32 * kAtOnce * Row::kSourceBytes;
        target += 32 * kAtOnce * Row::kUnitScalars;
    }
}

// The first and the last scalars of a row, which are in no unit, by a warp each. Rows have any length: positions in
// them have 64 bits.
template <class Tile, class Operation>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) pointwiseKernel(const PointwiseArguments<Operation> a)
{
    awaitEarlierWork();
    const std::ptrdiff_t y = static_cast<std::ptrdiff_t>(rowOfBlock(a.target)) * Tile::Height + threadIdx.y;
    if (y >= a.target.rows)
        return;
    const PointwiseRow<Operation> row(a, static_cast<int>(y));
    const std::ptrdiff_t unit = static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::RowUnits;
    const int lane = static_cast<int>(threadIdx.x);
    if (row.shift == 0)
        filterWarp<Tile, false>(a.operation, row, unit, lane);
    else
        filterWarp<Tile, true>(a.operation, row, unit, lane);

    const auto filterScalars = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        const auto* const from = reinterpret_cast<const typename Operation::Source*>(row.source + row.shift);
#pragma unroll 1
        for (std::ptrdiff_t i = first + row.skew + lane; i < last + row.skew; i += 32)
            row.target[i] = a.operation.scalar(from + i * Operation::kScalars);
    };
    const bool hasUnits = row.begin < row.end;
    if (blockIdx.x == 0)
        filterScalars(0, hasUnits ? row.firstScalar(row.begin) : row.scalars);
    if (hasUnits && blockIdx.x + 1 == gridDim.x)
        filterScalars(row.firstScalar(row.end), row.scalars);
}

}} // namespace cv::cudatiled
