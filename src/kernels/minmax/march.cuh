// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 15 or 31, one step. Each warp marches along a strip of its own; rows come by bulk
// copies into its ring. Down the columns by van Herk/Gil-Werman with segments of B = (Size + 1) / 2 rows, so that a
// window is the end of one segment, all of the next, and the beginning of a third:
//
//   segment              a                   b                              c
//   its rows             0 … i - 1   i …     0 … B - i         B - i + 1 …  0 … i - 2      i - 1     i …
//   in shared memory     replaced    suffix  rows of the       suffix       rows           the next  on their way
//                                    minima  source            minima       of the source  row
//   in registers                             `middle`: the minimum of all   `beginning`: of all
//   window i             min(suffix minimum i of a, middle, beginning); with it suffix minimum B - i of b is made
//
// So each window takes the same work and one new row. The extremes of columns then become those of windows along the
// row (march_rows.cuh). Pixels outside the image never win. For dilations, minima are maxima.
#pragma once

#include "../../core/bulk_copy.cuh"
#include "../../core/earlier_work.cuh"
#include "../load/dynamic_shared.cuh"
#include "march_rows.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of a warp, which is a block. Strips begin at multiples of a chunk, of which a lane has one.
template <class S_, int Channels, int Size_, class Tuning, class Order_> struct MinmaxMarchTile
{
    using S = S_;
    using Order = Order_;
    using Extreme = typename Order::Extreme;
    using Row = MarchRow<S_, Channels, Size_, Tuning::value.packed, Extreme>;
    static constexpr int ThreadsX = 32, ThreadsY = 1, Threads = 32, Blocks = Tuning::value.blocks,
                         LeastRows = Tuning::value.leastRows, LowRows = Tuning::value.lowRows,
                         FewestRows = Tuning::value.fewestRows;
    static constexpr int Size = Size_, SegmentRows = (Size_ + 1) / 2;
    static constexpr int PixelBytes = Channels * static_cast<int>(sizeof(S_)), RowBytes = Threads * kChunkBytes;
    static constexpr int Before = Size_ / 2 * PixelBytes;                           // bytes of a row before a result
    static constexpr int Skew = (kChunkBytes - Before % kChunkBytes) % kChunkBytes; // from a chunk to these
    static constexpr int Lanes =
        (RowBytes - kChunkBytes - Skew - (Size_ - 1) * PixelBytes) / kChunkBytes + 1; // with results
    static constexpr int Width = Lanes * kChunkBytes / static_cast<int>(sizeof(S_));  // scalars
    static constexpr int StageRows = 4, SegmentStages = SegmentRows / StageRows;      // a stage is four windows' work
    static constexpr int Stages = 2 * SegmentStages + 1 + Tuning::value.stagesAhead;
    static constexpr int RingChunks = Stages * StageRows * Threads;
    static constexpr int StateChunks =
        (Stages * static_cast<int>(sizeof(TransferBarrier)) + kChunkBytes - 1) / kChunkBytes;
    static constexpr int SharedChunks = RingChunks + StateChunks, SharedBytes = SharedChunks * kChunkBytes;
    static_assert(SegmentRows % StageRows == 0);
};

template <class Tile> using MarchLanes = std::uint32_t[Tile::Row::Registers];

// A place that goes round the ring, stage by stage.
template <int Stages> struct RingPlace
{
    int stage;

    __device__ void next() { stage = stage + 1 == Stages ? 0 : stage + 1; }
    __device__ void previous() { stage = stage == 0 ? Stages - 1 : stage - 1; }
};

// The rows of a strip, numbered as the warp takes them: downwards, or upwards.
template <class Tile> class MinmaxMarchRing
{
public:
    using S = typename Tile::S;
    using Place = RingPlace<Tile::Stages>;

    // Starts to bring the rows. `x` is the strip's first byte in a row of the source; row `number` of the strip is row
    // firstRow + number * direction of the source; `count` stages are needed.
    __device__ MinmaxMarchRing(const BatchSource<S>& source, Chunk* memory, int x, int firstRow, int direction,
                               int count, std::uint32_t outside)
        : rows_(memory), filled_(reinterpret_cast<TransferBarrier*>(memory + Tile::RingChunks)), firstRow_(firstRow),
          direction_(direction), sourceRows_(source.rows), count_(count), outside_(outside)
    {
        const int rowBytes = source.cols * Tile::PixelBytes, lane = static_cast<int>(threadIdx.x);
        from_ = x < 0 ? -x : 0;
        bytes_ = (x + Tile::RowBytes < rowBytes ? Tile::RowBytes : rowBytes - x) - from_;
        laneIsOutside_ = lane * kChunkBytes < from_ || lane * kChunkBytes >= from_ + bytes_;
        step_ = direction * source.step;
        next_ = reinterpret_cast<const char*>(source.row(firstRow)) + x + from_;
        if (lane == 0)
        {
            for (int i = 0; i < Tile::Stages; ++i)
                initialise(filled_ + i, 1);
            publishBarriers();
        }
        __syncwarp();
#pragma unroll 1
        for (Place place{0}; brought_ < count && brought_ < Tile::Stages; place.next())
            bring(place);
    }

    // Row `row` of a stage: the lane's chunk.
    __device__ Chunk& chunk(Place place, int row) const
    {
        return rows_[(place.stage * Tile::StageRows + row) * Tile::Threads + threadIdx.x];
    }

    // Waits for the next stage.
    __device__ void awaitNext()
    {
        await(filled_ + arriving_.stage, parity_);
        arriving_.next();
        parity_ ^= arriving_.stage == 0 ? 1u : 0u;
    }

    // The warp is done with a stage, the oldest one: brings another in its place.
    __device__ void replace(Place place)
    {
        if (brought_ == count_)
            return;
        beforeBulkCopies();
        __syncwarp();
        bring(place);
    }

private:
    __device__ void bring(Place place)
    {
        const int first = firstRow_ + brought_ * Tile::StageRows * direction_;
        const int last = first + (Tile::StageRows - 1) * direction_;
        const auto isInside = [&](int y) {
            return y >= 0 && y < sourceRows_;
        };
        const bool whole = isInside(first) && isInside(last);
        const Chunk outside{{outside_, outside_, outside_, outside_}};
        if (laneIsOutside_ || !whole)
#pragma unroll 1
            for (int row = 0; row < Tile::StageRows; ++row)
                if (laneIsOutside_ || !isInside(first + row * direction_))
                    chunk(place, row) = outside;
        if (isElected())
        {
            TransferBarrier* const filled = filled_ + place.stage;
            char* to = reinterpret_cast<char*>(rows_ + place.stage * Tile::StageRows * Tile::Threads) + from_;
            const char* from = next_;
            int count = Tile::StageRows;
            if (!whole)
                for (int row = 0; row < Tile::StageRows; ++row)
                    count -= isInside(first + row * direction_) ? 0 : 1;
            arriveExpecting(filled, count * bytes_);
#pragma unroll
            for (int row = 0; row < Tile::StageRows; ++row, from += step_, to += Tile::RowBytes)
                if (whole || isInside(first + row * direction_))
                    copyBulk(to, from, bytes_, filled);
        }
        __syncwarp();
        next_ += Tile::StageRows * step_;
        ++brought_;
    }

    Chunk* const rows_;
    TransferBarrier* const filled_;
    const int firstRow_, direction_, sourceRows_, count_;
    const std::uint32_t outside_;
    int from_, bytes_; // of a row in the ring that lie in the image
    bool laneIsOutside_;
    std::ptrdiff_t step_;
    const char* next_; // row of the source to bring
    int brought_ = 0;  // stages
    Place arriving_{0};
    std::uint32_t parity_ = 0;
};

// The extremes of columns.
template <class Tile> class MinmaxMarchColumns
{
public:
    using S = typename Tile::S;
    using Extreme = typename Tile::Extreme;
    using Ring = MinmaxMarchRing<Tile>;
    using Place = typename Ring::Place;
    using Lanes = MarchLanes<Tile>;

    __device__ explicit MinmaxMarchColumns(std::uint32_t flip) : flip_(flip)
    {
        restart(beginning_);
        restart(middle_);
    }

    // Takes a row before those of the first window.
    __device__ void take(const Chunk& row)
    {
        Lanes pixels;
        read(pixels, row, flip_);
        add(beginning_, pixels);
    }

    // Window 0 of a segment: all of it and B - 1 rows of the next, which `row` completes.
    __device__ void firstWindow(Lanes& window, const Chunk& row)
    {
        Lanes pixels;
        read(pixels, row, flip_);
#pragma unroll
        for (int v = 0; v < Tile::Row::Registers; ++v)
        {
            window[v] = Extreme::template of<S>(middle_[v], beginning_[v]);
            middle_[v] = Extreme::template of<S>(beginning_[v], pixels[v]);
        }
        restart(beginning_);
        restart(end_);
    }

    // Another one: `suffix` has its suffix minima. `fromEnd` is a row of the segment in the middle and becomes suffix
    // minima.
    __device__ void nextWindow(Lanes& window, const Chunk& suffix, const Chunk& row, Chunk& fromEnd)
    {
        Lanes pixels, ended;
        read(ended, suffix, 0);
        read(pixels, fromEnd, flip_);
        add(end_, pixels);
        read(pixels, row, flip_);
#pragma unroll
        for (int v = 0; v < Tile::Row::Registers; ++v)
            window[v] = Extreme::template of<S>(ended[v], middle_[v], beginning_[v]);
        add(beginning_, pixels);
        packLanes<typename Tile::Row>(fromEnd, end_);
    }

private:
    __device__ static void restart(Lanes& lanes)
    {
#pragma unroll
        for (std::uint32_t& lane : lanes)
            lane = Extreme::template kIdentity<S>;
    }
    __device__ static void add(Lanes& extremes, const Lanes& pixels)
    {
#pragma unroll
        for (int v = 0; v < Tile::Row::Registers; ++v)
            extremes[v] = Extreme::template of<S>(extremes[v], pixels[v]);
    }
    __device__ static void read(Lanes& lanes, const Chunk& chunk, std::uint32_t flip)
    {
        Chunk words = chunk;
        flipWords(words, flip);
#pragma unroll
        for (int v = 0; v < Tile::Row::Registers; ++v)
            lanes[v] = lanesAt<S>(words.word, laneScalar<S>(v));
    }

    const std::uint32_t flip_;
    Lanes beginning_, middle_, end_;
};

// Where a lane's results go.
template <class Tile> struct MinmaxMarchTarget
{
    char* to;
    std::ptrdiff_t step;
    bool has;

    // By all lanes of a warp: results of `lanes` are those of Skew bytes further left.
    __device__ void store(const MarchLanes<Tile>& lanes, std::uint32_t flip, bool isRow)
    {
        constexpr int words = Tile::Skew / 4, bits = Tile::Skew % 4 * 8, more = words + (bits > 0 ? 1 : 0);
        Chunk packed;
        packLanes<typename Tile::Row>(packed, lanes);
        std::uint32_t word[4 + more + 1];
#pragma unroll
        for (int w = 0; w < 4 + more; ++w)
            word[w] = w < 4 ? packed.word[w] : __shfl_down_sync(0xffffffffu, packed.word[w - 4], 1);
        word[4 + more] = 0;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            packed.word[w] =
                (bits > 0 ? shiftedWord(word[w + words], word[w + words + 1], bits) : word[w + words]) ^ flip;
        if (has && isRow)
            storeWords(to, packed);
        to += step;
    }
};

// A warp on its way along a strip.
template <class Tile> class MinmaxMarch
{
public:
    using Ring = MinmaxMarchRing<Tile>;
    using Place = typename Ring::Place;
    using Row = typename Tile::Row;
    static constexpr int Together = 2; // rows of windows that are filtered along the row at a time

    // Takes the rows of segment 0 but the last one.
    __device__ MinmaxMarch(Ring& ring, std::uint32_t flip) : ring_(ring), columns_(flip)
    {
#pragma unroll 1
        for (int stage = 0; stage < Tile::SegmentStages; ++stage)
        {
            ring_.awaitNext();
            arrived_.stage = stage;
#pragma unroll 1
            for (int row = 0; row < (stage + 1 < Tile::SegmentStages ? 4 : 3); ++row)
                columns_.take(ring_.chunk(arrived_, row));
        }
    }

    // Four windows, which need a stage more; the first are those of segment -1, which prepare for those of segment 0.
    // finish(windows, i) is called for windows i and i + 1 of the four.
    template <class Finish> __device__ void nextWindows(Finish finish)
    {
        const Place lastArrived = arrived_, lastFromEnd = fromEnd_;
        ring_.awaitNext();
        arrived_.next();
        MarchLanes<Tile> window[Together];
        if (untilSegment_ == 0)
        {
            untilSegment_ = Tile::SegmentStages;
            fromEnd_ = lastArrived;
            columns_.firstWindow(window[0], ring_.chunk(lastArrived, 3));
        }
        else
        {
            fromEnd_.previous();
            columns_.nextWindow(window[0], ring_.chunk(oldest_, 0), ring_.chunk(lastArrived, 3),
                                ring_.chunk(lastFromEnd, 0));
        }
        --untilSegment_;
        columns_.nextWindow(window[1], ring_.chunk(oldest_, 1), ring_.chunk(arrived_, 0), ring_.chunk(fromEnd_, 3));
        finish(window, 0);
        columns_.nextWindow(window[0], ring_.chunk(oldest_, 2), ring_.chunk(arrived_, 1), ring_.chunk(fromEnd_, 2));
        columns_.nextWindow(window[1], ring_.chunk(oldest_, 3), ring_.chunk(arrived_, 2), ring_.chunk(fromEnd_, 1));
        finish(window, 2);
    }

    // The stage with the four windows' suffix minima makes room for another.
    __device__ void leaveOldest()
    {
        ring_.replace(oldest_);
        oldest_.next();
    }

private:
    Ring& ring_;
    MinmaxMarchColumns<Tile> columns_;
    Place arrived_{0}, oldest_{0}, fromEnd_{0};
    int untilSegment_ = 0; // stages
};

template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    minmaxMarchKernel(const MinmaxWindowArguments<typename Tile::S, NoExtra> a)
{
    awaitEarlierWork();
    using S = typename Tile::S;
    using March = MinmaxMarch<Tile>;
    const std::uint32_t flip = Tile::Order::flips ? a.flip : 0;
    Chunk* const shared = dynamicShared<Chunk, Tile::SharedChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.layout.rowsPerThread);
    if (block.rows <= 0)
        return;
    // Every second strip is filtered upwards, so that neighbours read the rows that both need at the same time.
    const int rows = block.rows < a.layout.rowsPerThread ? block.rows : a.layout.rowsPerThread;
    const int direction = rowOfBlock(a.target) % 2 == 0 ? 1 : -1;
    const int firstResult = direction > 0 ? block.y : block.y + rows - 1, groups = (rows + 3) / 4;
    const int sourceX = (a.source.x0 * Tile::Row::channels + block.x) * static_cast<int>(sizeof(S));
    typename March::Ring ring(a.source, shared, sourceX - Tile::Before - Tile::Skew,
                              a.source.y0 + firstResult - direction * (Tile::Size / 2), direction,
                              groups + 2 * Tile::SegmentStages, Tile::Extreme::template kIdentity<S> ^ flip);
    const int lane = static_cast<int>(threadIdx.x), x = block.x + lane * Tile::Row::scalars;
    MinmaxMarchTarget<Tile> target{reinterpret_cast<char*>(a.target.row(firstResult) + x), direction * a.target.step,
                                   lane < Tile::Lanes && x < a.target.cols * Tile::Row::channels};

    March march(ring, flip);
#pragma unroll 1
    for (int group = -Tile::SegmentStages; group < groups; ++group)
    {
        march.nextWindows([&](MarchLanes<Tile>(&window)[March::Together], int first) {
            if (group < 0)
                return;
            extremesOfRows<typename Tile::Row>(window);
#pragma unroll
            for (int i = 0; i < March::Together; ++i)
                target.store(window[i], flip, group * 4 + first + i < rows);
        });
        if (group >= 0)
            march.leaveOldest();
    }
}

}} // namespace cv::cudatiled
