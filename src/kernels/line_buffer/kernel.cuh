// SPDX-License-Identifier: Apache-2.0
// Separable filters of medium length in one pass over the image: a block walks down a stripe of it and keeps the rows
// that it has filtered along x in a line buffer in shared memory, until the last result that they are part of is done.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/word_scalars.cuh"
#include "../load/staged_rows.cuh"
#include "arithmetic.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: a stripe of Width scalars, of which it writes Step rows at a time, for up to MaxTaps
// taps.
template <int Threads_, int Width_, int MaxTaps_> struct LineBufferTile
{
    static constexpr int Threads = Threads_, ThreadsX = Threads_, ThreadsY = 1;
    static constexpr int Width = Width_, MaxTaps = MaxTaps_;
    static constexpr int Run = 4; // neighbouring scalars that a thread filters along a row, or down their columns
    static constexpr int Lanes = Width_ / Run;     // threads that share a row
    static constexpr int Batch = Threads_ / Lanes; // source rows that are brought and filtered at a time
    static constexpr int Step = 32, RowsOfThread = Step / (Threads_ / Lanes);
    static constexpr int Group = 8; // taps that are added between two readings of a row
    static constexpr int MidRows = (MaxTaps_ - 1 + Step + Batch - 1 + 7) / 8 * 8; // in the line buffer
};

template <class S, class D, class Arithmetic> struct LineBufferArguments
{
    SourceView<S> source;
    TargetView<D> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    Alignment alignment;
    int tileRows; // a multiple of Step
    Arithmetic arithmetic;
};

// Filters Run scalars along a staged row, from its first word on. Groups of taps are added up by themselves: long
// chains of float sums would break the contract where the image is flat.
template <class Tile, int Channels, class S, class D, class Arithmetic>
__device__ void filterRun(const LineBufferArguments<S, D, Arithmetic>& a, const std::uint32_t* first,
                          float (&sum)[Tile::Run][Arithmetic::RowSums])
{
    constexpr int Run = Tile::Run, Group = Tile::Group, RowSums = Arithmetic::RowSums;
    StagedReader<S> reader(first, a.alignment.template sourceSkew<S>());
    float window[Run + Group * Channels], products[Run][RowSums];
    const auto read = [&](int at) {
        const Words<StagedReader<S>::words> words = reader.next();
#pragma unroll
        for (int v = 0; v < 4; ++v)
            window[at + v] = floatOfWord<S>(words.word[v / kScalarsOfWord<S>], v % kScalarsOfWord<S>);
    };
    const auto readGroup = [&] {
#pragma unroll
        for (int i = 0; i < Group * Channels; i += 4)
            read(Run + i);
    };
    const auto addTap = [&](int i0, int i) {
#pragma unroll
        for (int v = 0; v < Run; ++v)
            a.arithmetic.addToRow(products[v], i0 + i, window[v + i * Channels]);
    };
    const auto start = [&](float(&to)[Run][RowSums]) {
#pragma unroll
        for (int v = 0; v < Run; ++v)
#pragma unroll
            for (int k = 0; k < RowSums; ++k)
                to[v][k] = a.arithmetic.startRow();
    };
    const auto addProducts = [&] {
#pragma unroll
        for (int v = 0; v < Run; ++v)
#pragma unroll
            for (int k = 0; k < RowSums; ++k)
                sum[v][k] += products[v][k];
    };

    start(sum);
    read(0);
    int i0 = 0;
#pragma unroll 1
    for (; i0 + Group <= a.rowTaps; i0 += Group)
    {
        readGroup();
        start(products);
#pragma unroll
        for (int i = 0; i < Group; ++i)
            addTap(i0, i);
        addProducts();
#pragma unroll
        for (int v = 0; v < Run; ++v)
            window[v] = window[Group * Channels + v];
    }
    if (i0 == a.rowTaps)
        return;
    readGroup();
    start(products);
#pragma unroll
    for (int i = 0; i < Group - 1; ++i)
        if (i0 + i < a.rowTaps)
            addTap(i0, i);
    addProducts();
}

// Sums up 4 columns of the line buffer for RowsOfThread rows of results, the first of which begins with the buffered
// row at `at`.
template <class Tile, class S, class D, class Arithmetic>
__device__ void sumColumns(const LineBufferArguments<S, D, Arithmetic>& a, const Chunk* at, const Chunk* end,
                           typename Arithmetic::ColumnSum (&sum)[Tile::RowsOfThread][4])
{
    using Mid = typename Arithmetic::Mid;
    using ColumnSum = typename Arithmetic::ColumnSum;
    constexpr int Rows = Tile::RowsOfThread, RowSums = Arithmetic::RowSums;
    const int taps = a.columnTaps;
    Chunk mid[RowSums];
    const auto read = [&] {
#pragma unroll
        for (int k = 0; k < RowSums; ++k)
            mid[k] = at[k * Tile::Lanes];
        at += RowSums * Tile::Lanes;
        at = at >= end ? at - Tile::MidRows * RowSums * Tile::Lanes : at;
    };
    const auto addTap = [&](ColumnSum(&to)[4], int j) {
#pragma unroll
        for (int v = 0; v < 4; ++v)
        {
            Mid value[RowSums];
#pragma unroll
            for (int k = 0; k < RowSums; ++k)
                value[k] = wordAs<Mid>(mid[k].word[v]);
            a.arithmetic.addToColumn(to[v], j, value);
        }
    };
#pragma unroll
    for (int q = 0; q < Rows; ++q)
#pragma unroll
        for (int v = 0; v < 4; ++v)
            sum[q][v] = a.arithmetic.startColumn();

            // Row t of the line buffer lies under tap t - q of result q.
#pragma unroll
    for (int t = 0; t < Rows; ++t)
    {
        read();
#pragma unroll
        for (int q = 0; q <= t; ++q)
            addTap(sum[q], t - q);
    }
#pragma unroll 1
    for (int first = Rows; first < taps; first += Tile::Group)
    {
        ColumnSum products[Rows][4] = {};
#pragma unroll
        for (int t = 0; t < Tile::Group; ++t)
        {
            if (first + t >= taps)
                break;
            read();
#pragma unroll
            for (int q = 0; q < Rows; ++q)
                addTap(products[q], first + t - q);
        }
#pragma unroll
        for (int q = 0; q < Rows; ++q)
#pragma unroll
            for (int v = 0; v < 4; ++v)
                sum[q][v] += products[q][v];
    }
#pragma unroll
    for (int t = 0; t < Rows - 1; ++t)
    {
        read();
#pragma unroll
        for (int q = t + 1; q < Rows; ++q)
            addTap(sum[q], taps + t - q);
    }
}

// Writes what arithmetic.finish makes of
//     sum over j of column[j] * (sum over i of row[i] * source(x + i - anchorX, y + j - anchorY)).
// Column kernels have at least RowsOfThread taps, and at most as many as the line buffer has room for.
template <class Tile, int Channels, class S, class D, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, 1) lineBufferKernel(const LineBufferArguments<S, D, Arithmetic> a)
{
    awaitEarlierWork();
    using Row = StagedRow<Tile, S, Channels>;
    using Mid = typename Arithmetic::Mid;
    constexpr int RowSums = Arithmetic::RowSums;
    constexpr int rowChunks = RowSums * Tile::Lanes, bufferChunks = Tile::MidRows * rowChunks; // of the line buffer
    // Batches that are there at a time: the next one is brought while one is filtered, if there is room for it.
    constexpr int stages = 2 * Tile::Batch * Row::words + 4 * bufferChunks <= 12 * 1024 ? 2 : 1;
    __shared__ Chunk staged[stages][Tile::Batch * Row::words / 4];
    __shared__ Chunk lineBuffer[bufferChunks]; // of Mid; in every row one sum after the other

    const auto [x, y, rows] = placeBlock(a, Tile::Width, a.tileRows);
    if (y >= a.target.rows)
        return;
    const int sourceRows = rows + a.columnTaps - 1;
    const int sourceY = a.source.y0 + y - a.anchorY;
    const int end = a.target.cols * Channels;
    const StagedSource from = stagedSource<Row, Channels>(a, x, Tile::Width, a.rowTaps, a.anchorX);

    const int lane = static_cast<int>(threadIdx.x % Tile::Lanes), group = static_cast<int>(threadIdx.x / Tile::Lanes);
    const int run = lane * Tile::Run;
    const auto bring = [&](int first) {
        for (int r = static_cast<int>(threadIdx.x / 32); r < Tile::Batch && first + r < sourceRows;
             r += Tile::Threads / 32)
            bringRow<Channels, Row, S>(staged[first / Tile::Batch % stages]->word + r * Row::words, a, from,
                                       sourceY + first + r);
    };

    const auto fillBeside = [&](int first) {
        const int left = sourceRows - first;
        fillRowsBeside<Channels, Row, S>(staged[first / Tile::Batch % stages]->word, a, from,
                                         static_cast<int>(threadIdx.x / 32), left < Tile::Batch ? left : Tile::Batch,
                                         Tile::Threads / 32);
    };

    if (stages == 2)
        bring(0);
    int filtered = 0, bufferEnd = 0; // source rows that are in the line buffer, or were; where the next one goes
    for (int done = 0, bufferBegin = 0; done < rows; done += Tile::Step)
    {
        const int stepRows = rows - done < Tile::Step ? rows - done : Tile::Step;
        const int wanted = done + stepRows + a.columnTaps - 1;
        while (filtered < wanted)
        {
            if (stages == 1)
            {
                __syncthreads();
                bring(filtered);
            }
            waitForCopies();
            fillBeside(filtered);
            __syncthreads();
            if (stages == 2)
                bring(filtered + Tile::Batch);
            float sum[Tile::Run][RowSums];
            filterRun<Tile, Channels>(
                a, staged[filtered / Tile::Batch % stages]->word + group * Row::words + run / Row::perWord, sum);
            int slot = bufferEnd + group;
            slot = slot >= Tile::MidRows ? slot - Tile::MidRows : slot;
#pragma unroll
            for (int k = 0; k < RowSums; ++k)
            {
                Chunk mid;
#pragma unroll
                for (int v = 0; v < Tile::Run; ++v)
                    mid.word[v] = wordOf(static_cast<Mid>(sum[v][k]));
                lineBuffer[slot * rowChunks + k * Tile::Lanes + lane] = mid;
            }
            filtered += Tile::Batch;
            bufferEnd += Tile::Batch;
            bufferEnd = bufferEnd >= Tile::MidRows ? bufferEnd - Tile::MidRows : bufferEnd;
        }
        __syncthreads();

        int slot = bufferBegin + group * Tile::RowsOfThread;
        slot = slot >= Tile::MidRows ? slot - Tile::MidRows : slot;
        typename Arithmetic::ColumnSum sum[Tile::RowsOfThread][4];
        sumColumns<Tile>(a, lineBuffer + slot * rowChunks + lane, lineBuffer + bufferChunks, sum);
        const int firstRow = done + group * Tile::RowsOfThread;
        D* to = a.target.row(y + firstRow) + x + run;
#pragma unroll
        for (int q = 0; q < Tile::RowsOfThread; ++q)
        {
            D result[4];
#pragma unroll
            for (int v = 0; v < 4; ++v)
                result[v] = a.arithmetic.finish(sum[q][v]);
            if (firstRow + q < rows)
                storeFour(a, to, result, x + run, end);
            to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
        }
        bufferBegin += Tile::Step;
        bufferBegin = bufferBegin >= Tile::MidRows ? bufferBegin - Tile::MidRows : bufferBegin;
    }
}

}} // namespace cv::cudatiled
