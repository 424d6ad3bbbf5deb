// SPDX-License-Identifier: Apache-2.0
// The source rows under strips: how a block brings them, borders resolved.
#pragma once

#include <numeric>

#include "../../core/bulk_copy.cuh"
#include "../../core/thread_divisor.hpp"
#include "../load/block.cuh"
#include "../load/source_tile.cuh"
#include "shape.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: warps one below the other, each a row of 32 strips.
//   MaxRows    rows of results of a thread, at most
//   Ahead      rows that threads read ahead, from memory, in blocks inside the image; 0, and other blocks: from a tile
//   MinBlocks  of a multiprocessor, at least; 1: as many registers as the compiler needs, to avoid spills; 0: it
//              chooses
//   Shifted    strips are not aligned in the source
//   Late       a row is read ahead once the row before it in its registers is added up: takes fewer registers
//   PrefetchBytes  images of so many have rows brought into the L2 cache that threads do not read at once; 0: none have
template <int Warps_, int MaxRows_, int Ahead_, int MinBlocks_ = 0, bool Shifted_ = false, bool Late_ = false,
          int PrefetchBytes_ = 0>
struct StripTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_, MinBlocks = MinBlocks_;
    static constexpr int Warps = Warps_, MaxRows = MaxRows_, Ahead = Ahead_;
    static constexpr bool Shifted = Shifted_, Late = Late_;
    static constexpr int PrefetchBytes = PrefetchBytes_;
};

constexpr int kStripsOfWarp = 32; // in a row

// A row of a tile in shared memory: the halo on the left in whole chunks, strips, the halo on the right and what it
// takes that the first strip may start at any byte of a chunk.
template <class Shape> struct StripRow
{
    static constexpr int scalars = kStripsOfWarp * Shape::scalars;
    static constexpr int left = (Shape::side * 4 + kChunkBytes - 1) / kChunkBytes * kChunkBytes; // bytes
    static constexpr int right = Shape::side == 1 ? 4 : left;                                    // see readStrip
    // An odd number: with rows of 576 bytes all filters of floats took 5 % longer than with 560 or 592.
    static constexpr int chunksOf(int strips)
    {
        return (left + strips * Shape::body * 4 + right + kChunkBytes - 1 + 4 + kChunkBytes - 1) / kChunkBytes | 1;
    }
    static constexpr int chunks = chunksOf(kStripsOfWarp);
};

// How the threads of a block lie in its tile: a thread has strip across() in a row of strips, and down() rows of strips
// lie above it. Here a row of strips is a warp.
struct WarpLayout
{
    int rowsPerThread;

    __device__ static constexpr int stripsAcross() { return kStripsOfWarp; }
    __device__ static int across() { return static_cast<int>(threadIdx.x % 32); }
    __device__ static int down() { return static_cast<int>(threadIdx.x / 32); }
    __device__ static constexpr bool isUsed() { return true; }

    // Of a row of the tile.
    template <class Shape> __device__ static constexpr int chunks() { return StripRow<Shape>::chunks; }

    template <class Tile, class Shape, class Arguments> __device__ BlockPlace placeBlockOf(const Arguments& a) const
    {
        return placeBlock<Tile::Warps>(a, StripRow<Shape>::scalars, rowsPerThread);
    }
    template <class Tile, class Shape, class Source>
    __device__ static void load(Chunk* tile, const Source& source, const SourceWindow& window)
    {
        loadSourceTile<Tile::Threads, Shape::channels>(SourceTile<StripRow<Shape>::chunks>{tile}, source, window);
    }
};

// Rows of any number of strips, for batches: rows of small images would leave lanes of warps idle.
struct BatchLayout : WarpLayout
{
    ThreadDivisor strips; // of a row of the tile
    int stripsDown;       // rows of strips, one below the other; threads beyond them have none
    int rowChunks;        // of a row of the tile

    __device__ int stripsAcross() const { return strips.divisor; }
    __device__ int across() const { return static_cast<int>(threadIdx.x) - down() * strips.divisor; }
    __device__ int down() const { return strips.quotient(static_cast<int>(threadIdx.x)); }
    __device__ bool isUsed() const { return down() < stripsDown; }
    template <class Shape> __device__ int chunks() const { return rowChunks; }

    template <class Tile, class Shape, class Arguments> __device__ BlockPlace placeBlockOf(const Arguments& a) const
    {
        return placeBlock(a, strips.divisor * Shape::scalars, stripsDown * rowsPerThread);
    }
    template <class Tile, class Shape, class Source>
    __device__ void load(Chunk* tile, const Source& source, const SourceWindow& window) const
    {
        // Rows of a warp's strips take a loop for a number of chunks that the compiler knows, but for 3x3: batches of
        // these became no faster by it.
        if ((Tile::Ahead == 0 || Shape::size > 3) && strips.divisor == kStripsOfWarp)
            return WarpLayout::load<Tile, Shape>(tile, source, window);
        loadSourceTile<Tile::Threads, Shape::channels>(SourceTile<0>{tile, rowChunks}, source, window);
    }
};

template <Images Held>
using StripLayout = std::conditional_t<Held == Images::AnySize || Held == Images::OfBlock, BatchLayout, WarpLayout>;

// The rows of the strip at scalar `x` that lies `down` strips below the block's first: fewer at the target's end.
template <class Arguments>
__device__ BlockPlace placeStrip(const Arguments& a, const BlockPlace& block, int x, int down)
{
    const int rowsPerThread = a.layout.rowsPerThread;
    const int y = block.y + down * rowsPerThread, rows = a.target.rows - y;
    return {x, y, rows < rowsPerThread ? rows : rowsPerThread};
}

// The rows of a strip in a tile, of which a thread's loop takes `Period` at a time. Rows are numbered from 0 on: has()
// says whether there is such a row, completes() whether it completes a result, once it was taken.
template <class Shape_, int Period_, class Layout> class TileRows
{
public:
    using Shape = Shape_;
    static constexpr int Period = Period_;
    static constexpr bool whole = false, inner = false; // strips may be cut off, and need what lies outside

    __device__ TileRows(const Chunk* tile, const Alignment& alignment, const Layout& layout, int results)
        : layout_(layout), count_(results + Shape::size - 1),
          words_(reinterpret_cast<const std::uint32_t*>(tile + layout.down() * layout.rowsPerThread *
                                                                   layout.template chunks<Shape>()) +
                 (StripRow<Shape>::left + alignment.sourceSkewBytes) / 4 + layout.across() * Shape::body),
          bytes_(alignment.sourceSkewBytes % 4), aligned_(alignment.sourceSkewBytes % (Shape::body * 4) == 0)
    {}

    __device__ bool has(int row) const { return row < count_; }
    __device__ static bool completes(int row) { return row >= Shape::size - 1; }

    __device__ void next(std::uint32_t (&strip)[Shape::words], int)
    {
        readStrip<Shape>(strip, words_, bytes_, aligned_);
        words_ += 4 * layout_.template chunks<Shape>();
    }

    __device__ static void refill(int) {}

private:
    const Layout& layout_;
    const int count_;
    const std::uint32_t* words_; // of the next row
    const int bytes_;
    const bool aligned_;
};

// The rows of a warp straight from memory, for blocks inside the image: next() takes them in turn, of slots 0 ...
// Period - 1, which are to be known when it is compiled, and are read that many rows before: by next() itself, or by
// refill() if they are read Late. Strips are Aligned, or start at any byte: then single words are read from the one
// with their first scalar on, and shifted.
template <class Strip, int Period_, bool Aligned, bool Late> class DirectRows
{
    using S = typename Strip::S;
    static constexpr int perWord = 4 / static_cast<int>(sizeof(S));

public:
    using Shape = std::conditional_t<Aligned, Strip, PackedStrip<Strip>>;
    static constexpr int Period = Period_;
    static constexpr bool whole = true, inner = true;

    // Whether all that the block reads and writes lies in the images, in words of their alignment.
    template <class Arguments> __device__ static bool fit(const Arguments& a, BlockPlace block)
    {
        constexpr int channels = Strip::channels, radius = Strip::size / 2;
        const int scalars = a.layout.stripsAcross() * Strip::scalars;
        const int x = a.source.x0 * channels + block.x, y = a.source.y0 + block.y;
        return a.alignment.wholeTarget && a.alignment.wholeSource &&
               (!Aligned || a.alignment.sourceSkewBytes % (Strip::body * 4) == 0) && block.x >= 0 &&
               block.x + scalars <= a.target.cols * channels && x >= before &&
               x + scalars + behind <= a.source.cols * channels && y >= radius &&
               y + block.rows + radius <= a.source.rows;
    }

    template <class Arguments>
    __device__ DirectRows(const Arguments& a, BlockPlace strip)
        : step_(a.source.step), results_(strip.rows), count_(strip.rows + Strip::size - 1), left_(count_),
          shift_(Aligned ? 0 : firstByte(a.alignment) * 8)
    {
        const S* const first =
            a.source.row(a.source.y0 + strip.y - Strip::size / 2) + a.source.x0 * Strip::channels + strip.x;
        next_ = reinterpret_cast<const char*>(first);
        if (!Aligned)
            next_ = reinterpret_cast<const char*>(first - Strip::halo) - firstByte(a.alignment);
#pragma unroll
        for (int slot = 0; slot < Period; ++slot)
            if (!Late)
                fetchNext(slot);
            else if (slot < Strip::size || slot < left_)
                fetch(slot);
    }

    __device__ bool has(int row) const
    {
        return Late ? left_ > 0 : row < count_;
    }
    __device__ bool completes(int row) const
    {
        return Late ? left_ < results_ : row >= Strip::size - 1;
    }

    __device__ void next(std::uint32_t (&strip)[Shape::words], int slot)
    {
        if (Late)
            --left_;
#pragma unroll
        for (int w = 0; w < Shape::words; ++w)
        {
            const std::uint32_t word = rows_[slot][w], next = rows_[slot][w + 1 < read ? w + 1 : w];
            strip[w] = Aligned || sizeof(S) == 4 ? word : shiftedWord(word, next, shift_);
        }
        if (!Late)
            fetchNext(slot);
    }

    __device__ void refill(int slot)
    {
        if (Late && left_ >= Period)
            fetch(slot);
    }

private:
    // Words of a row that a lane reads, and the scalars on either side of a strip, at most, that this touches.
    static constexpr int read =
        Aligned ? Strip::words : (PackedStrip<Strip>::bytes + 4 - static_cast<int>(sizeof(S)) + 3) / 4;
    static constexpr int before = Aligned ? Strip::side * perWord : Strip::halo + perWord - 1;
    static constexpr int behind = Aligned ? before : read * perWord - Strip::scalars - Strip::halo;

    // Where the first scalar of the halo lies in its word.
    __device__ static int firstByte(const Alignment& alignment)
    {
        return (alignment.sourceSkewBytes - Strip::halo * static_cast<int>(sizeof(S))) & 3;
    }

    __device__ void fetchNext(int slot)
    {
        if (left_ == 0)
            return;
        --left_;
        fetch(slot);
    }

    __device__ void fetch(int slot)
    {
        std::uint32_t* const row = rows_[slot];
        if constexpr (Aligned)
        {
            constexpr int together = std::gcd(std::gcd(Strip::side, Strip::body), 4); // words, as strips are aligned
            readWords<Strip::body>(row + Strip::side, next_);
#pragma unroll
            for (int w = 0; w < Strip::side; w += together)
            {
                readWords<together>(row + w, next_ + (w - Strip::side) * 4);
                readWords<together>(row + Strip::side + Strip::body + w, next_ + (Strip::body + w) * 4);
            }
        }
        else
#pragma unroll
            for (int w = 0; w < read; ++w)
                readWords<1>(row + w, next_ + w * 4);
        next_ += step_;
    }

    template <int N> __device__ static void readWords(std::uint32_t* to, const char* from)
    {
        const Words<N> words = *reinterpret_cast<const Words<N>*>(from);
#pragma unroll
        for (int w = 0; w < N; ++w)
            to[w] = words.word[w];
    }

    const std::ptrdiff_t step_;
    const int results_, count_;
    int left_; // rows that are not on their way yet; if Late, those that were not taken yet
    const int shift_;
    const char* next_; // what the lane reads of the first of them
    std::uint32_t rows_[Period][read];
};

template <class Tile, class Shape> struct StripBuffer
{
    static constexpr int chunks = (Tile::Warps * Tile::MaxRows + Shape::size - 1) * StripRow<Shape>::chunks;
    Chunk tile[chunks];
};

template <class Tile, class Shape, class Arguments>
__device__ void loadStripTile(StripBuffer<Tile, Shape>& buffer, const Arguments& a, BlockPlace block)
{
    using S = typename Shape::S;
    constexpr int size = static_cast<int>(sizeof(S)), inner = StripRow<Shape>::left / size;
    const int before = inner + a.alignment.sourceSkewBytes / size; // scalars of a tile row before the first strip
    const int scalars = a.layout.stripsAcross() * Shape::scalars, end = a.target.cols * Shape::channels - block.x;

    SourceWindow window;
    window.x = a.source.x0 * Shape::channels + block.x - before;
    window.y = a.source.y0 + block.y - Shape::size / 2;
    window.rows = block.rows + Shape::size - 1;
    window.first = before - Shape::halo;
    window.last = before + Shape::halo + (end < scalars ? end : scalars);
    window.aligned = a.alignment.wholeSource;
    a.layout.template load<Tile, Shape>(buffer.tile, a.source, window);
}

// Brings the rows of a warp's strips into the L2 cache, but for those that its threads have begun to read. A lane has a
// row, from scalar `x` of the target on, in whole chunks.
template <class Tile, class Shape, class Arguments>
__device__ void prefetchRows(const Arguments& a, int x, const BlockPlace& strip)
{
    static_assert(Tile::MaxRows + Shape::size - 1 - Tile::Ahead <= 32, "a lane has a row");
    const int row = Tile::Ahead + static_cast<int>(threadIdx.x % 32);
    if (row >= strip.rows + Shape::size - 1)
        return;
    const auto* const first =
        a.source.row(a.source.y0 + strip.y - Shape::size / 2 + row) + a.source.x0 * Shape::channels + x;
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    prefetchBulk(reinterpret_cast<const void*>(address - address % kChunkBytes), kStripsOfWarp * Shape::body * 4);
}

// Calls filter(rows, strip) for each thread, with the rows of its strip.
template <class Tile, int Period, class Shape, class Arguments, class Filter>
__device__ void withStripRows(StripBuffer<Tile, Shape>& buffer, const Arguments& a, Filter filter)
{
    static_assert(Tile::Ahead % Period == 0, "rows and registers take turns");
    const BlockPlace block = a.layout.template placeBlockOf<Tile, Shape>(a);
    if (isBeyondTarget(a.target, block.x, block.y))
        return;
    const BlockPlace strip = placeStrip(a, block, block.x + a.layout.across() * Shape::scalars, a.layout.down());
    const bool hasStrip = a.layout.isUsed() && strip.rows > 0 && strip.x < a.target.cols * Shape::channels;

    if constexpr (Tile::Ahead > 0)
    {
        using Rows = DirectRows<Shape, Tile::Ahead, !Tile::Shifted, Tile::Late>;
        if (Rows::fit(a, block))
        {
            if (hasStrip)
            {
                Rows rows(a, strip);
                if constexpr (Tile::PrefetchBytes > 0)
                {
                    constexpr int pixelBytes = Shape::channels * static_cast<int>(sizeof(typename Shape::S));
                    constexpr std::int64_t leastPixels = leastToPrefetch(Tile::PrefetchBytes) / pixelBytes;
                    if (std::int64_t{a.target.cols} * a.target.rows >= leastPixels)
                        prefetchRows<Tile, Shape>(a, block.x, strip);
                }
                filter(rows, strip);
            }
            return;
        }
    }
    loadStripTile(buffer, a, block);
    waitForCopies();
    __syncthreads();
    if (hasStrip)
    {
        TileRows<Shape, Period, std::decay_t<decltype(a.layout)>> rows(buffer.tile, a.alignment, a.layout, strip.rows);
        filter(rows, strip);
    }
}

}} // namespace cv::cudatiled
