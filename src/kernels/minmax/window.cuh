// SPDX-License-Identifier: Apache-2.0
// Morphology with small centred elements: a thread marches down a strip and keeps in registers what the last rows
// contribute.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../sliding_window/rows.cuh"
#include "identity_rows.cuh"
#include "lanes.cuh"
#include "minmax_window.hpp"

namespace cv { namespace cudatiled {

template <class T, class Extra, Images Held = Images::InSteps> struct MinmaxWindowArguments
{
    SourceView<T, Held> source;
    TargetView<T, Held> target;
    Alignment alignment;
    StripLayout<Held> layout;
    std::uint32_t flip; // exclusive-or that makes the wanted extreme of the pixels in a word a lowest one
    Combination combination;
    bool isSigned; // 16-bit pixels, where they are subtracted
    Extra extra;

    template <Images Other>
    CUDATILED_HOST_DEVICE MinmaxWindowArguments<T, Extra, Other> with(const SourceView<T, Other>& from,
                                                                      const TargetView<T, Other>& to) const
    {
        return {from, to, alignment, layout, flip, combination, isSigned, extra};
    }
};

// The register with scalar `at` of words as they are in an image.
template <class S, int Count> __device__ inline std::uint32_t lanesAt(const std::uint32_t (&word)[Count], int at)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    const int place = at / perWord, next = place + 1 < Count ? place + 1 : place;
    if constexpr (sizeof(S) == 1)
        return at % 4 == 0   ? word[place] << 8
               : at % 4 == 1 ? word[place]
                             : shiftedWord(word[place], word[next], 8 * (at % 4 - 1));
    else if constexpr (sizeof(S) == 2)
        return at % 2 == 0 ? word[place] : nextU16x2(word[place], word[next]);
    else
        return word[at];
}

// The same of registers of neighbouring scalars.
template <class S, int Count> __device__ inline std::uint32_t lanesIn(const std::uint32_t (&lanes)[Count], int at)
{
    if constexpr (sizeof(S) == 1)
    {
        const int first = at / 4 * 2 + at % 2, next = first + 2 < Count ? first + 2 : first;
        return at % 4 < 2 ? lanes[first] : nextU16x2(lanes[first], lanes[next]);
    }
    else
        return lanesAt<S>(lanes, at);
}

// The extreme of an odd number of values.
template <class MinOrMax, class S, int Size, class Value> __device__ inline std::uint32_t minmaxOf(Value value)
{
    std::uint32_t result = value(0);
#pragma unroll
    for (int i = 1; i < Size; i += 2)
        result = MinOrMax::template of<S>(result, value(i), value(i + 1));
    return result;
}

// From the registers of results to words of the image.
template <class Shape, int Count>
__device__ void packLanes(Words<Shape::resultWords>& packed, const std::uint32_t (&lanes)[Count])
{
#pragma unroll
    for (int w = 0; w < Shape::resultWords; ++w)
        packed.word[w] =
            sizeof(typename Shape::S) == 1 ? mergeHighBytes(lanes[2 * w], lanes[(2 * w + 1) % Count]) : lanes[w];
}

template <int Count> __device__ void flipWords(Words<Count>& words, std::uint32_t flip)
{
#pragma unroll
    for (int w = 0; w < Count; ++w)
        words.word[w] ^= flip;
}

template <class Shape> constexpr int kStripLanes = Shape::scalars / kLanes<typename Shape::S>;

// What the last Size rows hold of Count registers. A new row takes the place of the oldest one: extremes do not ask for
// the order.
template <int Size, int Count> struct LastRows
{
    std::uint32_t row[Size][Count];

    template <class MinOrMax, class S> __device__ std::uint32_t extreme(int v) const
    {
        return withoutNan<MinOrMax, S>(minmaxOf<MinOrMax, S, Size>([&](int j) { return row[j][v]; }));
    }
};

// An operation has
//   kWindow                                 its kind, by which it is tuned
//   Reach                                   source rows per result
//   Period                                  after how many rows the register layout repeats
//   State::add(row, slot, strip, a, x, y)   adds a source row
//   State::results(slot, packed, a)         the results that the row completes
// Inner: everything that is read lies in the target.
struct NoExtra
{};

// The lowest pixel of Size x Size.
template <int Size> struct RectangleWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Rectangle;
    static constexpr int Reach = Size, Period = Size;
    static constexpr bool combines = false;
    using Extra = NoExtra;

    template <class Shape> struct State
    {
        LastRows<Size, kStripLanes<Shape>> rows;

        template <bool, class Arguments>
        __device__ void add(int, int slot, const std::uint32_t (&strip)[Shape::words], const Arguments&, int, int)
        {
            using S = typename Shape::S;
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                rows.row[slot][v] = minmaxOf<Lowest, S, Size>(
                    [&](int i) { return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * Shape::channels); });
        }

        template <class Arguments>
        __device__ void results(int, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            std::uint32_t lanes[kStripLanes<Shape>];
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                lanes[v] = rows.template extreme<Lowest, typename Shape::S>(v);
            packLanes<Shape>(packed, lanes);
            flipWords(packed, a.flip);
        }
    };
};

// The highest pixel of Size x Size minus the lowest; `flip` makes halves unsigned.
template <int Size> struct GradientWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Gradient;
    static constexpr int Reach = Size, Period = Size;
    static constexpr bool combines = false;
    using Extra = NoExtra;

    template <class Shape> struct State
    {
        typename RectangleWindow<Size>::template State<Shape> low;
        LastRows<Size, kStripLanes<Shape>> high;

        template <bool Inner, class Arguments>
        __device__ void add(int row, int slot, const std::uint32_t (&strip)[Shape::words], const Arguments& a, int x,
                            int y)
        {
            using S = typename Shape::S;
            low.template add<Inner>(row, slot, strip, a, x, y);
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                high.row[slot][v] = minmaxOf<Highest, S, Size>(
                    [&](int i) { return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * Shape::channels); });
        }

        template <class Arguments>
        __device__ void results(int slot, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            using S = typename Shape::S;
            Words<Shape::resultWords> lows;
            low.results(slot, lows, a);
            std::uint32_t lanes[kStripLanes<Shape>];
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                lanes[v] = high.template extreme<Highest, S>(v);
            packLanes<Shape>(packed, lanes);
#pragma unroll
            for (int w = 0; w < Shape::resultWords; ++w)
                packed.word[w] = difference<S>(packed.word[w] ^ a.flip, lows.word[w], a.isSigned);
        }
    };
};

// The lowest pixel of Size x Size, and the highest of Size x Size such pixels. `extra.outside` stands for those outside
// the target. Without Combines the source is needed no more.
template <int Size, bool Combines = true> struct OpeningWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Opening;
    static constexpr int Reach = 2 * Size - 1, Period = Size;
    static constexpr bool combines = Combines;
    struct Extra
    {
        std::uint32_t outside; // flipped, in all lanes
    };

    template <class Shape> struct State
    {
        using S = typename Shape::S;
        static constexpr int between = Shape::halo / 2; // scalars on either side that the second step reads
        static constexpr int perWord = 4 / static_cast<int>(sizeof(S));
        static constexpr int count = (Shape::scalars + 2 * between + perWord - 1) / perWord * (perWord / kLanes<S>);

        LastRows<Size, count> low;
        LastRows<Size, kStripLanes<Shape>> high;

        template <bool Inner, class Arguments>
        __device__ void add(int row, int slot, const std::uint32_t (&strip)[Shape::words], const Arguments& a, int x,
                            int y)
        {
#pragma unroll
            for (int v = 0; v < count; ++v)
                low.row[slot][v] = minmaxOf<Lowest, S, Size>(
                    [&](int i) { return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * Shape::channels); });
            if (row < Size - 1)
                return;
            const int middleY = y - Size / 2, end = a.target.cols * Shape::channels;
            std::uint32_t middle[count];
#pragma unroll
            for (int v = 0; v < count; ++v)
                middle[v] = low.template extreme<Lowest, S>(v);
            if (!Inner &&
                (middleY < 0 || middleY >= a.target.rows || x < between || x + Shape::scalars + between > end))
#pragma unroll
                for (int v = 0; v < count; ++v)
                    middle[v] = inTarget(middle[v], x - between + laneScalar<S>(v), end,
                                         middleY >= 0 && middleY < a.target.rows, a.extra.outside);
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                high.row[slot][v] = minmaxOf<Highest, S, Size>(
                    [&](int i) { return lanesIn<S>(middle, laneScalar<S>(v) + i * Shape::channels); });
        }

        // The lanes of a register that lie in the target, `outside` in the others.
        __device__ static std::uint32_t inTarget(std::uint32_t lanes, int x, int end, bool rowInside,
                                                 std::uint32_t outside)
        {
            const bool first = rowInside && x >= 0 && x < end,
                       second = rowInside && x >= -kLaneGap<S> && x + kLaneGap<S> < end;
            const std::uint32_t inside =
                kLanes<S> == 1 ? (first ? 0xffffffffu : 0u) : (first ? 0xffffu : 0u) | (second ? 0xffff0000u : 0u);
            return (lanes & inside) | (outside & ~inside);
        }

        template <class Arguments>
        __device__ void results(int, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            std::uint32_t lanes[kStripLanes<Shape>];
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
                lanes[v] = high.template extreme<Highest, S>(v);
            packLanes<Shape>(packed, lanes);
            flipWords(packed, a.flip);
        }
    };
};

// The lowest of those pixels of Size x Size that `extra` names: bit j * Size + i for row j, column i. Code for any
// element is long: results move to other registers with every row, instead of a copy of the code for each place.
template <int Size> struct MaskWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Mask;
    static constexpr int Reach = Size, Period = 1;
    static constexpr bool combines = false;
    struct Extra
    {
        std::uint32_t pixels;
    };

    template <class Shape> struct State
    {
        using S = typename Shape::S;
        static constexpr int last =
            laneScalar<S>(kStripLanes<Shape> - 1) + (Size - 1) * Shape::channels; // register's scalar

        std::uint32_t extremes[Size][kStripLanes<Shape>]; // extremes[j] covers element rows 0 to j

        template <bool, class Arguments>
        __device__ void add(int, int, const std::uint32_t (&strip)[Shape::words], const Arguments& a, int, int)
        {
            std::uint32_t lanes[last + 1];
#pragma unroll
            for (int at = 0; at <= last; ++at)
                lanes[at] = lanesAt<S>(strip, Shape::first + at);
#pragma unroll
            for (int j = Size - 1; j >= 0; --j)
            {
#pragma unroll
                for (int v = 0; v < kStripLanes<Shape>; ++v)
                    extremes[j][v] = j == 0 ? Lowest::kIdentity<S> : extremes[j > 0 ? j - 1 : 0][v];
#pragma unroll
                for (int i = 0; i < Size; ++i)
                    if (a.extra.pixels >> (j * Size + i) & 1u)
#pragma unroll
                        for (int v = 0; v < kStripLanes<Shape>; ++v)
                            extremes[j][v] = lowest<S>(extremes[j][v], lanes[laneScalar<S>(v) + i * Shape::channels]);
            }
        }

        template <class Arguments>
        __device__ void results(int, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            packLanes<Shape>(packed, extremes[Size - 1]);
            flipWords(packed, a.flip);
        }
    };
};

// The same of ellipses, crosses, diamonds: rows j and Size - 1 - j of the element have side[j] columns on either side
// of their middle, or are empty with -1. The minima of the middle pixel, of three and of five serve all rows.
template <int Size> struct CentredWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Centred;
    static constexpr int Reach = Size, Period = 1, Rows = (Size + 1) / 2;
    static constexpr bool combines = false;
    struct Extra
    {
        int side[Rows];
    };

    template <class Shape> struct State
    {
        using S = typename Shape::S;

        std::uint32_t extremes[Size][kStripLanes<Shape>]; // extremes[j] covers element rows 0 to j

        template <bool, class Arguments>
        __device__ void add(int, int, const std::uint32_t (&strip)[Shape::words], const Arguments& a, int, int)
        {
#pragma unroll
            for (int v = 0; v < kStripLanes<Shape>; ++v)
            {
                std::uint32_t centred[Rows], before = Lowest::kIdentity<S>;
                makeCentred(centred, strip, v);
#pragma unroll
                for (int j = 0; j < Rows; ++j)
                {
                    std::uint32_t underRow = Lowest::kIdentity<S>;
#pragma unroll
                    for (int i = 0; i < Rows; ++i)
                        underRow = a.extra.side[j] >= i ? centred[i] : underRow;
                    const int opposite = Size - 1 - j;
                    if (opposite > j)
                        extremes[opposite][v] = lowest<S>(extremes[opposite - 1][v], underRow);
                    const std::uint32_t old = extremes[j][v];
                    extremes[j][v] = lowest<S>(before, underRow);
                    before = old;
                }
            }
        }

        template <class Arguments>
        __device__ void results(int, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            packLanes<Shape>(packed, extremes[Size - 1]);
            flipWords(packed, a.flip);
        }

    private:
        // Minima of 2 i + 1 pixels around the middle of a window.
        __device__ static void makeCentred(std::uint32_t (&centred)[Rows], const std::uint32_t (&strip)[Shape::words],
                                           int v)
        {
            const auto column = [&](int i) {
                return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * Shape::channels);
            };
            centred[0] = column(Size / 2);
#pragma unroll
            for (int i = 1; i < Rows; ++i)
                centred[i] = Lowest::of<S>(centred[i - 1], column(Size / 2 - i), column(Size / 2 + i));
        }
    };
};

// The same of large ones, which need not be centred: rows j and Size - 1 - j are alike, and up to the middle each row
// has all columns of the row before it. So the minimum under a row takes the last minimum and some columns more.
template <int Size> struct EllipseWindow
{
    static constexpr MinmaxWindow kWindow = MinmaxWindow::Ellipse;
    static constexpr int Reach = Size, Period = 1, Rows = (Size + 1) / 2;
    static constexpr bool combines = false;
    struct Extra
    {
        std::uint32_t more[Rows]; // columns of row j that row j - 1 lacks: bit i for column i
    };

    template <class Shape> struct State
    {
        using S = typename Shape::S;
        static constexpr int count = kStripLanes<Shape>;
        using Lanes = std::uint32_t[count];

        Lanes extremes[Size]; // extremes[j] covers element rows 0 to j

        template <bool, class Arguments>
        __device__ void add(int, int, const std::uint32_t (&strip)[Shape::words], const Arguments& a, int, int)
        {
            Lanes underRow, before;
#pragma unroll
            for (int v = 0; v < count; ++v)
                underRow[v] = before[v] = Lowest::kIdentity<S>;
#pragma unroll
            for (int j = 0; j < Rows; ++j)
            {
                if (a.extra.more[j] != 0)
                    takeColumns(underRow, strip, a.extra.more[j]);
                const int opposite = Size - 1 - j;
#pragma unroll
                for (int v = 0; v < count; ++v)
                {
                    if (opposite > j)
                        extremes[opposite][v] = lowest<S>(extremes[opposite - 1][v], underRow[v]);
                    const std::uint32_t old = extremes[j][v];
                    extremes[j][v] = lowest<S>(before[v], underRow[v]);
                    before[v] = old;
                }
            }
        }

        template <class Arguments>
        __device__ void results(int, Words<Shape::resultWords>& packed, const Arguments& a) const
        {
            packLanes<Shape>(packed, extremes[Size - 1]);
            flipWords(packed, a.flip);
        }

    private:
        // Columns two by two: an instruction takes both.
        __device__ static void takeColumns(Lanes& result, const std::uint32_t (&strip)[Shape::words],
                                           std::uint32_t columns)
        {
            const auto lanes = [&](int v, int i) {
                return lanesAt<S>(strip, Shape::first + laneScalar<S>(v) + i * Shape::channels);
            };
#pragma unroll
            for (int i = 0; i < Size; i += 2)
            {
                const int next = i + 1 < Size ? i + 1 : i;
                const std::uint32_t pair = columns >> i & 3u;
                if (pair == 3u)
#pragma unroll
                    for (int v = 0; v < count; ++v)
                        result[v] = Lowest::of<S>(result[v], lanes(v, i), lanes(v, next));
                else if (pair != 0u)
#pragma unroll
                    for (int v = 0; v < count; ++v)
                        result[v] = lowest<S>(result[v], pair == 1u ? lanes(v, i) : lanes(v, next));
            }
        }
    };
};

// The source under a strip of results, as far as it lies in the target.
template <class Shape, class Arguments> __device__ Words<Shape::body> sourceUnder(const Arguments& a, int x, int y)
{
    using S = typename Shape::S;
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    const int end = a.target.cols * Shape::channels - x;
    const S* const from = a.source.row(a.source.y0 + y) + a.source.x0 * Shape::channels + x;
    if (a.alignment.wholeSource && a.alignment.sourceSkewBytes % (Shape::body * 4) == 0 && x >= 0 &&
        end >= Shape::scalars)
        return *reinterpret_cast<const Words<Shape::body>*>(from);
    Words<Shape::body> under{};
#pragma unroll 1
    for (int v = x < 0 ? -x : 0; v < Shape::scalars && v < end; ++v)
    {
        const std::uint32_t bits = scalarBits(from[v]) << (32 / perWord * (v % perWord));
#pragma unroll
        for (int w = 0; w < Shape::body; ++w)
            under.word[w] |= v / perWord == w ? bits : 0u;
    }
    return under;
}

// Filters a strip from the top down.
template <class Operation, class Arguments, class Rows>
__device__ void filterMinmax(const Arguments& a, Rows& source, BlockPlace place)
{
    using Shape = typename Rows::Shape;
    using S = typename Shape::S;
    constexpr int Reach = Operation::Reach, Period = Rows::Period;

    const int x = place.x, end = a.target.cols * Shape::channels - x;
    const bool whole = Rows::whole || (a.alignment.wholeTarget && x >= 0 && end >= Shape::scalars);
    S* to = a.target.row(place.y) + x;
    typename Operation::template State<Shape> state;

#pragma unroll 1
    for (int first = 0; source.has(first); first += Period)
#pragma unroll
        for (int slot = 0; slot < Period; ++slot)
        {
            const int row = first + slot; // of the source
            if (!source.has(row))
                return;
            std::uint32_t strip[Shape::words];
            source.next(strip, slot);
#pragma unroll
            for (int w = 0; w < Shape::words; ++w)
                strip[w] ^= a.flip;
            state.template add<Rows::inner>(row, slot % Operation::Period, strip, a, x, place.y + row - Reach / 2);
            source.refill(slot);
            if (!source.completes(row))
                continue;
            Words<Shape::resultWords> packed;
            state.results(slot % Operation::Period, packed, a);
            if constexpr (Operation::combines)
                if (a.combination != Combination::None)
                {
                    const Words<Shape::body> under = sourceUnder<Shape>(a, x, place.y + row - (Reach - 1));
#pragma unroll
                    for (int w = 0; w < Shape::resultWords; ++w)
                        packed.word[w] = combined<S>(a.combination, packed.word[w], under.word[w], a.isSigned);
                }
            if (whole)
                storeWords(to, packed);
            else
                storeScalars(to, packed, -x, end);
            to = reinterpret_cast<S*>(reinterpret_cast<char*>(to) + a.target.step);
        }
}

template <class Tile, class Shape, class Operation, Images Held>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    minmaxWindowKernel(const MinmaxWindowArguments<typename Shape::S, typename Operation::Extra, Held> all)
{
    const EarlierWork<Held> earlier(all.target.siblings);
    const auto& a = argumentsOfBlock(all);
    __shared__ StripBuffer<Tile, Shape> buffer;
    withStripRows<Tile, Operation::Period>(
        buffer, a, [&](auto& rows, BlockPlace place) { filterMinmax<Operation>(a, rows, place); });
}

// The same for images of whole strips whose borders never win: edges and all straight from memory.
template <class Tile, class Shape, class Operation>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    minmaxIdentityKernel(const MinmaxWindowArguments<typename Shape::S, typename Operation::Extra> a)
{
    awaitEarlierWork();
    constexpr int radius = Shape::size / 2, side = radius * Shape::channels;
    const int thread = static_cast<int>(threadIdx.x);
    const BlockPlace block = placeBlock<Tile::Warps>(a, StripRow<Shape>::scalars, a.layout.rowsPerThread),
                     warp = placeStrip(a, block, block.x, thread / 32);
    if (warp.rows <= 0 || warp.x + thread % 32 * Shape::scalars >= a.target.cols * Shape::channels)
        return;
    const bool inTarget = warp.x >= side &&
                          warp.x + StripRow<Shape>::scalars + side <= a.target.cols * Shape::channels &&
                          warp.y >= radius && warp.y + warp.rows + radius <= a.target.rows;
    const auto placeOfThread = [&] {
        return BlockPlace{warp.x + static_cast<int>(threadIdx.x % 32) * Shape::scalars, warp.y, warp.rows};
    };
    if (inTarget && DirectRows<Shape, Tile::Ahead, true, Tile::Late>::fit(a, warp))
    {
        DirectRows<Shape, Tile::Ahead, true, Tile::Late> source(a, placeOfThread());
        filterMinmax<Operation>(a, source, placeOfThread());
        return;
    }
    const int x = a.source.x0 * Shape::channels + warp.x + thread % 32 * Shape::scalars;
    IdentityRows<Shape, Tile::Ahead, Tile::Late> source(a.source, x, a.source.y0 + warp.y - radius,
                                                        warp.rows + Shape::size - 1,
                                                        Lowest::kIdentity<typename Shape::S> ^ a.flip);
    filterMinmax<Operation>(a, source, placeOfThread());
}

}} // namespace cv::cudatiled
