// SPDX-License-Identifier: Apache-2.0
// Separable correlation of floats with squares of medium size, by warps that march down strips of the image. A lane has
// four neighbouring scalars of a row. Of each source row it makes four sums along the row, and adds these to the sums
// of all results whose windows hold the row: open sums stay in registers, and move on when they are added to.
//
//   open sum i, of the result that i more rows complete:  sum[i] = sum[i + 1] + column[Taps - 1 - i] * row sum
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/dynamic_shared.cuh"
#include "../load/row_ring.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Warps lie beside each other.
template <int Taps_, int Channels_, class Tuning> struct SeparableMarchTile
{
    static constexpr int Taps = Taps_, Channels = Channels_, Columns = 4; // scalars of a lane
    static constexpr int Warps = 4, Stages = 3, StageRows = 8, StepRows = 4;
    static constexpr int Blocks = Tuning::value.blocks, LeastRows = Tuning::value.leastRows,
                         MostRows = Tuning::value.mostRows, RowsOfRound = Tuning::value.rowsOfRound;
    static constexpr int ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr int WarpWidth = 32 * Columns, Width = Warps * WarpWidth;
    // Of a row in shared memory, before and behind the block's own: whole chunks. A lane's first scalar lies `Skew`
    // behind the beginning of a chunk.
    static constexpr int Reach = Taps / 2 * Channels, Before = (Reach + 3) / 4 * 4, Skew = Before - Reach;
    static constexpr int Chunks = (Width + 2 * Before) / 4, LaneChunks = (Skew + Columns + 2 * Reach + 3) / 4;
    static constexpr int RingChunks = Stages * StageRows * Chunks;
    static constexpr int StateChunks = (sizeof(RowRingState<Stages>) + kChunkBytes - 1) / kChunkBytes;
    static constexpr int SharedChunks = RingChunks + StateChunks, SharedBytes = SharedChunks * kChunkBytes;
    static_assert(Taps % 2 == 1, "windows have a centre");
};

template <int Taps> struct SeparableMarchArguments
{
    BatchSource<float> source;
    BatchTarget<float> target;
    Alignment alignment;
    int tileRows, anchorY;
    float row[Taps], column[Taps];
};

// Sums along the rows of a step, each for the lane's four scalars. A tap is loaded once for all 16 sums.
template <class Tile, class Arguments>
__device__ void sumMarchRows(float (&sum)[Tile::StepRows][Tile::Columns], const Arguments& a, const Chunk* chunks)
{
#pragma unroll
    for (int chunk = 0; chunk < Tile::LaneChunks; ++chunk)
#pragma unroll
        for (int row = 0; row < Tile::StepRows; ++row)
        {
            const Chunk four = chunks[row * Tile::Chunks + chunk];
#pragma unroll
            for (int v = 0; v < Tile::Columns; ++v)
            {
                // Result v has taps for every Channels-th scalar. `before` scalars lie from the first one to the chunk,
                // and `first` is the first tap whose scalar does not lie before the chunk.
                const int before = 4 * chunk - Tile::Skew - v;
                const int first = (before + 9 * Tile::Channels - 1) / Tile::Channels - 8;
#pragma unroll
                for (int tap = first; tap < first + 4; ++tap)
                {
                    const int at = tap * Tile::Channels - before;
                    if (at >= 4 || tap < 0 || tap >= Tile::Taps)
                        continue;
                    const float scalar = asFloat(four.word[at]);
                    sum[row][v] = tap == 0 ? a.row[0] * scalar : fmaf(a.row[tap], scalar, sum[row][v]);
                }
            }
        }
}

// Adds the rows of a step to an open sum, of the result that is complete `more` rows behind the first one of them.
template <class Tile, class Arguments>
__device__ float addMarchRows(float sum, const Arguments& a, const float (&along)[Tile::StepRows][Tile::Columns],
                              int more, int v)
{
#pragma unroll
    for (int row = 0; row < Tile::StepRows; ++row)
    {
        const int tap = Tile::Taps - 1 - more + row;
        if (tap >= 0 && tap < Tile::Taps)
            sum = fmaf(a.column[tap], along[row][v], sum);
    }
    return sum;
}

// Where a lane stores its results: four neighbours of a row.
struct SeparableMarchTarget
{
    float* next; // the first of the four in the next row, which may lie outside the target
    std::ptrdiff_t step;
    int first, last; // of the four: those that lie in the target

    template <class Arguments>
    __device__ SeparableMarchTarget(const Arguments& a, int x, int y)
        : next(a.target.row(y) + x), step(a.target.step), first(x < 0 ? -x : 0),
          last(a.target.cols * a.target.channels - x < 4 ? a.target.cols * a.target.channels - x : 4)
    {}
    __device__ void store(const float (&result)[4], bool isRow)
    {
        if (isRow)
        {
            if (first == 0 && last == 4)
                storeWords(next,
                           Words<4>{{asBits(result[0]), asBits(result[1]), asBits(result[2]), asBits(result[3])}});
            else
#pragma unroll
                for (int v = 0; v < 4; ++v)
                    if (v >= first && v < last)
                        next[v] = result[v];
        }
        next = reinterpret_cast<float*>(reinterpret_cast<char*>(next) + step);
    }
};

// The loop of a warp: it reads the ring's rows and writes the results of its columns, from scalar `x` of the target on.
template <class Tile, class Arguments>
__device__ void marchSeparably(const Arguments& a, RingReader<Tile, false>& reader, int x, const BlockPlace& block)
{
    const int thread = static_cast<int>(threadIdx.x);
    constexpr int kOpen = Tile::Taps - 1, kRows = Tile::StepRows; // results that are not complete between steps
    float open[kOpen][Tile::Columns] = {};
    int done = 1 - Tile::Taps; // row of the result that the next source row completes
    SeparableMarchTarget target(a, x + thread % 32 * Tile::Columns, block.y + done);
#pragma unroll 1
    for (int stage = 0; stage < reader.ring.count; ++stage)
    {
        const Chunk* at = reader.next(a.source) + thread;
#pragma unroll 1
        for (int step = 0; step < Tile::StageRows; step += kRows, at += kRows * Tile::Chunks, done += kRows)
        {
            float along[kRows][Tile::Columns];
            sumMarchRows<Tile>(along, a, at);
#pragma unroll
            for (int i = 0; i < kOpen + kRows; ++i)
            {
                float sum[Tile::Columns];
#pragma unroll
                for (int v = 0; v < Tile::Columns; ++v)
                    sum[v] = addMarchRows<Tile>(i < kOpen ? open[i < kOpen ? i : 0][v] : 0.f, a, along, i, v);
                if (i < kRows)
                    target.store(sum, static_cast<unsigned>(done + i) < static_cast<unsigned>(block.rows));
                else
#pragma unroll
                    for (int v = 0; v < Tile::Columns; ++v)
                        open[i >= kRows ? i - kRows : 0][v] = sum[v];
            }
        }
        reader.leave();
    }
}

// Writes the sum over j and i of column[j] * row[i] * source(x + i - Taps / 2, y + j - anchorY).
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    separableMarchKernel(const SeparableMarchArguments<Tile::Taps> a)
{
    awaitEarlierWork(a.target.siblings);
    Chunk* const shared = dynamicShared<Chunk, Tile::SharedChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (block.rows <= 0)
        return;
    const int warp = static_cast<int>(__shfl_sync(0xffffffffu, threadIdx.x / 32, 0));
    const int results = a.target.cols * Tile::Channels - block.x,
              readers = (results + Tile::WarpWidth - 1) / Tile::WarpWidth;

    SourceWindow strip;
    strip.x = a.source.x0 * Tile::Channels + block.x - Tile::Before;
    strip.y = a.source.y0 - a.anchorY + block.y;
    strip.rows = block.rows + Tile::Taps - 1;
    strip.first = Tile::Skew;
    strip.last = Tile::Skew + (results < Tile::Width ? results : Tile::Width) + 2 * Tile::Reach;
    strip.aligned = true;
    const RowRing<Tile> ring(shared, shared + Tile::RingChunks, strip, readers);
    ring.begin(a.source);

    const int first = strip.first + warp * Tile::WarpWidth, last = first + Tile::WarpWidth + 2 * Tile::Reach;
    RingReader<Tile, false> reader(ring, a.source, warp, first, last < strip.last ? last : strip.last);
    if (warp < readers)
        marchSeparably<Tile>(a, reader, block.x + warp * Tile::WarpWidth, block);
    else
        reader.help(a.source);
}

}} // namespace cv::cudatiled
