// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns, of integers exactly. Results are words of 32 bits, integers or floats.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/rounding.hpp"
#include "../load/source_tile.cuh"
#include "../load/staged_rows.cuh"
#include "../minmax/column_windows.cuh"

namespace cv { namespace cudatiled {

// How sums become results. Signed 16-bit pixels are made unsigned by `flip`; `bias` is what their sum is too large
// then.
struct SumFinish
{
    std::uint32_t flip;
    int bias;
    bool toFloat;

    __device__ std::uint32_t of(std::uint32_t sum) const
    {
        const int value = static_cast<int>(sum) - bias;
        return toFloat ? asBits(static_cast<float>(value)) : static_cast<std::uint32_t>(value);
    }
    __device__ std::uint32_t of(float sum) const
    {
        return toFloat ? asBits(sum) : static_cast<std::uint32_t>(saturateRound<std::int32_t>(sum));
    }
};

template <class S> struct SumArguments
{
    SourceView<S> source;
    TargetView<std::uint32_t> target;
    int taps, anchor;
    Alignment alignment;
    int tileRows;
    SumFinish finish;
};

// Rows: a tile has Width scalars and up to Rows rows; a thread sums up Run neighbours at a time.
template <int Threads_, int Width_, int Rows_, int MaxTaps_> struct RowSumTile
{
    static constexpr int Threads = Threads_, ThreadsX = Threads_, ThreadsY = 1, Width = Width_, Rows = Rows_;
    static constexpr int MaxTaps = MaxTaps_, Run = 4, Group = 4;
};

// How rows of a tile are loaded: bytes by 16 at a time; wider scalars word by word, because they are read several words
// at once.
template <class Tile, class S, int Channels> struct SumRow
{
    using Staged = StagedRow<Tile, S, Channels>;
    static constexpr bool byChunks = sizeof(S) == 1;
    static constexpr int chunks = (byChunks ? Staged::words * 4 + kChunkBytes - 1 : Staged::words * 4) / kChunkBytes;
};

// Loads the rows from `y` on that results from scalar `x` on need.
template <class Tile, int Channels, class S>
__device__ void bringRows(Chunk* tile, const SumArguments<S>& a, int x, int y, int rows)
{
    using Row = SumRow<Tile, S, Channels>;
    if constexpr (Row::byChunks)
    {
        const int end = a.target.cols * Channels - x, width = end < Tile::Width ? end : Tile::Width;
        SourceWindow window;
        window.x = (a.source.x0 - a.anchor) * Channels + x - a.alignment.sourceSkewBytes;
        window.y = a.source.y0 + y;
        window.rows = rows;
        window.first = a.alignment.sourceSkewBytes;
        window.last = a.alignment.sourceSkewBytes + width + (a.taps - 1) * Channels;
        window.aligned = a.alignment.wholeSource;
        loadSourceTile<Tile::Threads, Channels>(SourceTile<Row::chunks>{tile}, a.source, window);
    }
    else
    {
        const StagedSource from = stagedSource<typename Row::Staged, Channels>(a, x, Tile::Width, a.taps, a.anchor);
        const int warp = static_cast<int>(threadIdx.x / 32), warps = Tile::Threads / 32;
        for (int r = warp; r < rows; r += warps)
            bringRow<Channels, typename Row::Staged, S>((tile + r * Row::chunks)->word, a, from, a.source.y0 + y + r);
        waitForCopies();
        fillRowsBeside<Channels, typename Row::Staged, S>(tile->word, a, from, warp, rows, warps);
    }
}

// The taps [0, Count) of a group of four, for four neighbouring results. `window` has the scalars from the first tap of
// the first one on.
template <int Channels, int Count, class S, int Words>
__device__ void addTaps(std::uint32_t (&sum)[4], const std::uint32_t (&window)[Words])
{
    std::uint32_t ones = 0x01010101u >> (32 - 8 * Count);
    if constexpr (sizeof(S) == 1 && Channels == 4)
    {
        std::uint32_t taps[4] = {window[0], window[1], window[2], window[3]};
        turnWords(taps);
#pragma unroll
        for (int v = 0; v < 4; ++v)
            sum[v] = dotBytes(taps[v], ones, sum[v]);
    }
    else
#pragma unroll
        for (int v = 0; v < 4; ++v)
            if constexpr (sizeof(S) == 1)
                sum[v] = dotBytes(gatherBytes<Channels>(window, v), ones, sum[v]);
            else
#pragma unroll
                for (int i = 0; i < Count; ++i)
                    sum[v] =
                        dotU16x2(window[(v + i * Channels) / 2], (v + i * Channels) % 2 ? 0x0100u : 0x0001u, sum[v]);
}
// Floats of a group are added up before they join the others, which keeps the rounding error small.
template <int Channels, int Count, class S, int Words>
__device__ void addTaps(float (&sum)[4], const std::uint32_t (&window)[Words])
{
#pragma unroll
    for (int v = 0; v < 4; ++v)
    {
        float group = asFloat(window[v]);
#pragma unroll
        for (int i = 1; i < Count; ++i)
            group += asFloat(window[v + i * Channels]);
        sum[v] += group;
    }
}

// Sums up four results of a row, whose first tap lies in the word at `first`.
template <int Channels, class S, class Sum>
__device__ void sumRow(Sum (&sum)[4], const SumArguments<S>& a, const std::uint32_t* first)
{
    constexpr int unit = static_cast<int>(sizeof(S)); // words of four scalars
    StagedReader<S> reader(first, a.alignment.template sourceSkew<S>() % (4 / unit));
    std::uint32_t window[(1 + Channels) * unit];
    const auto read = [&](int at) {
        const Words<unit> words = reader.next();
#pragma unroll
        for (int w = 0; w < unit; ++w)
            window[at * unit + w] = unit == 2 ? words.word[w] ^ a.finish.flip : words.word[w];
    };
    read(0);
    int left = a.taps;
#pragma unroll 2
    for (; left >= 4; left -= 4)
    {
#pragma unroll
        for (int i = 1; i <= Channels; ++i)
            read(i);
        addTaps<Channels, 4, S>(sum, window);
#pragma unroll
        for (int w = 0; w < unit; ++w)
            window[w] = window[Channels * unit + w];
    }
    if (left == 0)
        return;
#pragma unroll
    for (int i = 1; i <= Channels; ++i)
        read(i);
    if (left == 1)
        addTaps<Channels, 1, S>(sum, window);
    else if (left == 2)
        addTaps<Channels, 2, S>(sum, window);
    else
        addTaps<Channels, 3, S>(sum, window);
}

// Writes neighbouring results, the first at scalar `x`.
template <int Count>
__device__ void storeSums(std::uint32_t* to, const Words<Count>& result, bool wholeStores, int x, int end)
{
    if (wholeStores && x >= 0 && x + Count <= end)
        storeWords(to, result);
    else
#pragma unroll
        for (int i = 0; i < Count; ++i)
            if (x + i >= 0 && x + i < end)
                to[i] = result.word[i];
}

// Writes the sums of a.taps pixels of a row.
template <class Tile, int Channels, class S>
__global__ void __launch_bounds__(Tile::Threads) rowSumKernel(const SumArguments<S> a)
{
    awaitEarlierWork();
    using Row = SumRow<Tile, S, Channels>;
    __shared__ Chunk tile[Tile::Rows * Row::chunks];

    // All tiles of wider scalars are as high; with a height from the arguments, floats took more registers.
    const auto [x, y, rows] = placeBlock(a, Tile::Width, sizeof(S) == 1 ? a.tileRows : Tile::Rows);
    if (rows <= 0)
        return;
    bringRows<Tile, Channels>(tile, a, x, y, rows);
    waitForCopies();
    __syncthreads();

    constexpr int lanes = Tile::Width / Tile::Run, RowsAtOnce = Tile::Threads / lanes;
    const int run = static_cast<int>(threadIdx.x) % lanes * Tile::Run, firstRow = static_cast<int>(threadIdx.x) / lanes;
    const std::uint32_t* from =
        (tile + firstRow * Row::chunks)->word + (run + a.alignment.template sourceSkew<S>()) / Row::Staged::perWord;
    std::uint32_t* to = a.target.row(y + firstRow) + x + run;
    for (int r = firstRow; r < rows; r += RowsAtOnce)
    {
        std::conditional_t<sizeof(S) == 4, float, std::uint32_t> sum[4] = {};
        sumRow<Channels>(sum, a, from);
        Words<4> result;
#pragma unroll
        for (int v = 0; v < 4; ++v)
            result.word[v] = a.finish.of(sum[v]);
        storeSums(to, result, a.alignment.wholeTarget, x + run, a.target.cols * Channels);
        from += RowsAtOnce * Row::chunks * (kChunkBytes / 4);
        to = reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(to) + RowsAtOnce * a.target.step);
    }
}

// Columns: a tile of Words words in a row.
template <int Threads_, int Words_> struct ColumnSumTile
{
    static constexpr int Threads = Threads_, ThreadsX = Threads_, ThreadsY = 1, Words = Words_;
    static constexpr int Chunks = Words_ / 4 + 1;
    static constexpr int SourceRows = 40 * 1024 / (Chunks * kChunkBytes);
};

// The scalars of a word, added up: bytes two to a register.
template <class S> struct SumColumn
{
    static constexpr int registers = sizeof(S) == 4 ? 1 : 2, scalars = 4 / static_cast<int>(sizeof(S));
    std::conditional_t<sizeof(S) == 4, float, std::uint32_t> sum[registers];

    __device__ static SumColumn of(std::uint32_t word)
    {
        if constexpr (sizeof(S) == 1)
            return {{word & 0x00ff00ffu, word >> 8 & 0x00ff00ffu}};
        else if constexpr (sizeof(S) == 2)
            return {{word & 0xffffu, word >> 16}};
        else
            return {{asFloat(word)}};
    }
    __device__ static SumColumn identity() { return of(0u); }
    __device__ void add(const SumColumn& other)
    {
#pragma unroll
        for (int i = 0; i < registers; ++i)
            sum[i] += other.sum[i];
    }
    __device__ void add(const SumColumn& first, const SumColumn& second)
    {
#pragma unroll
        for (int i = 0; i < registers; ++i)
            sum[i] += first.sum[i] + second.sum[i];
    }
    __device__ void finish() const
    {}
    __device__ auto scalar(int i) const
    {
        if constexpr (sizeof(S) == 1)
            return i < 2 ? sum[i] & 0xffffu : sum[i - 2] >> 16;
        else
            return sum[i];
    }
};

template <class S> struct SumReader
{
    const std::uint32_t* at;
    int step, bits;
    std::uint32_t flip;

    __device__ SumColumn<S> next()
    {
        const std::uint32_t word = bits == 0 ? at[0] : shiftedWord(at[0], at[1], bits);
        at += step;
        return SumColumn<S>::of(word ^ flip);
    }
};

// Writes the sums of a.taps pixels of a column.
template <class Tile, class S> __global__ void __launch_bounds__(Tile::Threads) columnSumKernel(const SumArguments<S> a)
{
    awaitEarlierWork();
    using Column = SumColumn<S>;
    constexpr int pitch = Tile::Chunks * 4, width = Tile::Words * Column::scalars;
    __shared__ Chunk tile[Tile::SourceRows * Tile::Chunks];

    const int channels = a.target.channels, sourceSkew = a.alignment.template sourceSkew<S>();
    const BlockPlace block = placeBlock(a, width, a.tileRows);
    const int x = block.x, y = block.y, rows = block.rows; // lambdas capture no structured binding
    const int end = a.target.cols * channels, scalars = end - x < width ? end - x : width;
    if (rows <= 0)
        return;
    SourceWindow window;
    window.x = a.source.x0 * channels + x - sourceSkew;
    window.y = a.source.y0 + y - a.anchor;
    window.rows = rows + a.taps - 1;
    window.first = sourceSkew;
    window.last = sourceSkew + scalars;
    window.aligned = a.alignment.wholeSource;
    loadSourceTile<Tile::Threads, 0>(SourceTile<Tile::Chunks>{tile}, a.source, window);
    waitForCopies();
    __syncthreads();

    const std::uint32_t* const words = tile->word + a.alignment.sourceSkewBytes / 4;
    slideDown<Column, Tile::Threads>(
        (scalars + Column::scalars - 1) / Column::scalars, rows, a.taps, [&](auto windows, int column, int row) {
            const int at = x + column * Column::scalars;
            std::uint32_t* const to = a.target.row(y + row) + at;
            windows(
                SumReader<S>{words + row * pitch + column, pitch, a.alignment.sourceSkewBytes % 4 * 8, a.finish.flip},
                [&](int r, const Column& sum) {
                    Words<Column::scalars> result;
#pragma unroll
                    for (int i = 0; i < Column::scalars; ++i)
                        result.word[i] = a.finish.of(sum.scalar(i));
                    if (row + r < rows)
                        storeSums(reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(to) + r * a.target.step),
                                  result, a.alignment.wholeTarget, at, end);
                });
        });
}

}} // namespace cv::cudatiled
