// SPDX-License-Identifier: Apache-2.0
// Correlation with small centred kernels: a thread marches down a strip and unpacks every source row once for all results that it is
// part of.
#pragma once

#include "strip_arithmetic.cuh"
#include "strip_rows.cuh"

namespace cv { namespace cudatiled {

template <class S, class D, class Arithmetic> struct StripArguments
{
    SourceView<S> source;
    TargetView<D> target;
    StripPlacement placement;
    Arithmetic arithmetic;
};

// Filters the strips of a warp from the top down.
template <class Shape, class Arguments, class Rows>
__device__ void filterStrips(const Arguments& a, Rows& source, StripBlock warp)
{
    using D = typename Shape::D;
    using Arithmetic = decltype(a.arithmetic);
    constexpr int Size = Shape::size, Period = Rows::Period;

    const int x = warp.x + static_cast<int>(threadIdx.x % 32) * Shape::scalars;
    const int end = a.target.cols * Shape::channels - x;
    const bool whole = Rows::whole || (a.placement.wholeStrips && x >= 0 && end >= Shape::scalars);
    D* to = a.target.row(warp.y) + x;

    typename Arithmetic::template Row<Shape> row = {};
    const auto takeRow = [&](int slot) {
        std::uint32_t strip[Shape::words];
        source.next(strip, slot);
        a.arithmetic.template unpack<Shape>(row, strip);
    };

    // The sums of a result stay in the same registers, those of slot (row mod Size): hence the unrolled loops.
    typename Arithmetic::template Sums<Shape> sums[Size];
#pragma unroll
    for (int r = 0; r < Size - 1; ++r)
    {
        takeRow(r);
#pragma unroll
        for (int j = 0; j <= r; ++j)
            a.arithmetic.template add<Shape>(sums[r - j], row, j);
    }
#pragma unroll 1
    for (int done = 0; done < warp.rows; done += Period)
#pragma unroll
        for (int slot = 0; slot < Period; ++slot)
        {
            if (done + slot >= warp.rows)
                return;
            takeRow((slot + Size - 1) % Period);
#pragma unroll
            for (int j = 0; j < Size; ++j)
                a.arithmetic.template add<Shape>(sums[(slot + Size - 1 - j) % Size], row, j);
            Words<Shape::resultWords> packed;
            a.arithmetic.template pack<Shape>(packed.word, sums[slot % Size]);
            if (whole)
                storeWords(to, packed);
            else
                storeScalars(to, packed, -x, end);
            to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
        }
}

template <class Tile, class Shape, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    stripKernel(const StripArguments<typename Shape::S, typename Shape::D, Arithmetic> a)
{
    __shared__ StripBuffer<Tile, Shape> buffer;
    withStripRows<Tile, Shape::size>(buffer, a,
                                     [&](auto& rows, StripBlock warp) { filterStrips<Shape>(a, rows, warp); });
}

}} // namespace cv::cudatiled
