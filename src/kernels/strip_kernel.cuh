// SPDX-License-Identifier: Apache-2.0
// Correlation with small centred kernels: a thread marches down a strip and unpacks every source row once for all results that it is
// part of.
#pragma once

#include "source_tile.cuh"
#include "strip_arithmetic.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: warps one below the other, each a row of 32 strips, and at most so many rows of results per thread.
// MinBlocks of 1 lets the compiler take the registers that it needs, where it would spill some for more blocks; 0 leaves it the choice.
template <int Warps_, int MaxRows_, int MinBlocks_ = 0> struct StripTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_, MinBlocks = MinBlocks_;
    static constexpr int Warps = Warps_, MaxRows = MaxRows_;
};

// The rows of a tile in shared memory: the halo on the left in whole chunks, 32 strips, the halo on the right and what it takes that
// the first strip may start at any byte of a chunk.
template <class Shape> struct StripRow
{
    static constexpr int scalars = 32 * Shape::scalars;
    static constexpr int left = (Shape::side * 4 + kChunkBytes - 1) / kChunkBytes * kChunkBytes; // bytes
    static constexpr int right = Shape::side == 1 ? 4 : left;                                    // see readStrip
    // An odd number: with rows of 576 bytes all filters of floats took 5 % longer than with 560 or 592.
    static constexpr int chunks =
        (left + 32 * Shape::body * 4 + right + kChunkBytes - 1 + 4 + kChunkBytes - 1) / kChunkBytes | 1;
};

// How strips lie in source and target. Strips start at a multiple of their size in the target, if all rows allow it.
struct StripPlacement
{
    int lead;         // scalars of the first strip that lie before the target
    int phase;        // bytes from a multiple of 16 to the source of the first strip
    bool wholeChunks; // source rows are multiples of 16 bytes apart
    bool wholeStrips; // strips may be stored at once
    int rows;         // of results per thread
};

template <class S, class D, class Arithmetic> struct StripArguments
{
    SourceView<S> source;
    TargetView<D> target;
    StripPlacement placement;
    Arithmetic arithmetic;
};

template <class Tile, class Shape, class Arguments>
__device__ void loadStripTile(Chunk* tile, const Arguments& a, int x, int y)
{
    using S = typename Shape::S;
    constexpr int size = static_cast<int>(sizeof(S)), inner = StripRow<Shape>::left / size;
    const int before = inner + a.placement.phase / size; // scalars of a tile row before the first strip
    const int end = a.target.cols * Shape::channels - x;
    const int height = Tile::Warps * a.placement.rows, rowsLeft = a.target.rows - y;

    SourceWindow window;
    window.x = a.source.x0 * Shape::channels + x - before;
    window.y = a.source.y0 + y - Shape::size / 2;
    window.rows = (rowsLeft < height ? rowsLeft : height) + Shape::size - 1;
    window.first = before - Shape::halo;
    window.last = before + Shape::halo + (end < StripRow<Shape>::scalars ? end : StripRow<Shape>::scalars);
    window.aligned = a.placement.wholeChunks;
    loadSourceTile<Tile::Threads, StripRow<Shape>::chunks, Shape::channels>(tile, a.source, window);
}

// Filters the strip at scalar `x` of `rows` rows of the target from `y` on, from the top down. `words` is where it starts in the tile.
template <class Shape, class Arguments>
__device__ void filterStrip(const Arguments& a, const std::uint32_t* words, int x, int y, int rows)
{
    using D = typename Shape::D;
    using Arithmetic = decltype(a.arithmetic);
    constexpr int Size = Shape::size;

    const int end = a.target.cols * Shape::channels - x;
    const bool whole = a.placement.wholeStrips && x >= 0 && end >= Shape::scalars;
    const bool aligned = a.placement.phase % (Shape::body * 4) == 0;
    D* to = a.target.row(y) + x;

    typename Arithmetic::template Row<Shape> row = {};
    const auto takeRow = [&] {
        std::uint32_t strip[Shape::words];
        readStrip<Shape>(strip, words, a.placement.phase % 4, aligned);
        words += StripRow<Shape>::chunks * 4;
        a.arithmetic.template unpack<Shape>(row, strip);
    };

    // The sums of a result stay in the same registers, those of slot (row mod Size): hence the unrolled loops.
    typename Arithmetic::template Sums<Shape> sums[Size];
#pragma unroll
    for (int r = 0; r < Size - 1; ++r)
    {
        takeRow();
#pragma unroll
        for (int j = 0; j <= r; ++j)
            a.arithmetic.template add<Shape>(sums[r - j], row, j);
    }
#pragma unroll 1
    for (int done = 0; done < rows; done += Size)
#pragma unroll
        for (int slot = 0; slot < Size; ++slot)
        {
            if (done + slot >= rows)
                return;
            takeRow();
#pragma unroll
            for (int j = 0; j < Size; ++j)
                a.arithmetic.template add<Shape>(sums[(slot + Size - 1 - j) % Size], row, j);
            Words<Shape::resultWords> packed;
            a.arithmetic.template pack<Shape>(packed.word, sums[slot]);
            if (whole)
                *reinterpret_cast<Words<Shape::resultWords>*>(to) = packed;
            else
                storeScalars(to, packed, -x, end);
            to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + a.target.step);
        }
}

// A block brings its source rows into shared memory, all at once, and filters them there.
template <class Tile, class Shape, class Arithmetic>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    stripKernel(const StripArguments<typename Shape::S, typename Shape::D, Arithmetic> a)
{
    constexpr int chunks = StripRow<Shape>::chunks;
    __shared__ Chunk tile[(Tile::Warps * Tile::MaxRows + Shape::size - 1) * chunks];

    const int tileX = static_cast<int>(blockIdx.x) * StripRow<Shape>::scalars - a.placement.lead;
    const int tileY = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * Tile::Warps * a.placement.rows;
    if (tileY >= a.target.rows)
        return;
    loadStripTile<Tile, Shape>(tile, a, tileX, tileY);
    waitForCopies();
    __syncthreads();

    const int lane = static_cast<int>(threadIdx.x % 32),
              firstRow = static_cast<int>(threadIdx.x / 32) * a.placement.rows;
    const int x = tileX + lane * Shape::scalars, y = tileY + firstRow;
    const int rows = a.target.rows - y < a.placement.rows ? a.target.rows - y : a.placement.rows;
    if (rows > 0 && x < a.target.cols * Shape::channels)
        filterStrip<Shape>(a,
                           reinterpret_cast<const std::uint32_t*>(tile + firstRow * chunks) +
                               (StripRow<Shape>::left + a.placement.phase) / 4 + lane * Shape::body,
                           x, y, rows);
}

}} // namespace cv::cudatiled
