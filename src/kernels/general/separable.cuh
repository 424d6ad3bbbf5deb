// SPDX-License-Identifier: Apache-2.0
// Correlation along rows and then along columns in one pass over the image, for kernels of any length.
#pragma once

#include "../../core/earlier_work.cuh"
#include "separable_arithmetic.cuh"
#include "taps.cuh"
#include "tile_load.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block. Widths count scalars. Source rows are taken in batches of BatchRows; the row kernel
// is walked in cells of CellWidth taps, whose halo fits into shared memory with up to 4 channels.
template <int ThreadsX_, int ThreadsY_, int RowsPerThread_, int BatchRows_, int CellWidth_> struct SeparableTile
{
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int RowsPerThread = RowsPerThread_;
    static constexpr int Width = ThreadsX_, Height = ThreadsY_ * RowsPerThread_;
    static constexpr int BatchRows = BatchRows_, BatchRowsPerThread = BatchRows_ / ThreadsY_;
    static constexpr int CellWidth = CellWidth_, SharedWidth = Width + (CellWidth_ - 1) * 4;
    static_assert(BatchRows_ % ThreadsY_ == 0, "every thread filters the same number of rows of a batch");
};

template <class S, class D, class Arithmetic, class Taps> struct SeparableArguments
{
    SourceView<S> source;
    TargetView<D> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    int tilesX; // tiles in a row of tiles
    Arithmetic arithmetic;
    Taps taps; // those of the row, then those of the column
};

// Filters BatchRows source rows from `firstY` on along x: rows[j * Width + x]. `source` is scratch for one cell's halo.
template <class Tile, class S, class D, class Arithmetic, class Taps>
__device__ void filterRows(typename Arithmetic::RowResult* rows, typename Arithmetic::Sample* source,
                           const SeparableArguments<S, D, Arithmetic, Taps>& a, const TilePlace& place, int firstY,
                           int batchRows)
{
    typename Arithmetic::RowSum sums[Tile::BatchRowsPerThread];
#pragma unroll
    for (int r = 0; r < Tile::BatchRowsPerThread; ++r)
        sums[r] = a.arithmetic.startRow();

    for (int cell = 0; cell < a.rowTaps; cell += Tile::CellWidth)
    {
        const int cellWidth = a.rowTaps - cell < Tile::CellWidth ? a.rowTaps - cell : Tile::CellWidth;
        __syncthreads();
        loadTile<Tile::ThreadsX, Tile::ThreadsY>(source, Tile::SharedWidth, a.source,
                                                 a.source.x0 + place.firstX + cell - a.anchorX, firstY,
                                                 place.pixels + cellWidth - 1, batchRows);
        __syncthreads();
        const auto addTo = [&](typename Arithmetic::RowSum(&to)[Tile::BatchRowsPerThread], int i) {
            const typename Arithmetic::Tap tap = a.taps[cell + i];
            const int x = threadIdx.x + i * a.source.channels;
#pragma unroll
            for (int r = 0; r < Tile::BatchRowsPerThread; ++r)
                a.arithmetic.add(to[r], tap, source[(threadIdx.y + r * Tile::ThreadsY) * Tile::SharedWidth + x]);
        };
        if constexpr (kAddsInTurn<Arithmetic>)
        {
            typename Arithmetic::RowSum others[Tile::BatchRowsPerThread];
            addInTurn(
                0, cellWidth, [&](int i) { addTo(sums, i); }, [&](int i) { addTo(others, i); });
#pragma unroll
            for (int r = 0; r < Tile::BatchRowsPerThread; ++r)
                sums[r].join(others[r]);
        }
        else
#pragma unroll kTapsInTurn < Arithmetic>
            for (int i = 0; i < cellWidth; ++i)
                addTo(sums, i);
        if (a.rowTaps > FloatAccumulator::kPartialTaps)
#pragma unroll
            for (int r = 0; r < Tile::BatchRowsPerThread; ++r)
                a.arithmetic.fold(sums[r]);
    }
#pragma unroll
    for (int r = 0; r < Tile::BatchRowsPerThread; ++r)
        rows[(threadIdx.y + r * Tile::ThreadsY) * Tile::Width + threadIdx.x] = a.arithmetic.finishRow(sums[r]);
}

// Adds to the sums of this thread's outputs the filtered rows that lie under their column taps. The first row of the
// batch lies under tap `firstTap` of the first row of the tile.
template <class Tile, class S, class D, class Arithmetic, class Taps>
__device__ void addColumns(typename Arithmetic::ColumnSum (&sums)[Tile::RowsPerThread],
                           const typename Arithmetic::RowResult* rows,
                           const SeparableArguments<S, D, Arithmetic, Taps>& a, int firstTap, int batchRows)
{
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
    {
        const int tapOfFirstRow = firstTap - (r * Tile::ThreadsY + static_cast<int>(threadIdx.y));
        const int begin = tapOfFirstRow < 0 ? -tapOfFirstRow : 0;
        const int end = a.columnTaps - tapOfFirstRow < batchRows ? a.columnTaps - tapOfFirstRow : batchRows;
        const auto addTo = [&](typename Arithmetic::ColumnSum& to, int j) {
            a.arithmetic.add(to, a.taps[a.rowTaps + tapOfFirstRow + j], rows[j * Tile::Width + threadIdx.x]);
        };
        if constexpr (kAddsInTurn<Arithmetic>)
        {
            typename Arithmetic::ColumnSum other;
            addInTurn(
                begin, end, [&](int j) { addTo(sums[r], j); }, [&](int j) { addTo(other, j); });
            sums[r].join(other);
        }
        else
#pragma unroll kTapsInTurn < Arithmetic>
            for (int j = begin; j < end; ++j)
                addTo(sums[r], j);
        if (a.columnTaps > FloatAccumulator::kPartialTaps)
            a.arithmetic.fold(sums[r]);
    }
}

// One block writes a Width x Height tile of
//     target(x, y) = finish(sum over j of columnTap[j] *
//                           (sum over i of rowTap[i] * source(x0 + x + i - anchorX, y0 + y + j - anchorY))),
// both sums in the order of the taps, float ones in two parts by turns. It walks down the source rows batch by batch:
// the row sums of a batch go to shared memory, and from there into the column sums, which a thread keeps for
// RowsPerThread outputs of one column, ThreadsY rows apart.
template <class Tile, class S, class D, class Arithmetic, class Taps>
__global__ void __launch_bounds__(Tile::Threads) separableKernel(const SeparableArguments<S, D, Arithmetic, Taps> a)
{
    awaitEarlierWork();
    __shared__ typename Arithmetic::Sample source[Tile::BatchRows * Tile::SharedWidth];
    __shared__ typename Arithmetic::RowResult rows[Tile::BatchRows * Tile::Width];

    const int channels = a.source.channels;
    const TilePlace place = placeTile<Tile>(a.tilesX, channels);

    typename Arithmetic::ColumnSum sums[Tile::RowsPerThread];
#pragma unroll
    for (int r = 0; r < Tile::RowsPerThread; ++r)
        sums[r] = a.arithmetic.startColumn();

    const int sourceRows = Tile::Height + a.columnTaps - 1;
    for (int first = 0; first < sourceRows; first += Tile::BatchRows)
    {
        const int batchRows = sourceRows - first < Tile::BatchRows ? sourceRows - first : Tile::BatchRows;
        filterRows<Tile>(rows, source, a, place, a.source.y0 + place.firstY + first - a.anchorY, batchRows);
        __syncthreads();
        addColumns<Tile>(sums, rows, a, first, batchRows);
    }

    const int scalar = threadIdx.x, x = place.firstX + scalar / channels;
    const auto result = [&](int y, const typename Arithmetic::ColumnSum& sum) {
        if constexpr (kFinishesOnPixels<Arithmetic>)
            return a.arithmetic.finishOn(a.source.at(a.source.x0 + x, a.source.y0 + y, scalar % channels), sum);
        else
            return a.arithmetic.finish(sum);
    };
    if (scalar < place.pixels * channels && x < a.target.cols)
#pragma unroll
        for (int r = 0; r < Tile::RowsPerThread; ++r)
        {
            const int y = place.firstY + r * Tile::ThreadsY + threadIdx.y;
            if (y < a.target.rows)
                storeResult(a.target, y, static_cast<std::ptrdiff_t>(place.firstX) * channels + scalar,
                            result(y, sums[r]));
        }
}

}} // namespace cv::cudatiled
