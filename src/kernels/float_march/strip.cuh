// SPDX-License-Identifier: Apache-2.0
// Correlation of floats with squares of medium size, by warps that march down strips of the image. Rows arrive in a
// ring. A lane has four neighbouring scalars of a row. Each step of the march takes a few source rows, and adds them to
// the sums of all results whose windows hold them: open sums stay in registers, and move on when they are added to.
//
//   open sum i, of the result that i more rows complete:  sum[i] = sum[i + rows of a step] + what these rows add
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/dynamic_shared.cuh"
#include "../load/row_ring.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Warps lie beside each other.
template <int Taps_, int Channels_, int StepRows_, class Tuning> struct FloatMarchTile
{
    static constexpr int Taps = Taps_, Channels = Channels_, Columns = 4; // scalars of a lane
    static constexpr int Warps = Tuning::value.warps, Stages = 3, StageRows = 8, StepRows = StepRows_;
    static constexpr int Blocks = Tuning::value.blocks, LeastRows = Tuning::value.leastRows,
                         MostRows = Tuning::value.mostRows, RowsOfRound = Tuning::value.rowsOfRound;
    static constexpr int ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr int WarpScalars = 32 * Columns, Width = Warps * WarpScalars;
    // Of a row in shared memory, before and behind the block's own: whole chunks. A lane's first scalar lies `Skew`
    // behind the beginning of a chunk.
    static constexpr int Reach = Taps / 2 * Channels, HaloScalars = 2 * Reach, HaloRows = Taps - 1;
    static constexpr int Before = (Reach + 3) / 4 * 4, Skew = Before - Reach;
    static constexpr int Chunks = (Width + 2 * Before) / 4, LaneChunks = (Skew + Columns + HaloScalars + 3) / 4;
    using State = RowRingState<Stages, besideChunks(Before, 4)>;
    static constexpr int RingChunks = Stages * StageRows * Chunks;
    static constexpr int StateChunks = (sizeof(State) + kChunkBytes - 1) / kChunkBytes;
    static constexpr int SharedChunks = RingChunks + StateChunks, SharedBytes = SharedChunks * kChunkBytes;
    static_assert(Taps % 2 == 1, "windows have a centre");
    static_assert(StageRows % StepRows == 0, "a stage is whole steps");
};

// Where a lane stores its results: four neighbours of a row.
struct FloatMarchTarget
{
    float* next; // the first of the four in the next row, which may lie outside the target
    std::ptrdiff_t step;
    unsigned inside = 0; // a bit for each of the four that lies in the target

    template <class Arguments>
    __device__ FloatMarchTarget(const Arguments& a, int x, int y) : next(a.target.row(y) + x), step(a.target.step)
    {
        const int end = a.target.cols * a.target.channels - x;
#pragma unroll
        for (int v = 0; v < 4; ++v)
            inside |= (v >= -x && v < end ? 1u : 0u) << v;
    }
    __device__ void store(const float (&result)[4])
    {
        if (inside == 15)
            storeWords(next, Words<4>{{asBits(result[0]), asBits(result[1]), asBits(result[2]), asBits(result[3])}});
        else
#pragma unroll
            for (int v = 0; v < 4; ++v)
                if (inside >> v & 1)
                    next[v] = result[v];
        skip();
    }
    __device__ void skip()
    {
        next = reinterpret_cast<float*>(reinterpret_cast<char*>(next) + step);
    }
};

// The loop of a warp: it reads the ring's rows and writes the results of its columns, from scalar `x` of the target on.
// A Step holds the rows of a step, and adds them to open sums. Groups of sums whose results lie outside the strip are
// left out.
template <class Tile, class Step, class Arguments>
__device__ void marchDownFloats(const Arguments& a, RingReader<Tile, false>& reader, int x, const BlockPlace& block)
{
    const int thread = static_cast<int>(threadIdx.x);
    constexpr int kRows = Tile::StepRows, kOpen = Tile::Taps - 1; // results that are not complete between steps
    constexpr int kSums = kOpen + kRows, kGroup = Step::Group;
    float open[kOpen][Tile::Columns] = {};
    int done = 1 - Tile::Taps; // row of the result that the next source row completes
    FloatMarchTarget target(a, x + thread % 32 * Tile::Columns, block.y + done);
    const auto isRow = [&](int i) {
        return static_cast<unsigned>(done + i) < static_cast<unsigned>(block.rows);
    };
    while (reader.hasNext())
    {
        const Chunk* at = reader.next(a.source) + thread;
#pragma unroll 1
        for (int step = 0; step < Tile::StageRows; step += kRows, at += kRows * Tile::Chunks, done += kRows)
        {
            const Step rows(a, at);
#pragma unroll
            for (int group = 0; group < kSums; group += kGroup)
            {
                const bool isOutside = done + group + kGroup <= 0 || done + group >= block.rows;
                const bool isLeftOut = kGroup < kSums && isOutside;
#pragma unroll
                for (int i = group; i < group + kGroup && i < kSums; ++i)
                {
                    float sum[Tile::Columns];
                    if (!isLeftOut)
#pragma unroll
                        for (int v = 0; v < Tile::Columns; ++v)
                            sum[v] = rows.add(i < kOpen ? open[i < kOpen ? i : 0][v] : 0.f, a, i, v);
                    if (i < kRows && !isLeftOut && isRow(i))
                        target.store(sum);
                    else if (i < kRows)
                        target.skip();
                    else if (!isLeftOut)
#pragma unroll
                        for (int v = 0; v < Tile::Columns; ++v)
                            open[i >= kRows ? i - kRows : 0][v] = sum[v];
                }
            }
        }
        reader.leave();
    }
}

// The work of a block.
template <class Tile, class Step, class Arguments> __device__ void filterFloatStrip(const Arguments& a)
{
    awaitEarlierWork(a.target.siblings);
    Chunk* const shared = dynamicShared<Chunk, Tile::SharedChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (block.rows <= 0)
        return;
    const int warp = static_cast<int>(__shfl_sync(0xffffffffu, threadIdx.x / 32, 0));
    const int results = a.target.cols * Tile::Channels - block.x,
              readers = (results + Tile::WarpScalars - 1) / Tile::WarpScalars;

    SourceWindow strip;
    strip.x = a.source.x0 * Tile::Channels + block.x - Tile::Before;
    strip.y = a.source.y0 - a.anchorY + block.y;
    strip.rows = block.rows + Tile::Taps - 1;
    strip.first = Tile::Skew;
    strip.last = Tile::Skew + (results < Tile::Width ? results : Tile::Width) + Tile::HaloScalars;
    strip.aligned = true;
    const RowRing<Tile> ring(shared, shared + Tile::RingChunks, strip, readers);
    ring.begin(a.source);

    RingReader<Tile, false> reader(ring, a.source, warp);
    if (warp < readers)
        marchDownFloats<Tile, Step>(a, reader, block.x + warp * Tile::WarpScalars, block);
    else
        reader.help(a.source);
}

}} // namespace cv::cudatiled
