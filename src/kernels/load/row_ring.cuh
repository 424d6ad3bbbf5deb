// SPDX-License-Identifier: Apache-2.0
// The rows of a strip of an image on their way through shared memory: a ring of stages, each with Tile::StageRows rows
// of Tile::Chunks chunks. Every row of a stage is one bulk copy. Warps wait for the rows of the stage that they read
// next. They take turns in refilling: a warp that begins to read stage n starts the copies of a later stage in the
// place of stage n - 2, once all warps have left that.
//
//   stage    n - 2          n - 1              n              n + 1 … n + Stages - 3   n + Stages - 2
//            left by all    some read it yet   rows came      rows are on their way    starts in the place of n - 2
//
// Without bulk copies the block fills a stage together.
#pragma once

#include "../../core/bulk_copy.cuh"
#include "source_tile.cuh"

namespace cv { namespace cudatiled {

// Scalar `at` of a row is not copied: it repeats scalar `from` of the row in shared memory. Below 0, `from` means the
// constant of channel -1 - from, or a pixel to fetch from memory.
struct RepeatedScalar
{
    static constexpr int fetched = -8;
    std::int16_t at, from;
};

// In shared memory, beside the rows. At most `Beside` scalars of a row lie before the chunks that are copied, and at
// most as many behind them; rows with more are gathered from memory.
template <int Stages, int Beside> struct RowRingState
{
    TransferBarrier filled[Stages];  // the rows are there
    TransferBarrier emptied[Stages]; // all warps have left
    RepeatedScalar repeated[2 * Beside];
};

// How many that are, if a row has a whole chunk: a halo of `before` scalars, and what is left of a chunk.
constexpr int besideChunks(int before, int inChunk)
{
    return before + inChunk;
}

template <class Tile> struct RowRing
{
    static_assert(Tile::Stages > 2, "a stage is refilled while two others are read");
    static constexpr int stageChunks = Tile::StageRows * Tile::Chunks;

    using State = typename Tile::State;
    static constexpr int places = // in State::repeated
        static_cast<int>(sizeof(State::repeated) / sizeof(RepeatedScalar));

    Chunk* stages;
    State* state;
    SourceWindow strip; // all rows that the block needs; scalar 0 lies at a multiple of 16 bytes in every row
    int count;          // of stages of the strip
    int readers;        // warps that read

    // The state lies in `stateMemory`; of `warps` warps with results, the block has Tile::Warps at most.
    __device__ RowRing(Chunk* memory, Chunk* stateMemory, const SourceWindow& window, int warps)
        : stages(memory), state(reinterpret_cast<State*>(stateMemory)), strip(window),
          count((window.rows + Tile::StageRows - 1) / Tile::StageRows),
          readers(warps < Tile::Warps ? warps : Tile::Warps)
    {}

    // By all threads of the block.
    template <class S, Images Held> __device__ void begin(const SourceView<S, Held>& source) const
    {
        if (hasBulkCopies())
        {
            if (threadIdx.x == 0)
            {
                for (int i = 0; i < Tile::Stages; ++i)
                {
                    initialise(state->filled + i, 1);
                    initialise(state->emptied + i, readers);
                }
                publishBarriers();
            }
            __syncthreads();
            const int warp = __shfl_sync(0xffffffffu, static_cast<int>(threadIdx.x / 32), 0);
#pragma unroll 1
            for (int stage = warp; stage < Tile::Stages && stage < count; stage += Tile::Warps)
                copyStage(source, stage, stage);
            if (isListed() && !wholeChunks(source).cover(strip))
            {
                listRepeated(source); // while the first rows are on their way
                __syncthreads();
            }
        }
    }

    // The rows of a stage: those of the last one may be fewer.
    __device__ SourceWindow windowOf(int stage) const
    {
        SourceWindow window = strip;
        const int done = stage * Tile::StageRows, left = strip.rows - done;
        window.y += done;
        window.rows = left < Tile::StageRows ? left : Tile::StageRows;
        return window;
    }

    // Chunks of a row that lie in the image as a whole.
    template <class S, Images Held> __device__ InnerChunks wholeChunks(const SourceView<S, Held>& source) const
    {
        return {strip, source.cols * Tile::Channels, kChunkBytes / static_cast<int>(sizeof(S)), Tile::Chunks};
    }
    // Where copies of a row end. That includes the chunk in which the row ends, if another row of the image follows it.
    template <class S, Images Held> __device__ int endOfCopies(const SourceView<S, Held>& source) const
    {
        const InnerChunks whole = wholeChunks(source);
        const int end = whole.end * whole.perChunk;
        return whole.end > whole.begin && end < strip.last && end < source.cols * Tile::Channels - strip.x
                   ? whole.end + 1
                   : whole.end;
    }

    // Whether the scalars that are not copied are listed. A list takes longer than it saves in strips of few stages:
    // dense 7x7 of 16UC1 at 640 x 480 4.8 -> 5.0 us on an H200.
    __device__ bool isListed() const
    {
        constexpr int few = 2;
        return Tile::LeastRows + Tile::HaloRows > few * Tile::StageRows || count > few;
    }

    // By all threads of the block: lists these scalars. They are the same in all rows but the image's last one.
    template <class S, Images Held> __device__ void listRepeated(const SourceView<S, Held>& source) const
    {
        const InnerChunks whole = wholeChunks(source);
        const int begin = whole.begin * whole.perChunk, end = endOfCopies(source) * whole.perChunk;
        const int behind = whole.end * whole.perChunk, left = begin < strip.last ? begin : strip.last,
                  right = behind > strip.first ? behind : strip.first;
        const bool fit = left - strip.first <= places / 2 && strip.last - right <= places / 2;
#pragma unroll 1
        for (int place = static_cast<int>(threadIdx.x); place < places; place += Tile::Threads)
        {
            const bool isLeft = place < places / 2;
            const int i = isLeft ? strip.first + place : right + place - places / 2;
            RepeatedScalar repeated = {-1, static_cast<std::int16_t>(fit ? 0 : RepeatedScalar::fetched)};
            const PixelOfScalar of(strip.x + i, Tile::Channels);
            const int inside = borderIndex(of.pixel, source.cols, source.rowBorder);
            const int from = inside * Tile::Channels + of.channel - strip.x;
            const bool isCopied = inside >= 0 && from == i && i >= begin && i < end;
            if (i < (isLeft ? left : strip.last) && !isCopied)
            {
                repeated.at = static_cast<std::int16_t>(i);
                if (fit)
                    repeated.from = static_cast<std::int16_t>(inside < 0                    ? -1 - of.channel
                                                              : from >= begin && from < end ? from
                                                                                            : RepeatedScalar::fetched);
            }
            state->repeated[place] = repeated;
        }
    }

    // By one warp: whether scalars of that list are to be fetched from memory.
    __device__ bool hasFetched() const
    {
        bool isFetched = false;
#pragma unroll
        for (int first = 0; first < places; first += 32)
        {
            const int place = first + static_cast<int>(threadIdx.x % 32);
            isFetched = isFetched || (place < places && state->repeated[place].from == RepeatedScalar::fetched);
        }
        return __any_sync(0xffffffffu, isFetched);
    }

    // By one warp: starts the copies of the chunks that lie in the image.
    template <class S, Images Held>
    __device__ void copyStage(const SourceView<S, Held>& source, int stage, int slot) const
    {
        const InnerChunks whole = wholeChunks(source);
        const SourceWindow window = windowOf(stage);
        const RowsInside inside(source, window);
        const int bytes = (endOfCopies(source) - whole.begin) * kChunkBytes;
        const int lastRowBytes = (whole.end - whole.begin) * kChunkBytes;
        TransferBarrier* const filled = state->filled + slot;
        Chunk* to = stages + slot * stageChunks + inside.above * Tile::Chunks + whole.begin;
        const char* const origin =
            reinterpret_cast<const char*>(source.pixels() + window.x) + whole.begin * kChunkBytes;
        if (window.y >= 0 && window.y + window.rows < source.rows)
        {
            if (!isElected())
                return;
            arriveExpecting(filled, window.rows * bytes);
            if (bytes == 0)
                return;
            const char* from = origin + window.y * source.step;
#pragma unroll 4
            for (int row = 0; row < window.rows; ++row, from += source.step, to += Tile::Chunks)
                copyBulk(to, from, bytes, filled);
            return;
        }
        static_assert(Tile::StageRows <= 32, "a lane finds the source of a row");
        const int lane = static_cast<int>(threadIdx.x % 32), rows = inside.below - inside.above;
        const int rowOfLane = borderIndex(window.y + inside.above + lane, source.rows, source.columnBorder);
        const std::uint32_t areLast = __ballot_sync(0xffffffffu, lane < rows && rowOfLane == source.rows - 1);
        const int all = rows * bytes - static_cast<int>(countBits(areLast)) * (bytes - lastRowBytes);
        const bool elected = isElected();
        if (elected)
            arriveExpecting(filled, all);
        if (all == 0)
            return;
#pragma unroll 1
        for (int row = 0; row < rows; ++row, to += Tile::Chunks)
        {
            const int y = __shfl_sync(0xffffffffu, rowOfLane, row);
            if (elected)
                copyBulk(to, origin + y * source.step, y == source.rows - 1 ? lastRowBytes : bytes, filled);
        }
    }
};

// A warp's place in the ring. Of each row it reads the scalars [first(), last()), like all warps of the block if they
// are Alike.
template <class Tile, bool Alike> struct RingReader
{
    const RowRing<Tile>& ring;
    int warp;
    int stage = -1;
    // Of the stage. Only warps that are Alike keep them; others derive them from the stage. Derived, squares of 11x11
    // in mmaMarchU8Kernel would spill; kept, 31 taps in separableMarchKernel would.
    int keptSlot = Tile::Stages - 1;
    std::uint32_t keptParity = 1;
    int untilTurn; // stages until this warp refills one
    // The warp's scalars that are not copied: there are none, all repeat others, or some are fetched from memory.
    enum class Edges
    {
        None,
        Repeated,
        Fetched
    } edges;

    template <class S, Images Held>
    __device__ RingReader(const RowRing<Tile>& ring_, const SourceView<S, Held>& source, int warp_)
        : ring(ring_), warp(warp_), untilTurn(warp_ + 2)
    {
        SourceWindow window = ring.strip;
        window.first = first();
        window.last = last();
        edges = ring.wholeChunks(source).cover(window) ? Edges::None : Edges::Repeated;
        if (hasBulkCopies() && edges == Edges::Repeated && (!ring.isListed() || ring.hasFetched()))
            edges = Edges::Fetched;
    }

    __device__ int first() const { return ring.strip.first + (Alike ? 0 : warp * Tile::WarpScalars); }
    __device__ int last() const
    {
        const int end = first() + Tile::WarpScalars + Tile::HaloScalars;
        return end < ring.strip.last ? end : ring.strip.last;
    }
    __device__ bool hasNext() const { return stage + 1 < ring.count; }

    // Waits for the next stage and returns its first row. Where there are no bulk copies, all threads of the block take
    // part.
    template <class S, Images Held> __device__ const Chunk* next(const SourceView<S, Held>& source)
    {
        ++stage;
        if (Alike && ++keptSlot == Tile::Stages)
        {
            keptSlot = 0;
            keptParity ^= 1u;
        }
        Chunk* const rows = ring.stages + slot(0) * RowRing<Tile>::stageChunks;
        if (hasBulkCopies())
        {
            if (untilTurn-- == 0)
                refill(source);
            await(ring.state->filled + slot(0), parity(0));
            if (edges != Edges::None || source.columnBorder == Border::Constant)
                gatherEdges(source, rows);
        }
        else
        {
            __syncthreads(); // warps may still read the stage that was here
            loadSourceTile<Tile::Threads, Tile::Channels>(SourceTile<Tile::Chunks>{rows}, source, ring.windowOf(stage));
            waitForCopies();
            __syncthreads();
        }
        return rows;
    }

    // For a warp without results: it helps to fill the stages where the block does that together.
    template <class S, Images Held> __device__ void help(const SourceView<S, Held>& source)
    {
        if (!hasBulkCopies())
            for (int i = 0; i < ring.count; ++i)
                next(source);
    }

    // The warp has read all of the stage.
    __device__ void leave() const
    {
        if (hasBulkCopies())
        {
            __syncwarp();
            if (isElected())
                arrive(ring.state->emptied + slot(0));
        }
    }

private:
    // The slot of the stage so many stages before, and the parity of the phases of its barriers.
    __device__ int slot(int before) const
    {
        if (Alike)
            return keptSlot >= before ? keptSlot - before : keptSlot - before + Tile::Stages;
        return static_cast<int>(static_cast<unsigned>(stage - before) % Tile::Stages);
    }
    __device__ std::uint32_t parity(int before) const
    {
        if (Alike)
            return keptSlot >= before ? keptParity : keptParity ^ 1u;
        return static_cast<unsigned>(stage - before) / Tile::Stages % 2;
    }

    // Replaces the stage before the last one.
    template <class S, Images Held> __device__ void refill(const SourceView<S, Held>& source)
    {
        untilTurn = ring.readers - 1;
        const int other = stage - 2 + Tile::Stages;
        if (other >= ring.count)
            return;
        await(ring.state->emptied + slot(2), parity(2));
        ring.copyStage(source, other, slot(2));
    }

    // Makes the scalars outside the image that the warp reads. Warps that are Alike each do so in some rows, for all.
    template <class S, Images Held> __device__ void gatherEdges(const SourceView<S, Held>& source, Chunk* rows) const
    {
        const int y = ring.strip.y + stage * Tile::StageRows;
        // Of the image's last row fewer scalars are copied, so it is not an inner one.
        const bool areInner = y >= 0 && y + Tile::StageRows < source.rows;
        if (areInner && edges == Edges::None)
            return;
        if (areInner && edges == Edges::Repeated)
            repeatInRows(source, rows);
        else
            gatherInRows(source, rows);
        beforeBulkCopies();
        if (Alike)
            __syncthreads();
        else
            __syncwarp();
    }

    // The rows of a stage that the warp makes: a share of them if warps are Alike.
    struct RowsOfWarp
    {
        int top, bottom;
    };
    __device__ RowsOfWarp rowsOfWarp(int rows) const
    {
        const int share = Alike ? (rows + Tile::Warps - 1) / Tile::Warps : rows;
        const int top = Alike ? warp * share : 0, end = top + share;
        return {top, end < rows ? end : rows};
    }

    // For any stage.
    template <class S, Images Held> __device__ void gatherInRows(const SourceView<S, Held>& source, Chunk* rows) const
    {
        SourceWindow window = ring.windowOf(stage);
        window.first = first();
        window.last = last();
        const RowsInside inside(source, window);
        const RowsOfWarp mine = rowsOfWarp(window.rows);
        const auto ofWarp = [&](int row) {
            return row < mine.top ? mine.top : row < mine.bottom ? row : mine.bottom;
        };
        const int above = ofWarp(inside.above), below = ofWarp(inside.below);
        const InnerChunks whole = ring.wholeChunks(source);
        const int begin = whole.begin * whole.perChunk, behind = whole.end * whole.perChunk;
        const int left = begin < window.first  ? window.first
                         : begin < window.last ? begin
                                               : window.last,
                  right = behind > left ? behind : left;
#pragma unroll 1
        for (int isBelow = 0; isBelow < 2; ++isBelow)
            fillOutside<32, Tile::Channels>(SourceTile<Tile::Chunks>{rows}, source, window, isBelow ? below : mine.top,
                                            isBelow ? mine.bottom : above);
        gatherFromRow(source, rows, window, {above, below, window.first, left});
        gatherFromRow(source, rows, window, {above, below, right, window.last});
    }

    // For a stage whose rows all lie in the image, above its last one.
    template <class S, Images Held> __device__ void repeatInRows(const SourceView<S, Held>& source, Chunk* rows) const
    {
        constexpr int together = 4; // rows that a lane reads before it writes them
        constexpr bool areWhole = !Alike && Tile::StageRows % together == 0;
        const RowsOfWarp mine = rowsOfWarp(Tile::StageRows);
#pragma unroll 1
        for (int place = static_cast<int>(threadIdx.x % 32); place < RowRing<Tile>::places; place += 32)
        {
            const RepeatedScalar repeated = ring.state->repeated[place];
            if (repeated.at < first() || repeated.at >= last())
                continue;
            const S outside = repeated.from < 0 ? source.outsideOf(-1 - repeated.from) : S{};
#pragma unroll 1
            for (int row = mine.top; row < mine.bottom; row += together)
            {
                Chunk* const at = rows + row * Tile::Chunks;
                S value[together];
#pragma unroll
                for (int k = 0; k < together; ++k)
                    if (areWhole || row + k < mine.bottom)
                        value[k] = repeated.from < 0 ? outside
                                                     : reinterpret_cast<const S*>(at + k * Tile::Chunks)[repeated.from];
#pragma unroll
                for (int k = 0; k < together; ++k)
                    if (areWhole || row + k < mine.bottom)
                        reinterpret_cast<S*>(at + k * Tile::Chunks)[repeated.at] = value[k];
            }
        }
    }

    // Scalars that most borders repeat from near the end of the row, which is in shared memory.
    template <class S, Images Held>
    __device__ void gatherFromRow(const SourceView<S, Held>& source, Chunk* rows, const SourceWindow& window,
                                  const RowsAndScalars& part) const
    {
        const int count = part.last - part.first, lane = static_cast<int>(threadIdx.x % 32);
        if (count <= 0)
            return;
        const int lanes = count > 16 ? 32 : count > 8 ? 16 : count > 4 ? 8 : count > 2 ? 4 : count; // that share a row
        const InnerChunks whole = ring.wholeChunks(source);
        const int begin = whole.begin * whole.perChunk, end = whole.end * whole.perChunk;
        const int lastEnd = ring.endOfCopies(source) * whole.perChunk;
#pragma unroll 1
        for (int i = part.first + (lane & (lanes - 1)); i < part.last; i += lanes)
        {
            const int scalar = window.x + i, channel = (scalar % Tile::Channels + Tile::Channels) % Tile::Channels;
            const int pixel = (scalar - channel) / Tile::Channels;
            const int inside = borderIndex(pixel, source.cols, source.rowBorder);
            const int from = inside * Tile::Channels + channel - window.x;
#pragma unroll 1
            for (int row = part.firstRow + lane / lanes; row < part.lastRow; row += 32 / lanes)
            {
                S* const at = reinterpret_cast<S*>(rows + row * Tile::Chunks);
                const bool isLast = borderIndex(window.y + row, source.rows, source.columnBorder) == source.rows - 1;
                const bool isCopied = from >= begin && from < (isLast ? end : lastEnd);
                if (isCopied && from == i) // other warps may read it already
                    continue;
                S value = source.outsideOf(channel);
                if (inside >= 0)
                    value = isCopied ? at[from] : source.at(pixel, window.y + row, channel);
                at[i] = value;
            }
        }
    }
};

}} // namespace cv::cudatiled
