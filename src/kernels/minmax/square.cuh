// SPDX-License-Identifier: Apache-2.0
// Morphology with squares of 7 x 7 to 15 x 15, one step: warps march down strips, and what a warp made of its first
// rows is what the warp above it ends with.
#pragma once

#include "identity_rows.cuh"
#include "window.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block, of which so many are to fit into a multiprocessor. Each warp takes rowsPerThread
// rows of the source, from LeastRows on and by sixes, Ahead rows before it needs them; the last Size - 1 rows of a
// block are for its results above.
template <int Size_, int Ahead_, int Blocks_> struct SquareTile
{
    static constexpr int Warps = 4, ThreadsX = 32 * Warps, ThreadsY = 1, Threads = ThreadsX;
    static constexpr int Size = Size_, Ahead = Ahead_, Blocks = Blocks_, LeastRows = 18;
    static_assert(Size % 2 == 1 && Size >= 7 && Size <= 15 && 6 % Ahead == 0 && LeastRows >= Size - 1);
};

// The lowest pixels of Size neighbours in a row: of three, of seven, of Size. Most of what is taken together lies whole
// words apart, where nothing has to be shifted.
template <class Shape, int Size>
__device__ void lowestInRows(std::uint32_t (&lanes)[kStripLanes<Shape>], const std::uint32_t (&strip)[Shape::words])
{
    using S = typename Shape::S;
    constexpr int channels = Shape::channels, perWord = 4 / static_cast<int>(sizeof(S));
    constexpr auto lanesOf = [](int scalars) {
        return (scalars + perWord - 1) / perWord * (perWord / kLanes<S>);
    };
    constexpr int threes = lanesOf(Shape::scalars + (Size - 3) * channels),
                  sevens = lanesOf(Shape::scalars + (Size - 7) * channels);
    const auto pixel = [&](int v, int i) {
        return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * channels);
    };
    std::uint32_t three[threes], seven[sevens];
#pragma unroll
    for (int v = 0; v < threes; ++v)
        three[v] = Lowest::of<S>(pixel(v, 0), pixel(v, 1), pixel(v, 2));
#pragma unroll
    for (int v = 0; v < sevens; ++v)
        seven[v] = Lowest::of<S>(three[v], lanesIn<S>(three, laneScalar<S>(v) + 4 * channels), pixel(v, 3));
    const auto sevenFrom = [&](int v, int i) {
        return lanesIn<S>(seven, laneScalar<S>(v) + i * channels);
    };
#pragma unroll
    for (int v = 0; v < kStripLanes<Shape>; ++v)
        lanes[v] = Size == 7    ? seven[v]
                   : Size <= 11 ? Lowest::of<S>(seven[v], sevenFrom(v, Size - 7))
                                : Lowest::of<S>(seven[v], sevenFrom(v, 4), sevenFrom(v, Size - 7));
}

// The same down columns, row by row, of the lowest of three rows each: those of the last rows lie in shared memory, in
// a line buffer that the thread goes through by sixes.
template <class Shape, int Size, int Stride> class LowestInColumns
{
public:
    using S = typename Shape::S;
    using Packed = Words<Shape::resultWords>;
    static constexpr int lanes = kStripLanes<Shape>, bufferedRows = Size > 9 ? 12 : 6;

    LastRows<3, lanes> rows;

    // `lineBuffer` is the thread's first place, others are Stride apart.
    __device__ explicit LowestInColumns(Packed* lineBuffer)
        : these_(lineBuffer), those_(lineBuffer + (bufferedRows - 6) * Stride)
    {}

    // Takes rows.row[slot % 3], the newest; `slot` is 0 ... 5 in turn, and known when this is compiled.
    __device__ void add(Packed& result, int slot)
    {
        constexpr int count = (Size - 1) / 3; // of earlier ones, at most three rows apart
        Packed earlier[count];
#pragma unroll
        for (int i = 0; i < count; ++i)
            earlier[i] = ago(slot, Size == 7 ? 2 * i + 2 : 3 * i + 3 < Size - 3 ? 3 * i + 3 : Size - 3);
        std::uint32_t lowest[lanes];
#pragma unroll
        for (int v = 0; v < lanes; ++v)
            lowest[v] = minmaxOf<Lowest, S, 3>([&](int j) { return rows.row[j][v]; });
        Packed packed;
        packLanes<Shape>(packed, lowest);
        these_[slot * Stride] = packed;
#pragma unroll
        for (int v = 0; v < lanes; ++v)
        {
            const auto value = [&](int i) {
                return lanesAt<S>(earlier[i].word, laneScalar<S>(v));
            };
            lowest[v] = Lowest::of<S>(lowest[v], value(0), value(1));
            if (count == 3)
                lowest[v] = Lowest::of<S>(lowest[v], value(count - 1));
            else if (count == 4)
                lowest[v] = Lowest::of<S>(lowest[v], value(count - 2), value(count - 1));
            lowest[v] = withoutNan<Lowest, S>(lowest[v]);
        }
        packLanes<Shape>(result, lowest);
        if (slot == 5 && bufferedRows > 6)
        {
            Packed* const other = those_;
            those_ = these_;
            these_ = other;
        }
    }

private:
    __device__ const Packed& ago(int slot, int count) const
    {
        const int at = slot - count;
        return at >= 0 ? these_[at * Stride] : at >= -6 ? those_[(at + 6) * Stride] : these_[(at + 12) * Stride];
    }

    Packed *these_, *those_; // six places each
};

template <class Tile, class Shape>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    minmaxSquareKernel(const MinmaxWindowArguments<typename Shape::S, NoExtra> a)
{
    awaitEarlierWork();
    using S = typename Shape::S;
    using Columns = LowestInColumns<Shape, Tile::Size, Tile::Threads>;
    using Packed = typename Columns::Packed;
    constexpr int Size = Tile::Size, lanes = kStripLanes<Shape>;
    __shared__ Packed lineBuffer[Columns::bufferedRows * Tile::Threads];
    __shared__ Packed passedOn[Tile::Warps - 1][Size - 1][32];

    const int thread = static_cast<int>(threadIdx.x), warp = thread / 32, lane = thread % 32;
    const int rows = a.layout.rowsPerThread;
    const BlockPlace block = placeBlock(a, 32 * Shape::scalars, Tile::Warps * rows - (Size - 1));
    if (block.y >= a.target.rows)
        return;
    const int x = block.x + lane * Shape::scalars;
    const bool hasStrip = x < a.target.cols * Shape::channels;
    IdentityRows<Shape, Tile::Ahead, false> source(a.source, a.source.x0 * Shape::channels + x,
                                                   a.source.y0 + block.y + warp * rows - Size / 2, rows,
                                                   Lowest::kIdentity<S> ^ a.flip);
    Columns columns(lineBuffer + thread);
    int y = block.y + warp * rows - (Size - 1); // of the result that a row completes
    S* to = a.target.row(y) + x;
    const auto finishRow = [&](int slot, bool complete) {
        Packed result;
        columns.add(result, slot);
        flipWords(result, a.flip);
        if (complete && y < a.target.rows && hasStrip)
            storeWords(to, result);
        ++y;
        to = reinterpret_cast<S*>(reinterpret_cast<char*>(to) + a.target.step);
    };

#pragma unroll 1
    for (int first = 0; first < rows; first += 6)
#pragma unroll
        for (int slot = 0; slot < 6; ++slot)
        {
            std::uint32_t strip[Shape::words];
            source.next(strip, slot % Tile::Ahead);
#pragma unroll
            for (int w = 0; w < Shape::words; ++w)
                strip[w] ^= a.flip;
            std::uint32_t(&row)[lanes] = columns.rows.row[slot % 3];
            lowestInRows<Shape, Size>(row, strip);
            if (warp > 0 && first + slot < Size - 1)
                packLanes<Shape>(passedOn[warp - 1][first + slot][lane], row);
            finishRow(slot, first + slot >= Size - 1);
        }
    __syncthreads();
    if (warp == Tile::Warps - 1)
        return;
#pragma unroll 1
    for (int first = 0; first < Size - 1; first += 6)
#pragma unroll
        for (int slot = 0; slot < 6; ++slot)
        {
            if (first + slot >= Size - 1)
                return;
            const Packed row = passedOn[warp][first + slot][lane];
#pragma unroll
            for (int v = 0; v < lanes; ++v)
                columns.rows.row[slot % 3][v] = lanesAt<S>(row.word, laneScalar<S>(v));
            finishRow(slot, true);
        }
}

}} // namespace cv::cudatiled
