// SPDX-License-Identifier: Apache-2.0
// Correlation with small centred kernels by a register sliding window: a thread streams down a strip and unpacks every
// source row once for all results that the row is a part of.
#pragma once

#include "../../core/earlier_work.cuh"
#include "arithmetic.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

template <class S, class D, class Arithmetic, Images Held = Images::InSteps> struct SlidingWindowArguments
{
    SourceView<S, Held> source;
    TargetView<D, Held> target;
    Alignment alignment;
    StripLayout<Held> layout;
    Arithmetic arithmetic;

    template <Images Other>
    CUDATILED_HOST_DEVICE SlidingWindowArguments<S, D, Arithmetic, Other> with(const SourceView<S, Other>& from,
                                                                               const TargetView<D, Other>& to) const
    {
        return {from, to, alignment, layout, arithmetic};
    }
};

// Takes the source rows of a strip from the top down, and calls finish(sums) for each row of results.
template <class Rows, class Arithmetic, class Finish>
__device__ void slideWindow(const Arithmetic& arithmetic, Rows& source, Finish finish)
{
    using Shape = typename Rows::Shape;
    constexpr int Size = Shape::size, Period = Rows::Period;

    typename Arithmetic::template Row<Shape> row = {};
    typename Arithmetic::template Sums<Shape> sums[Size]; // sums[j] holds the products of tap rows 0 to j
    const auto takeRow = [&](int slot, int last) {
        std::uint32_t strip[Shape::words];
        source.next(strip, slot);
        arithmetic.template unpack<Shape>(row, strip);
#pragma unroll
        for (int j = Size - 1; j >= 0; --j)
            if (j <= last)
                arithmetic.template add<Shape>(sums[j], sums[j > 0 ? j - 1 : 0], row, j);
        source.refill(slot);
    };

    // Prologue: the Size - 1 rows above the one that completes the first result. For long kernels the main loop takes
    // them too, which keeps the code short, and the sums it completes are dropped.
    constexpr int before = Size <= 7 ? Size - 1 : 0;
#pragma unroll
    for (int taken = 0; taken < before; ++taken)
        takeRow(taken % Period, taken);
    if constexpr (before == 0)
    {
#pragma unroll
        for (auto& sum : sums)
            memset(&sum, 0, sizeof(sum));
    }
#pragma unroll 1
    for (int first = before; source.has(first); first += Period)
#pragma unroll
        for (int i = 0; i < Period; ++i)
        {
            if (!source.has(first + i))
                return;
            takeRow((before + i) % Period, Size - 1);
            if (before == 0 && !source.completes(first + i))
                continue;
            finish(sums[Size - 1]);
        }
}

template <class Arguments, class Rows> __device__ void filterStrip(const Arguments& a, Rows& source, BlockPlace place)
{
    using Shape = typename Rows::Shape;
    using D = typename Shape::D;

    const int x = place.x, end = a.target.cols * Shape::channels - x;
    const bool whole = Rows::whole || (a.alignment.wholeTarget && x >= 0 && end >= Shape::scalars);
    D* to = a.target.row(place.y) + x;
    slideWindow(a.arithmetic, source, [&](const auto& sums) {
        Words<Shape::resultWords> packed;
        a.arithmetic.template pack<Shape>(packed.word, sums);
        if (whole)
            storeWords(to, packed);
        else
            storeScalars(to, packed, -x, end);
        to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
    });
}

template <class Tile, class Shape, class Arithmetic, Images Held>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    slidingWindowKernel(const SlidingWindowArguments<typename Shape::S, typename Shape::D, Arithmetic, Held> all)
{
    const EarlierWork<Held> earlier(all.target.siblings);
    const auto& a = argumentsOfBlock(all);
    __shared__ StripBuffer<Tile, Shape> buffer;
    withStripRows<Tile, 1>(buffer, a, [&](auto& rows, BlockPlace place) { filterStrip(a, rows, place); });
}

}} // namespace cv::cudatiled
