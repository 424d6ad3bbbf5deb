// SPDX-License-Identifier: Apache-2.0
// Loads a rectangle of an image into shared memory by asynchronous 16-byte copies, borders resolved.
#pragma once

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

// Starts the copies of the inner chunks. Most need no division: threads in rows of a power of two.
template <int Threads, int Chunks, class S, Images Held>
__device__ void copyChunks(Chunk* tile, const SourceView<S, Held>& source, const SourceWindow& window,
                           const InnerChunks& inner)
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
            copyAsync16(tile + row * Chunks + chunk, origin + y * source.step + chunk * kChunkBytes);
    };
    // Rows of threads start at a cache line, if there are threads for the chunks before it: a part of a line takes a
    // request, as a whole line does.
    const int beforeLine = static_cast<int>((0 - reinterpret_cast<std::uintptr_t>(origin) / kChunkBytes) % 8);
    const int shift = beforeLine <= Beside ? beforeLine : 0, mine = lane + shift;
    if (inside && inner.has(mine))
    {
        const char* from = origin + (window.y + firstRow) * source.step + mine * kChunkBytes;
        Chunk* to = tile + firstRow * Chunks + mine;
#pragma unroll 2
        for (int row = firstRow; row < window.rows; row += RowsAtOnce)
        {
            copyAsync16(to, from);
            from += RowsAtOnce * source.step;
            to += RowsAtOnce * Chunks;
        }
    }
    else if (inner.has(mine))
#pragma unroll 1
        for (int row = firstRow; row < window.rows; row += RowsAtOnce)
            copy(row, mine);
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
__device__ int copyWordsBehind(Chunk* tile, const SourceView<S, Held>& source, const SourceWindow& window,
                               const InnerChunks& inner, int rowScalars)
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
            copyAsync4<0>(reinterpret_cast<std::uint32_t*>(tile + row * Chunks) + word,
                          reinterpret_cast<const std::uint32_t*>(origin + y * source.step) + word);
    }
    return copied + words * perWord;
}

struct RowsAndScalars
{
    int firstRow, lastRow, first, last;
    bool areOutside = false; // the rows, as all of BORDER_CONSTANT are that lie above or below
};

// Fetches scalars one by one, for windows that stick out of the image. By the threads of a block, or of a warp, if they
// are 32.
template <int Threads, int Chunks, int Channels, class S, Images Held>
__device__ void gatherScalars(Chunk* tile, const SourceView<S, Held>& source, const SourceWindow& window,
                              const RowsAndScalars& part)
{
    const int channels = Channels > 0 ? Channels : source.channels, count = part.last - part.first;
    if (part.firstRow >= part.lastRow) // most windows have no rows to fetch as a whole
        return;
    int lanes = 1; // threads that share a row: a power of two
    while (lanes < count && lanes < Threads)
        lanes *= 2;
    const int thread = static_cast<int>(Threads == 32 ? threadIdx.x % 32 : threadIdx.x);
    const int lane = thread & (lanes - 1), rowsAtOnce = Threads / lanes;
#pragma unroll 1
    for (int i = part.first + lane; i < part.last; i += lanes)
    {
        const int scalar = window.x + i, channel = (scalar % channels + channels) % channels;
        const int pixel = (scalar - channel) / channels;
        const S outside = source.outsideOf(channel);
#pragma unroll 1
        for (int row = part.firstRow + thread / lanes; row < part.lastRow; row += rowsAtOnce)
            reinterpret_cast<S*>(tile + row * Chunks)[i] =
                part.areOutside ? outside : source.at(pixel, window.y + row, channel);
    }
}

// Fills rows of `Chunks` chunks. All threads of the block take part; afterwards they must waitForCopies() and
// synchronise. Channels of 0 are those of the source.
template <int Threads, int Chunks, int Channels, class S, Images Held>
__device__ void loadSourceTile(Chunk* tile, const SourceView<S, Held>& image, const SourceWindow& window)
{
    const auto& source = image.ofBlock();
    const int channels = Channels > 0 ? Channels : source.channels;
    const InnerChunks inner(window, source.cols * channels, kChunkBytes / static_cast<int>(sizeof(S)), Chunks);
    copyChunks<Threads, Chunks>(tile, source, window, inner);

    // Rows outside that take no row of the image: BORDER_CONSTANT.
    int above = 0, below = window.rows;
    if (source.columnBorder == Border::Constant)
    {
        const int inside = source.rows - window.y;
        above = window.y >= 0 ? 0 : -window.y < window.rows ? -window.y : window.rows;
        below = inside >= window.rows ? window.rows : inside > above ? inside : above;
    }
    if (inner.cover(window) && above == 0 && below == window.rows)
        return;
    const int left = inner.begin * inner.perChunk < window.last ? inner.begin * inner.perChunk : window.last;
    const int copied = copyWordsBehind<Threads, Chunks>(tile, source, window, inner, source.cols * channels);
    const int behind = copied > left ? copied : left, right = behind > window.first ? behind : window.first;
    // Above, below, left, right; one after the other in a loop, for this is code for edges.
#pragma unroll 1
    for (int part = 0; part < 4; ++part)
        gatherScalars<Threads, Chunks, Channels>(tile, source, window,
                                                 {part == 0   ? 0
                                                  : part == 1 ? below
                                                              : above,
                                                  part == 0   ? above
                                                  : part == 1 ? window.rows
                                                              : below,
                                                  part == 3 ? right : window.first, part == 2 ? left : window.last,
                                                  part < 2});
}

}} // namespace cv::cudatiled
