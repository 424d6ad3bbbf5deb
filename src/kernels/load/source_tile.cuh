// SPDX-License-Identifier: Apache-2.0
// Loads a rectangle of an image into shared memory by asynchronous 16-byte copies, borders resolved.
#pragma once

#include "beside.cuh"
#include "staged_rows.cuh"

namespace cv { namespace cudatiled {

constexpr int kChunkBytes = 16;

// The rectangle to load: `rows` rows from `y` on, scalars [first, last) of each. Scalar 0 is number `x` of a source
// row; if `aligned`, it lies at a multiple of 16 bytes in every row. All may lie outside the image.
struct SourceWindow
{
    int x, y, rows;
    int first, last;
    bool aligned;
};

// A tile in shared memory. Rows of `Chunks` chunks; if that is 0, of a number that the compiler does not know.
template <int Chunks> struct SourceTile
{
    Chunk* first;

    __device__ static constexpr int chunks() { return Chunks; }
    __device__ Chunk* row(int i) const { return first + i * Chunks; }
};
template <> struct SourceTile<0>
{
    Chunk* first;
    int chunksOfRow;

    __device__ int chunks() const { return chunksOfRow; }
    __device__ Chunk* row(int i) const { return first + i * chunksOfRow; }
};

// The chunks of a window, of `perChunk` scalars each, that lie in the image as a whole and are wanted.
struct InnerChunks
{
    int begin, end, perChunk;

    __device__ InnerChunks(const SourceWindow& window, int rowScalars, int perChunk_, int chunks) : perChunk(perChunk_)
    {
        const int inside = (rowScalars - window.x) / perChunk, wanted = (window.last + perChunk - 1) / perChunk;
        const int limit = wanted < chunks ? wanted : chunks;
        begin = window.x >= 0 ? 0 : (perChunk - 1 - window.x) / perChunk;
        end = inside < limit ? inside : limit;
        if (end <= begin || !window.aligned)
            begin = end = 0;
    }
    __device__ bool has(int chunk) const { return chunk >= begin && chunk < end; }
    __device__ bool cover(const SourceWindow& window) const
    {
        return begin * perChunk <= window.first && end * perChunk >= window.last;
    }
};

// The rows of a window that lie in the image: [above, below).
struct RowsInImage
{
    int above, below, all;

    __device__ RowsInImage(const SourceWindow& window, int imageRows) : all(window.rows)
    {
        const int end = imageRows - window.y;
        above = window.y >= 0 ? 0 : -window.y < all ? -window.y : all;
        below = end >= all ? all : end > above ? end : above;
    }
    // The others, one after another.
    __device__ int outside() const { return above + all - below; }
    __device__ int outside(int i) const { return i < above ? i : below + (i - above); }
};

// Starts the copies of the inner chunks.
template <int Threads, class S, Images Held>
__device__ void copyChunks(const SourceTile<0>& tile, const SourceView<S, Held>& source, const SourceWindow& window,
                           const InnerChunks& inner)
{
    constexpr int Lanes = 16, RowsAtOnce = Threads / Lanes;
    const int first = inner.begin + static_cast<int>(threadIdx.x % Lanes),
              firstRow = static_cast<int>(threadIdx.x / Lanes);
    const char* const origin = reinterpret_cast<const char*>(source.pixels() + window.x);
    const auto copy = [&](int row, int y) {
        const char* const from = origin + y * source.step;
        Chunk* const to = tile.row(row);
#pragma unroll 1
        for (int chunk = first; chunk < inner.end; chunk += Lanes)
            copyAsync16(to + chunk, from + chunk * kChunkBytes);
    };
    const RowsInImage rows(window, source.rows);
#pragma unroll 1
    for (int row = rows.above + firstRow; row < rows.below; row += RowsAtOnce)
        copy(row, window.y + row);
#pragma unroll 1
    for (int i = firstRow; i < rows.outside(); i += RowsAtOnce)
    {
        const int row = rows.outside(i), y = borderIndex(window.y + row, source.rows, source.columnBorder);
        if (y >= 0)
            copy(row, y);
    }
}

// The same. Most threads need no division: they lie in rows of a power of two.
template <int Threads, int Chunks, class S, Images Held>
__device__ void copyChunks(const SourceTile<Chunks>& tile, const SourceView<S, Held>& source,
                           const SourceWindow& window, const InnerChunks& inner)
{
    constexpr int Lanes = Chunks > 20    ? 32
                          : Chunks >= 16 ? 16
                                         : 8,
                  RowsAtOnce = Threads / Lanes, Beside = Chunks - Lanes;
    const int thread = static_cast<int>(threadIdx.x);
    const int lane = static_cast<int>(threadIdx.x % Lanes), firstRow = static_cast<int>(threadIdx.x / Lanes);
    const char* const origin = reinterpret_cast<const char*>(source.pixels() + window.x);
    const bool inside = window.y >= 0 && window.y + window.rows <= source.rows;
    const auto copy = [&](int row, int chunk) {
        const int y = inside ? window.y + row : borderIndex(window.y + row, source.rows, source.columnBorder);
        if (y >= 0)
            copyAsync16(tile.row(row) + chunk, origin + y * source.step + chunk * kChunkBytes);
    };
    // Rows of threads start at a cache line, if there are threads for the chunks before it: a part of a line takes a
    // request, as a whole line does.
    const int beforeLine = static_cast<int>((0 - reinterpret_cast<std::uintptr_t>(origin) / kChunkBytes) % 8);
    const int shift = beforeLine <= Beside ? beforeLine : 0, mine = lane + shift;
    const auto copyInside = [&](int first, int last) {
        const char* from = origin + (window.y + first) * source.step + mine * kChunkBytes;
        Chunk* to = tile.row(first) + mine;
#pragma unroll 2
        for (int row = first; row < last; row += RowsAtOnce)
        {
            copyAsync16(to, from);
            from += RowsAtOnce * source.step;
            to += RowsAtOnce * Chunks;
        }
    };
    // Kernels with such views have tiles of few rows. These take one loop: with two, some filters of 3x3 took up to 8 %
    // longer at 640 x 480.
    constexpr bool hasFewRows = Held == Images::InSteps;
    if (hasFewRows && inside && inner.has(mine))
        copyInside(firstRow, window.rows);
    else if (hasFewRows && inner.has(mine))
#pragma unroll 1
        for (int row = firstRow; row < window.rows; row += RowsAtOnce)
            copy(row, mine);
    else if (inner.has(mine))
    {
        const RowsInImage rows(window, source.rows);
        copyInside(rows.above + firstRow, rows.below);
#pragma unroll 1
        for (int i = firstRow; i < rows.outside(); i += RowsAtOnce)
            copy(rows.outside(i), mine);
    }
    if constexpr (Beside > 0)
#pragma unroll 1
        for (int i = thread; i < Beside * window.rows; i += Threads)
        {
            const int chunk = i % Beside < shift ? i % Beside : Lanes + i % Beside;
            if (inner.has(chunk))
                copy(i / Beside, chunk);
        }
}

// Starts to copy what words of the chunk behind them lie in the image, where its rows end in that chunk. Returns how
// many scalars of a row are copied now.
template <int Threads, int Chunks, class S, Images Held>
__device__ int copyWordsBehind(const SourceTile<Chunks>& tile, const SourceView<S, Held>& source,
                               const SourceWindow& window, const InnerChunks& inner, int rowScalars)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    const int copied = inner.end * inner.perChunk, inside = rowScalars - window.x;
    const int words = copied > 0 && copied < window.last ? (inside - copied) / perWord : 0;
    const char* const origin = reinterpret_cast<const char*>(source.pixels() + window.x);
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); words > 0 && i < 4 * window.rows; i += Threads)
    {
        const int row = i / 4, word = inner.end * 4 + i % 4;
        const int y = borderIndex(window.y + row, source.rows, source.columnBorder);
        if (i % 4 < words && y >= 0)
            copyAsync4<0>(reinterpret_cast<std::uint32_t*>(tile.row(row)) + word,
                          reinterpret_cast<const std::uint32_t*>(origin + y * source.step) + word);
    }
    return copied + words * perWord;
}

// The rows of a window that lie in the image, or that rows of it stand for: [above, below).
struct RowsInside
{
    int above, below;

    template <class S, Images Held>
    __device__ RowsInside(const SourceView<S, Held>& source, const SourceWindow& window) : above(0), below(window.rows)
    {
        if (source.columnBorder != Border::Constant)
            return;
        const RowsInImage rows(window, source.rows);
        above = rows.above;
        below = rows.below;
    }
    __device__ bool cover(const SourceWindow& window) const { return above == 0 && below == window.rows; }
};

struct RowsAndScalars
{
    int firstRow, lastRow, first, last;
};

// The threads of a block in rows of a power of two, as many as let each have one scalar of a row of `scalars`, or as
// the block has. Threads beyond whole rows do what others do.
template <int Threads> struct LanesFor
{
    int shift;

    __device__ explicit LanesFor(int scalars)
        : shift(scalars < 2 ? 0 : highestBit(static_cast<std::uint32_t>(scalars - 1)) + 1)
    {
        shift = shift < mostShift() ? shift : mostShift();
    }
    __device__ static constexpr int mostShift()
    {
        int most = 0;
        while (2 << most <= Threads)
            ++most;
        return most;
    }
    __device__ int count() const { return 1 << shift; }
    __device__ int lane() const { return static_cast<int>(threadIdx.x) & (count() - 1); }
    __device__ int row() const { return static_cast<int>(threadIdx.x) >> shift; }
    __device__ int rowsAtOnce() const { return Threads >> shift; }
};

// Fetches scalars one by one, for windows that stick out of the image.
template <int Threads, int Channels, int Chunks, class S, Images Held>
__device__ void gatherScalars(const SourceTile<Chunks>& tile, const SourceView<S, Held>& source,
                              const SourceWindow& window, const RowsAndScalars& part)
{
    const int channels = Channels > 0 ? Channels : source.channels;
    if (part.firstRow >= part.lastRow || part.first >= part.last)
        return;
    const LanesFor<Threads> lanes(part.last - part.first);
#pragma unroll 1
    for (int i = part.first + lanes.lane(); i < part.last; i += lanes.count())
    {
        const PixelOfScalar of(window.x + i, channels);
#pragma unroll 1
        for (int row = part.firstRow + lanes.row(); row < part.lastRow; row += lanes.rowsAtOnce())
            reinterpret_cast<S*>(tile.row(row))[i] = source.at(of.pixel, window.y + row, of.channel);
    }
}

// Fills rows above or below an image with BORDER_CONSTANT. By the threads of a block, or of a warp, if they are 32.
template <int Threads, int Channels, int Chunks, class S, Images Held>
__device__ void fillOutside(const SourceTile<Chunks>& tile, const SourceView<S, Held>& source,
                            const SourceWindow& window, int firstRow, int lastRow)
{
    const int channels = Channels > 0 ? Channels : source.channels;
    if (firstRow >= lastRow)
        return;
    const int thread = static_cast<int>(Threads == 32 ? threadIdx.x % 32 : threadIdx.x);
#pragma unroll 1
    for (int i = window.first + thread; i < window.last; i += Threads)
    {
        const S outside = source.outsideOf(PixelOfScalar(window.x + i, channels).channel);
#pragma unroll 1
        for (int row = firstRow; row < lastRow; ++row)
            reinterpret_cast<S*>(tile.row(row))[i] = outside;
    }
}

// Fills these scalars if they are known: loads from memory would wait for each other.
template <int Threads, int Channels, int Chunks, class S, Images Held>
__device__ void fillBeside(const SourceTile<Chunks>& tile, const SourceView<S, Held>& source,
                           const SourceWindow& window, const ScalarsBeside& beside)
{
    const int channels = Channels > 0 ? Channels : source.channels;
    const LanesFor<Threads> lanes(beside.count());
#pragma unroll 1
    for (int i = lanes.lane(); i < beside.count(); i += lanes.count())
    {
        const int at = beside.at(i);
        const ScalarBeside<S> scalar(source, window.x, at, channels);
#pragma unroll 1
        for (int row = lanes.row(); row < window.rows; row += lanes.rowsAtOnce())
        {
            S* const scalars = reinterpret_cast<S*>(tile.row(row));
            scalars[at] = scalar.in(scalars);
        }
    }
}

// All threads of the block take part; afterwards they must waitForCopies() and synchronise. Channels of 0 are those of
// the source.
template <int Threads, int Channels, int Chunks, class S, Images Held>
__device__ void loadSourceTile(const SourceTile<Chunks>& tile, const SourceView<S, Held>& image,
                               const SourceWindow& window)
{
    const auto& source = image.ofBlock();
    const int channels = Channels > 0 ? Channels : source.channels, rowScalars = source.cols * channels;
    const InnerChunks inner(window, rowScalars, kChunkBytes / static_cast<int>(sizeof(S)), tile.chunks());
    copyChunks<Threads>(tile, source, window, inner);

    const RowsInside rows(source, window);
    if (inner.cover(window) && rows.cover(window))
        return;
    const ScalarsBeside beside(window.x, window.first, window.last, rowScalars);
    // A few rounds of loads are no longer than the copies, with which they wait for memory. Batches have other blocks
    // to run meanwhile.
    constexpr int fewRounds = Held == Images::AnySize || Held == Images::OfBlock ? 1 : 3;
    const bool areConstant = source.rowBorder == Border::Constant;
    const bool areKnown =
        (areConstant || (window.rows << LanesFor<Threads>(beside.count()).shift) > fewRounds * Threads) &&
        beside.areKnown(source.rowBorder, channels);
    const int first = areKnown ? beside.left : window.first, last = areKnown ? beside.right : window.last;
    const int left = inner.begin * inner.perChunk < last ? inner.begin * inner.perChunk : last;
    const int copied = copyWordsBehind<Threads>(tile, source, window, inner, rowScalars);
    const int uncopied = copied > left ? copied : left, right = uncopied > first ? uncopied : first;
    // In loops, for this is code for edges.
#pragma unroll 1
    for (int below = 0; below < 2; ++below)
        fillOutside<Threads, Channels>(tile, source, window, below ? rows.below : 0, below ? window.rows : rows.above);
#pragma unroll 1
    for (int behind = 0; behind < 2; ++behind)
        gatherScalars<Threads, Channels>(tile, source, window,
                                         {rows.above, rows.below, behind ? right : first, behind ? last : left});
    if (areKnown && !areConstant)
    {
        waitForCopies();
        __syncthreads();
    }
    if (areKnown)
        fillBeside<Threads, Channels>(tile, source, window, beside);
}
}} // namespace cv::cudatiled
