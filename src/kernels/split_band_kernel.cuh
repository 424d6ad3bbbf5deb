// SPDX-License-Identifier: Apache-2.0
// Separable correlation of any numbers as products of matrices: a filter along a line is a matrix with the taps in a band, which tensor cores
// multiply with the pixels. They take 11 bits of a number (TF32), so every number is split into two of them, and three of the four products
// are added up (Ootomo and Yokota, Recovering Single Precision Accuracy from Tensor Cores, IJHPCA 36, 2022).
#pragma once

#include <utility>

#include "../core/earlier_work.cuh"
#include "../core/matrix_product.cuh"
#include "../core/rounding.hpp"
#include "band_tile.cuh"
#include "dynamic_shared.cuh"

namespace cv { namespace cudatiled {

constexpr int kSplitBandTaps = 33; // at most, of a row and of a column

// Shape of the work of one block: warps beside each other, each with `Strips` strips of 16 columns, Rows rows high, 8 at a time. A strip is of
// one channel: two beside each other of an image with one, else one of each channel. Halo columns and rows more are needed of the source,
// for Halo + 1 taps.
template <class S, int Channels_, int Halo_, int MinBlocks_> struct SplitBandTile
{
    static constexpr int Warps = 4, Threads = 32 * Warps, ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_;
    static constexpr int Channels = Channels_, Halo = Halo_, Step = 8;
    static constexpr int Strips = Channels == 1 ? 2 : Channels;
    static constexpr int WarpWidth = (Channels == 1 ? 32 : 16) * Channels, Width = Warps * WarpWidth; // scalars
    static constexpr int RowSteps = (16 + Halo_) / 8;   // products of 8 columns for 16 results along a row
    static constexpr int ColumnSteps = (8 + Halo_) / 8; // of 8 rows for 8 results down a column
    // Rows of floats are in different banks if their chunks are 2 more than a multiple of 4, of others if they are odd.
    static constexpr int needed = ((Width + Halo_ * Channels) * static_cast<int>(sizeof(S)) + 15) / 16 + 1;
    static constexpr int Chunks = sizeof(S) == 4 ? (needed + 1) / 4 * 4 + 2 : needed / 2 * 2 + 1;
    static constexpr int Pitch = Chunks * 16 / static_cast<int>(sizeof(S)); // scalars
    // Sums along rows are kept in registers, split; in shared memory where there are too many. Taps likewise.
    static constexpr bool KeepsRows = Strips <= 2 || Halo_ == 16;
    static constexpr bool KeepsRowBand = Halo_ == 16, KeepsColumnBand = Halo_ == 16 || Channels == 1;
    static constexpr int StoredRows = KeepsRows ? 0 : Strips * ColumnSteps * 32; // chunks of a warp
    static constexpr int bandBytes = (RowSteps * 2 + ColumnSteps) * 2 * 256;
    // Of the 227 KB of compute capability 9.0, a block has 1 KB less than its share; 8.6, 8.9 and 12.0 let it have 99 KB.
    static constexpr int share = 227 * 1024 / MinBlocks_ - 1024, most = share < 99 * 1024 ? share : 99 * 1024;
    static constexpr int room = (most - bandBytes) / 16 - Warps * StoredRows; // chunks
    static constexpr int fitting = (room / Chunks - Halo_) / Step * Step;
    static constexpr int Rows = fitting < 128 ? fitting : 128;
    static constexpr int SourceChunks = (Rows + Halo_) * Chunks, TileChunks = SourceChunks + Warps * StoredRows;
    static_assert(Rows >= 32, "too little shared memory");
};

template <class S, class D> struct SplitBandArguments
{
    SourceView<S> source;
    TargetView<D> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    BandPlacement placement;
    float scale, delta; // a result is sum * scale + delta
    float row[kSplitBandTaps], column[kSplitBandTaps];
};

// A number as the sum of two with 11 bits each, up to 2^-22 of it. What is not finite stays so in the low part, if not in the high one; so
// that is not rounded, but cut off by the tensor core.
struct SplitNumber
{
    std::uint32_t high, low;

    __device__ explicit SplitNumber(float value)
        : high((asBits(value) + 0x1000u) & 0xffffe000u), low(asBits(value - asFloat(high)))
    {}
};

// A factor of a product, split.
template <int N> struct SplitFactor
{
    std::uint32_t high[N], low[N];

    __device__ void set(int i, float value)
    {
        const SplitNumber number(value);
        high[i] = number.high;
        low[i] = number.low;
    }
};

// Integers of 8 bits are their own high part.
template <class S> constexpr bool kHasLowPart = sizeof(S) > 1;

__device__ inline float toFloat(std::uint8_t value)
{
    return byteToFloat(value, 0);
}
__device__ inline float toFloat(std::uint16_t value)
{
    return halfWordToFloat(value, 0);
}
// Like halfWordToFloat, the sign bit taken away with the rest: 2^23 + 2^15.
__device__ inline float toFloat(std::int16_t value)
{
    return asFloat(0x4b000000u | (static_cast<std::uint16_t>(value) ^ 0x8000u)) - 8421376.f;
}
__device__ inline float toFloat(float value)
{
    return value;
}

// The band of a row filter, for 16 results of a lane's matrices: results 2 g and 2 g + 1 of columns 2 t and 2 t + 1 of every 8, as the order
// of the columns of a product is free. Four words of a lane for each product, high parts first.
template <class Tile> struct SplitRowBand
{
    Chunk word[2][Tile::RowSteps][32];
};

// That of a column filter likewise, for 8 results: result g of rows 2 t and 2 t + 1 of every 8.
template <class Tile> struct SplitColumnBand
{
    Words<2> word[2][Tile::ColumnSteps][32];
};

template <class Tile> struct SplitBands
{
    SplitRowBand<Tile> row;
    SplitColumnBand<Tile> column;

    // All threads of a block take part.
    template <class Arguments> __device__ void fill(const Arguments& a)
    {
        const auto tap = [](const float* taps, int count, int i) {
            return SplitNumber(i >= 0 && i < count ? taps[i] : 0.f);
        };
        for (int i = static_cast<int>(threadIdx.x); i < Tile::RowSteps * 32 * 4; i += Tile::Threads)
        {
            const int step = i / 128, lane = i / 4 % 32, part = i % 4;
            const int from = 8 * step + lane % 4 * 2 + part / 2, result = lane / 4 * 2 + part % 2;
            const SplitNumber number = tap(a.row, a.rowTaps, from - result);
            row.word[0][step][lane].word[part] = number.high;
            row.word[1][step][lane].word[part] = number.low + 0x1000u; // rounded
        }
        for (int i = static_cast<int>(threadIdx.x); i < Tile::ColumnSteps * 32 * 2; i += Tile::Threads)
        {
            const int step = i / 64, lane = i / 2 % 32, part = i % 2;
            const SplitNumber number = tap(a.column, a.columnTaps, 8 * step + lane % 4 * 2 + part - lane / 4);
            column.word[0][step][lane].word[part] = number.high;
            column.word[1][step][lane].word[part] = number.low + 0x1000u;
        }
    }
};

// Sums up `Steps` products, the small ones first. Tensor cores cut sums off instead of rounding them, by up to 2^-23 each time, so not too
// many large products are added one after the other.
template <int Steps, class Multiply> __device__ void sumProducts(float (&sum)[4], const Multiply& multiply)
{
    constexpr int inRow = Steps <= 4 ? Steps : (Steps + 1) / 2;
    clear(sum);
#pragma unroll
    for (int i = 0; i < Steps; ++i)
        multiply.small(sum, i);
#pragma unroll
    for (int i = 0; i < inRow; ++i)
        multiply.large(sum, i);
    if constexpr (inRow < Steps)
    {
        float others[4];
        clear(others);
#pragma unroll
        for (int i = inRow; i < Steps; ++i)
            multiply.large(others, i);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            sum[i] += others[i];
    }
}

// A lane's pixels of 8 source rows: columns 2 t and 2 t + 1 of every 8 in row g.
template <class Tile, class S> struct SplitPixels
{
    static constexpr int steps = Tile::Channels == 1 ? Tile::RowSteps + 2 : Tile::RowSteps;
    SplitFactor<2> pixel[steps];

    __device__ void load(const S* at)
    {
#pragma unroll
        for (int i = 0; i < steps; ++i)
#pragma unroll
            for (int k = 0; k < 2; ++k)
            {
                const float value = toFloat(at[(8 * i + k) * Tile::Channels]);
                if (kHasLowPart<S>)
                    pixel[i].set(k, value);
                else
                    pixel[i].high[k] = asBits(value);
            }
    }
};

// Along rows: taps times pixels from step `first` on.
template <class Tile, class S, bool UnitTaps> struct RowProducts
{
    const SplitFactor<4>* band; // kept in registers; any if not
    const SplitRowBand<Tile>& stored;
    const SplitPixels<Tile, S>& pixels;
    int first, lane;

    __device__ void part(float (&sum)[4], int limb, int step, const std::uint32_t (&pixel)[2]) const
    {
        if constexpr (Tile::KeepsRowBand)
            multiplyAddFloats(sum, limb == 0 ? band[step].high : band[step].low, pixel);
        else
            multiplyAddFloats(sum, stored.word[limb][step][lane].word, pixel);
    }
    __device__ void small(float (&sum)[4], int step) const
    {
        if constexpr (!UnitTaps)
            part(sum, 1, step, pixels.pixel[first + step].high);
        if constexpr (kHasLowPart<S>)
            part(sum, 0, step, pixels.pixel[first + step].low);
    }
    __device__ void large(float (&sum)[4], int step) const { part(sum, 0, step, pixels.pixel[first + step].high); }
};

// Sums along the last rows of a strip, 8 rows in a slot, the oldest first. As a factor of the next product, a lane's four are columns 2 g and
// 2 g + 1 of row 2 t, then of row 2 t + 1. `memory` has room for them, if they are not kept in registers.
template <class Tile, bool Keeps = Tile::KeepsRows> struct SplitRows
{
    SplitFactor<4> slot[Tile::ColumnSteps] = {};

    __device__ explicit SplitRows(Chunk*) {}
    __device__ void put(const float (&sum)[4])
    {
#pragma unroll
        for (int i = 0; i < Tile::ColumnSteps - 1; ++i)
            slot[i] = slot[i + 1];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            slot[Tile::ColumnSteps - 1].set(i, sum[i % 2 * 2 + i / 2]);
    }
    __device__ const SplitFactor<4>& get(int i) const
    {
        return slot[i];
    }
};
template <class Tile> struct SplitRows<Tile, false>
{
    Chunk* memory; // of this lane, in every 32 chunks
    int oldest = 0;

    __device__ explicit SplitRows(Chunk* memory_) : memory(memory_) {}
    __device__ void put(const float (&sum)[4])
    {
        memory[oldest * 32] = {{asBits(sum[0]), asBits(sum[2]), asBits(sum[1]), asBits(sum[3])}};
        oldest = oldest == Tile::ColumnSteps - 1 ? 0 : oldest + 1;
    }
    __device__ SplitFactor<4> get(int i) const
    {
        const int at = oldest + i;
        const Chunk sums = memory[(at < Tile::ColumnSteps ? at : at - Tile::ColumnSteps) * 32];
        SplitFactor<4> factor;
#pragma unroll
        for (int v = 0; v < 4; ++v)
            factor.set(v, asFloat(sums.word[v]));
        return factor;
    }
};

template <class Tile> struct SplitStrips
{
    SplitRows<Tile> rows[Tile::Strips];

    __device__ explicit SplitStrips(Chunk* memory)
        : SplitStrips(memory, std::make_integer_sequence<int, Tile::Strips>())
    {}
    template <int... S>
    __device__ SplitStrips(Chunk* memory, std::integer_sequence<int, S...>)
        : rows{SplitRows<Tile>(memory + S * Tile::ColumnSteps * 32)...}
    {}
};

// Down columns: sums along rows times taps.
template <class Tile, bool UnitTaps> struct ColumnProducts
{
    const SplitFactor<2>* band; // kept in registers; any if not
    const SplitColumnBand<Tile>& stored;
    const SplitRows<Tile>& rows;
    int lane;

    __device__ void part(float (&sum)[4], const std::uint32_t (&row)[4], int limb, int step) const
    {
        if constexpr (Tile::KeepsColumnBand)
            multiplyAddFloats(sum, row, limb == 0 ? band[step].high : band[step].low);
        else
            multiplyAddFloats(sum, row, stored.word[limb][step][lane].word);
    }
    __device__ void small(float (&sum)[4], int step) const
    {
        const SplitFactor<4> row = rows.get(step);
        part(sum, row.low, 0, step);
        if constexpr (!UnitTaps)
            part(sum, row.high, 1, step);
    }
    __device__ void large(float (&sum)[4], int step) const { part(sum, rows.get(step).high, 0, step); }
};

// N neighbouring results, packed into words.
template <class D, int N> struct SplitBandRun
{
    static constexpr int bytes = N * static_cast<int>(sizeof(D));
    static constexpr int stored = bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 2; // at once
    alignas(16) std::uint32_t word[(bytes + 3) / 4];

    __device__ void pack(const float (&value)[N])
    {
#pragma unroll
        for (int i = 0; i < (bytes + 3) / 4; ++i)
            if constexpr (std::is_same_v<D, float>)
                word[i] = asBits(value[i]);
            else if constexpr (std::is_same_v<D, std::uint16_t>)
                word[i] = packUnsigned(value[2 * i + 1], value[2 * i]);
            else if constexpr (std::is_same_v<D, std::int16_t>)
                word[i] = packSigned(value[2 * i + 1], value[2 * i]);
            else
                word[i] = packBytes(value[4 * i], value[4 * i + 1], 4 * i + 2 < N ? value[(4 * i + 2) % N] : 0.f,
                                    4 * i + 3 < N ? value[(4 * i + 3) % N] : 0.f);
    }

    __device__ void storeWhole(D* to) const
    {
#pragma unroll
        for (int i = 0; i < bytes / stored; ++i)
            if constexpr (stored == 2)
                reinterpret_cast<std::uint16_t*>(to)[i] =
                    static_cast<std::uint16_t>(word[i / 2] >> (16 * (i % 2)) & 0xffffu);
            else
                storeWords(reinterpret_cast<char*>(to) + i * stored,
                           reinterpret_cast<const Words<stored / 4>*>(word)[i]);
    }

    // Writes those that lie in [0, end) of a row, if the first is scalar `x` of it.
    __device__ void store(D* to, int x, int end, bool whole) const
    {
        if (whole && x >= 0 && x + N <= end)
            return storeWhole(to);
#pragma unroll
        for (int v = 0; v < N; ++v)
            if (x + v >= 0 && x + v < end)
                to[v] = reinterpret_cast<const D*>(word)[v];
    }
};

// Scalars that a lane stores in a row.
template <class Tile, class D> constexpr int splitBandRun()
{
    return Tile::Channels > 1 ? 2 * Tile::Channels : sizeof(D) == 1 ? 4 : 2;
}

// Where a lane writes results: columns 2 g and 2 g + 1 of every strip in rows 2 t and 2 t + 1 of every 8.
template <class Tile, class D> struct SplitBandStore
{
    D* to;      // row 2 t
    int ofLane; // 2 t
    int x, end; // of the first scalar in a row, of the row
    int rows;   // of the target from row 0 of the 8 on
    bool whole; // whether results may be stored at once
    bool inner; // and all columns of the warp lie in the target

    template <class Arguments> __device__ SplitBandStore(const Arguments& a, int warpX, int y)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        ofLane = lane % 4 * 2;
        x = warpX + lane / 4 * 2 * Tile::Channels;
        to = a.target.row(y + ofLane) + x;
        end = a.target.cols * Tile::Channels;
        rows = a.target.rows - y;
        whole = a.placement.wholeStores;
        inner = whole && warpX >= 0 && warpX + Tile::WarpWidth <= end;
    }

    template <int N>
    __device__ void storeRun(const SplitBandRun<D, N>& run, int row, int offset, std::ptrdiff_t step, bool all) const
    {
        if (all)
            run.storeWhole(reinterpret_cast<D*>(reinterpret_cast<char*>(to) + row * step) + offset);
        else if (ofLane + row < rows)
            run.store(reinterpret_cast<D*>(reinterpret_cast<char*>(to) + row * step) + offset, x + offset, end, whole);
    }

    // Four neighbouring bytes: a lane takes two of its neighbour, of the first strip if g is even, of the second if it is odd.
    __device__ void storeBytes(const float (&sum)[Tile::Strips][4], std::ptrdiff_t step, int lane, bool all) const
    {
        std::uint32_t packed[2];
        for (int s = 0; s < 2; ++s)
            packed[s] = packBytes(sum[s][0], sum[s][2], sum[s][1], sum[s][3]);
        const bool odd = lane / 4 % 2 != 0;
        const std::uint32_t other = __shfl_xor_sync(0xffffffffu, odd ? packed[0] : packed[1], 4);
        const std::uint32_t left = odd ? other : packed[0], right = odd ? packed[1] : other;
        SplitBandRun<D, 4> run;
        for (int row = 0; row < 2; ++row)
        {
            run.word[0] = joinedHalves(left, row, right, row);
            storeRun(run, row, odd ? 14 : 0, step, all);
        }
    }

    __device__ void operator()(const float (&sum)[Tile::Strips][4], std::ptrdiff_t step, int lane) const
    {
        if (inner && rows >= Tile::Step)
            storeAll(sum, step, lane, true);
        else
            storeAll(sum, step, lane, false);
    }
    __device__ void storeAll(const float (&sum)[Tile::Strips][4], std::ptrdiff_t step, int lane, bool all) const
    {
        if constexpr (Tile::Channels == 1 && sizeof(D) == 1)
            storeBytes(sum, step, lane, all);
        else
        {
            constexpr int runs = Tile::Channels == 1 ? 2 : 1, strips = Tile::Channels == 1 ? 1 : Tile::Channels;
#pragma unroll
            for (int i = 0; i < 2 * runs; ++i)
            {
                const int row = i % 2, first = i / 2;
                float value[2 * strips];
#pragma unroll
                for (int v = 0; v < 2 * strips; ++v)
                    value[v] = sum[first + v % strips][v / strips * 2 + row];
                SplitBandRun<D, 2 * strips> run;
                run.pack(value);
                storeRun(run, row, 16 * first, step, all);
            }
        }
    }
    __device__ void next(std::ptrdiff_t step)
    {
        to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + 8 * step);
        rows -= 8;
    }
};

// A product with zero is no number if the other factor is none, or infinite, so such pixels spoil results that they are not part of, and
// splitting spoils the largest numbers. A warp whose results are not all finite adds these up one by one.
template <class Tile, class Arguments>
__device__ void addOneByOne(const Arguments& a, const SplitBandStore<Tile, float>& store)
{
    constexpr int Channels = Tile::Channels;
    const int y = a.target.rows - store.rows;
#pragma unroll 1
    for (int i = 0; i < 4 * Tile::Strips; ++i)
    {
        const int strip = i / 4, row = store.ofLane + i % 2;
        const int scalar = store.x + (Channels == 1 ? 16 * strip : strip) + i / 2 % 2 * Channels;
        if (row >= store.rows || scalar < 0 || scalar >= store.end)
            continue;
        const int x = scalar / Channels;
        float sum = 0;
#pragma unroll 1
        for (int j = 0; j < a.columnTaps; ++j)
        {
            float rowSum = 0;
#pragma unroll 1
            for (int k = 0; k < a.rowTaps; ++k)
                rowSum = fmaf(a.row[k],
                              a.source.at(a.source.x0 + x + k - a.anchorX, a.source.y0 + y + row + j - a.anchorY,
                                          scalar - x * Channels),
                              rowSum);
            sum = fmaf(a.column[j], rowSum, sum);
        }
        a.target.row(y + row)[scalar] = fmaf(sum, a.scale, a.delta);
    }
}

template <int Strips> __device__ bool areFinite(const float (&sum)[Strips][4])
{
    float zero = 0; // or not a number
#pragma unroll
    for (int s = 0; s < Strips; ++s)
#pragma unroll
        for (int i = 0; i < 4; ++i)
            zero = fmaf(sum[s][i], 0.f, zero);
    return zero == 0.f;
}

// The window of a tile, all of which is multiplied, with zeros where there is no tap.
template <class Tile, class Arguments>
__device__ SourceWindow splitBandWindow(const Arguments& a, int x, int y, int rows)
{
    constexpr int Channels = Tile::Channels;
    SourceWindow window;
    window.x = (a.source.x0 - a.anchorX) * Channels + x - a.placement.phase;
    window.y = a.source.y0 - a.anchorY + y;
    window.rows = (rows + Tile::Step - 1) / Tile::Step * Tile::Step + Tile::Halo;
    window.first = a.placement.phase;
    window.last = a.placement.phase + Tile::Width + Tile::Halo * Channels;
    window.aligned = a.placement.wholeChunks;
    return window;
}

// Writes scale * (sum over j, i of column[j] * row[i] * source(x + i - anchorX, y + j - anchorY)) + delta. UnitTaps: all taps are 1.
template <class Tile, class S, class D, bool UnitTaps>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) splitBandKernel(const SplitBandArguments<S, D> a)
{
    awaitEarlierWork();
    constexpr int Channels = Tile::Channels, Strips = Tile::Strips, Slots = Tile::ColumnSteps;
    Chunk* const tile = dynamicShared<Chunk, Tile::TileChunks>();
    __shared__ SplitBands<Tile> bands;

    const int tileX = static_cast<int>(blockIdx.x) * Tile::Width - a.placement.lead;
    const int y = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * Tile::Rows;
    if (y >= a.target.rows)
        return;
    const int rows = a.target.rows - y < Tile::Rows ? a.target.rows - y : Tile::Rows;
    loadSourceTile<Tile::Threads, Tile::Chunks, Channels>(tile, a.source, splitBandWindow<Tile>(a, tileX, y, rows));
    bands.fill(a);
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int x = tileX + warp * Tile::WarpWidth;
    if (x >= a.target.cols * Channels)
        return;
    SplitFactor<4> rowBand[Tile::RowSteps];
    SplitFactor<2> columnBand[Slots];
#pragma unroll
    for (int i = 0; i < Tile::RowSteps && Tile::KeepsRowBand; ++i)
#pragma unroll
        for (int k = 0; k < 4; ++k)
        {
            rowBand[i].high[k] = bands.row.word[0][i][lane].word[k];
            rowBand[i].low[k] = bands.row.word[1][i][lane].word[k];
        }
#pragma unroll
    for (int i = 0; i < Slots && Tile::KeepsColumnBand; ++i)
#pragma unroll
        for (int k = 0; k < 2; ++k)
        {
            columnBand[i].high[k] = bands.column.word[0][i][lane].word[k];
            columnBand[i].low[k] = bands.column.word[1][i][lane].word[k];
        }

    const S* pixel = reinterpret_cast<const S*>(tile) + a.placement.phase + warp * Tile::WarpWidth +
                     lane / 4 * Tile::Pitch + lane % 4 * 2 * Channels;
    SplitStrips<Tile> strips(tile + Tile::SourceChunks + warp * Tile::StoredRows + lane);
    SplitBandStore<Tile, D> store(a, x, y);
#pragma unroll 1
    for (int filtered = 1 - Slots; filtered * Tile::Step < rows; ++filtered)
    {
        __syncwarp(); // or the compiler reads all of the bands before the loop
        SplitPixels<Tile, S> pixels;
#pragma unroll
        for (int s = 0; s < Strips; ++s)
        {
            if (s > 0 && Channels > 2 && !Tile::KeepsRowBand)
                __syncwarp(); // or the compiler keeps what it has read of the band
            if (s == 0 || Channels > 1)
                pixels.load(pixel + (Channels > 1 ? s : 0));
            float sum[4];
            sumProducts<Tile::RowSteps>(
                sum, RowProducts<Tile, S, UnitTaps>{rowBand, bands.row, pixels, Channels == 1 ? 2 * s : 0, lane});
            strips.rows[s].put(sum);
        }
        pixel += Tile::Step * Tile::Pitch;
        if (filtered < 0)
            continue;

        float sum[Strips][4];
#pragma unroll
        for (int s = 0; s < Strips; ++s)
        {
            if (s > 0 && !Tile::KeepsColumnBand)
                __syncwarp();
            sumProducts<Slots>(sum[s], ColumnProducts<Tile, UnitTaps>{columnBand, bands.column, strips.rows[s], lane});
#pragma unroll
            for (int k = 0; k < 4; ++k)
                sum[s][k] = fmaf(sum[s][k], a.scale, a.delta);
        }
        bool finite = true;
        if constexpr (std::is_same_v<S, float>)
            finite = __ballot_sync(0xffffffffu, !areFinite(sum)) == 0;
        if (finite)
            store(sum, a.target.step, lane);
        else if constexpr (std::is_same_v<S, float>)
            addOneByOne<Tile>(a, store);
        store.next(a.target.step);
    }
}

}} // namespace cv::cudatiled
