// SPDX-License-Identifier: Apache-2.0
// Separable correlation of bytes as products of matrices: a filter along a line is a matrix with the taps in a band,
// which tensor cores multiply with the pixels.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/matrix_product.cuh"
#include "../load/dynamic_shared.cuh"
#include "separable_inside.cuh"
#include "tile.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: warps beside each other, each 32 scalars wide and up to Rows rows high, 16 at a time.
// The matrix of a row filter is 32 * RowChunks source scalars wide, that of a column filter 32 * ColumnChunks source
// rows; either makes 16 results of them.
template <int Warps_, int Rows_, int RowChunks_, int ColumnChunks_, int MinBlocks_, bool Reorders_>
struct MmaSeparableU8Tile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_, MinBlocks = MinBlocks_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Rows = Rows_;
    static constexpr int RowChunks = RowChunks_, ColumnChunks = ColumnChunks_;
    static constexpr bool Reorders = Reorders_;     // see MmaResults
    static constexpr int Slots = 2 * ColumnChunks_; // of 16 filtered rows that 16 results need
    // Up to 8 bytes lie before the first window. Four rows lie in different banks if their number is 2 more than a
    // multiple of 4.
    static constexpr int Chunks = (8 + Width - 16 + 32 * RowChunks_ + 15 + 16) / 64 * 4 + 2;
    static_assert(Chunks * kChunkBytes >= 8 + Width - 16 + 32 * RowChunks_, "a row of the tile");
    static constexpr int TileChunks = (Rows_ + 16 * (Slots - 1)) * Chunks;
};

template <class Finish, Images Held> struct MmaSeparableU8Arguments
{
    SourceView<std::uint8_t, Held> source;
    TargetView<std::uint8_t, Held> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    Alignment alignment;
    int tileRows; // a multiple of 16
    Finish finish;
    const Words<4>* rowBands; // a lane's part of each matrix: see Bands
    const Words<4>* columnBands;

    template <Images Other>
    CUDATILED_HOST_DEVICE MmaSeparableU8Arguments<Finish, Other> with(const SourceView<std::uint8_t, Other>& from,
                                                                      const TargetView<std::uint8_t, Other>& to) const
    {
        return {from, to, rowTaps, columnTaps, anchorX, anchorY, alignment, tileRows, finish, rowBands, columnBands};
    }
};

// How sums become bytes: start() is added to each sum, pack() makes bytes of four sums.

// OpenCV's fixed-point Gaussians: taps are multiples of 1/256.
struct MmaFixedPoint
{
    __device__ static std::uint32_t start() { return 0x8000; }
    __device__ static std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
    {
        return gatherBytes2(a, b, c, d);
    }
};

// Means of at least 3 and at most 256 bytes, see ByteBoxArithmetic.
struct MmaByteBox
{
    std::uint32_t twiceScale, offset; // the mean of a sum is (sum * twiceScale + offset) >> 24

    __device__ static std::uint32_t start() { return 0; }
    __device__ std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const
    {
        return gatherBytes3(a * twiceScale + offset, b * twiceScale + offset, c * twiceScale + offset,
                            d * twiceScale + offset);
    }
};

template <class Tile> constexpr bool kSkipsQuotients<Tile, MmaByteBox> = Tile::RowChunks > 1;

// Sums of less than 2^23 times a scale.
struct MmaScaledBox
{
    float scale;

    __device__ static std::uint32_t start() { return 0x4b000000u; } // 2^23, which makes the bits of a float of a sum
    __device__ std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const
    {
        const auto scaled = [&](std::uint32_t bits) {
            return (asFloat(bits) - 8388608.f) * scale;
        };
        return packBytes(scaled(a), scaled(b), scaled(c), scaled(d));
    }
};

// pack() of another finish makes a chunk of bytes, which is combined with the pixels under it (pointwise/combine.cuh).
template <class Blur, class Combination> struct MmaCombined : Blur
{
    Combination combination;

    // The pixels begin `bytes` behind the first of two chunks, and end in the second.
    __device__ void combine(Chunk& blurred, const Chunk* chunks, int bytes) const
    {
        const Chunk pixels = bytes == 0 ? chunks[0] : chunkBehind(chunks, bytes);
#pragma unroll
        for (int w = 0; w < kChunkBytes / 4; ++w)
            blurred.word[w] = combination.word(pixels.word[w], blurred.word[w]);
    }

private:
    // Lanes have neighbouring chunks: single words of them would lie in the same banks.
    __device__ static Chunk chunkBehind(const Chunk* chunks, int bytes)
    {
        const Chunk first = chunks[0], second = chunks[1];
        std::uint32_t word[8];
#pragma unroll
        for (int w = 0; w < 8; ++w)
            word[w] = w < 4 ? first.word[w] : second.word[w - 4];
#pragma unroll
        for (int w = 0; w < 7; ++w)
            word[w] = bytes & 4 ? word[w + 1] : word[w];
#pragma unroll
        for (int w = 0; w < 5; ++w)
            word[w] = bytes & 8 ? word[w + 2] : word[w];
        Chunk behind;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            behind.word[w] = shiftedWord(word[w], word[w + 1], 8 * (bytes % 4));
        return behind;
    }
};

template <class Finish> constexpr bool kCombines = false;
template <class Blur, class Combination> constexpr bool kCombines<MmaCombined<Blur, Combination>> = true;

// A lane's part of the banded matrices, which launch/band_matrices.cpp makes: RowChunks of a row filter, and for each
// slot that of a column filter for the 16 rows in it and those after them; after the last slot comes the first.
template <class Tile> struct Bands
{
    std::uint32_t row[Tile::RowChunks][4];
    std::uint32_t column[Tile::Slots][4];

    template <class Arguments> __device__ explicit Bands(const Arguments& a)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
        for (int c = 0; c < Tile::RowChunks; ++c)
            setWords(row[c], a.rowBands[c * 32 + lane]);
#pragma unroll
        for (int i = 0; i < Tile::Slots; ++i)
            setWords(column[i], a.columnBands[i * 32 + lane]);
    }
};

// Sums along the rows that a lane has of a set of 16 columns, split into their low and high bytes: of columns 0 and 1
// of its four, of columns 2 and 3. A word has the rows 0, 1, 8, 9 of the 16 in a slot.
template <class Tile> struct MmaRows
{
    std::uint32_t low[2][Tile::Slots], high[2][Tile::Slots];
};

// Filters 16 rows along x, 16 columns. `words` is the lane's first word.
template <class Tile>
__device__ void filterRows(MmaRows<Tile>& filtered, int slot, const Bands<Tile>& bands, const std::uint32_t* words)
{
    std::uint32_t sum[2][4]; // of the upper and the lower 8 rows
#pragma unroll
    for (int half = 0; half < 2; ++half)
    {
        clear(sum[half]);
#pragma unroll
        for (int c = 0; c < Tile::RowChunks; ++c)
        {
            const Words<2> pixels = *reinterpret_cast<const Words<2>*>(words + half * 8 * Tile::Chunks * 4 + 8 * c);
            multiplyAdd(sum[half], bands.row[c], pixels.word[0], pixels.word[1]);
        }
    }
#pragma unroll
    for (int pair = 0; pair < 2; ++pair)
    {
        const std::uint32_t upper = sum[0][2 * pair + 1] * 65536 + sum[0][2 * pair];
        const std::uint32_t lower = sum[1][2 * pair + 1] * 65536 + sum[1][2 * pair];
        filtered.low[pair][slot] = packU16x2(upper, lower);
        filtered.high[pair][slot] = packHighBytes(upper, lower);
    }
}

// The sums of 16 rows of results along y, 16 columns, after the last rows came into `slot`: a lane's columns 0 and 1 of
// four, then 2 and 3, each in two rows.
template <class Tile>
__device__ void filterColumns(std::uint32_t (&sum)[2][4], const Bands<Tile>& bands, std::uint32_t start,
                              const MmaRows<Tile>& rows, int slot)
{
    constexpr int Slots = Tile::Slots;
#pragma unroll
    for (int pair = 0; pair < 2; ++pair)
    {
        clear(sum[pair]);
#pragma unroll
        for (int i = 0; i < Slots; i += 2)
            multiplyAdd(sum[pair], bands.column[(i + Slots - 1 - slot) % Slots], rows.high[pair][i],
                        rows.high[pair][i + 1]);
    }
#pragma unroll
    for (int pair = 0; pair < 2; ++pair)
    {
#pragma unroll
        for (int i = 0; i < 4; ++i)
            sum[pair][i] = sum[pair][i] * 256 + start;
#pragma unroll
        for (int i = 0; i < Slots; i += 2)
            multiplyAdd(sum[pair], bands.column[(i + Slots - 1 - slot) % Slots], rows.low[pair][i],
                        rows.low[pair][i + 1]);
    }
}

// Results of a block: warps make them in columns and store them in rows, because a warp alone would write 32 bytes of
// each row. Eight rows have a chunk in different banks: by one chunk more than there are in a row, or by another order
// of them, which takes less memory, and a register.
template <class Tile> struct MmaResults
{
    static constexpr int pitch = Tile::Width / kChunkBytes + (Tile::Reorders ? 0 : 1), chunks = Tile::Rows * pitch;
    static_assert(!Tile::Reorders || pitch % 8 == 0, "see at()");

    // Where chunk `i` of a row lies.
    __device__ static int at(int row, int i) { return row * pitch + (Tile::Reorders ? i ^ row % 8 : i); }

    // Writes those of a block that lie in the target. `tile` has its source.
    template <class Arguments>
    __device__ static void store(Chunk* results, const Chunk* tile, const Arguments& a, int tileX, int y, int rows)
    {
        constexpr int Lanes = Tile::Width / kChunkBytes, RowsAtOnce = Tile::Threads / Lanes;
        const int lane = static_cast<int>(threadIdx.x % Lanes), x = tileX + lane * kChunkBytes;
        const int begin = -x, end = a.target.cols * a.target.channels - x;
        const bool whole = a.alignment.wholeTarget && begin <= 0 && end >= kChunkBytes;
        const int first = static_cast<int>(threadIdx.x / Lanes);
        std::uint8_t* to = a.target.row(y + first) + x;
        static_assert(RowsAtOnce % 8 == 0, "all rows of a thread have a chunk at the same place");
        Chunk* from = results + at(first, lane);
        for (int row = first; row < rows; row += RowsAtOnce)
        {
            Chunk chunk = *from;
            if constexpr (kCombines<std::remove_const_t<decltype(a.finish)>>)
            {
                combine(chunk, tile + (row + a.anchorY) * Tile::Chunks + lane, a);
                if (!whole)
                    *from = chunk;
            }
            if (whole)
                *reinterpret_cast<Chunk*>(to) = chunk;
            else
#pragma unroll 1
                for (int v = begin > 0 ? begin : 0; v < kChunkBytes && v < end; ++v)
                    to[v] = reinterpret_cast<const std::uint8_t*>(from)[v];
            to += RowsAtOnce * a.target.step;
            from += RowsAtOnce * pitch;
        }
    }

    // `tile` is the chunk of its row that is as far from the first one as the results are.
    template <class Arguments> __device__ static void combine(Chunk& results, const Chunk* tile, const Arguments& a)
    {
        const int bytes = a.alignment.sourceSkewBytes + a.anchorX * a.source.channels;
        a.finish.combine(results, tile + bytes / kChunkBytes, bytes % kChunkBytes);
    }
};

// Filters the 32 columns of a warp from the top down. finishAt(column, row) makes bytes of the lane's sums in a set of
// columns, 0 or 16, and a row.
template <class Tile, class FinishAt>
__device__ void filterMma(std::uint32_t* results, const Bands<Tile>& bands, std::uint32_t start,
                          const std::uint32_t* words, int rows, FinishAt finishAt)
{
    // Filtered rows that a step needs stay in registers, those of each 16 in the same slot: hence the unrolled loops.
    constexpr int Slots = Tile::Slots, pitch = MmaResults<Tile>::pitch * 4;
    const int secondSet = Tile::Reorders && threadIdx.x / 4 % 2 ? -4 : 4; // words behind the first one
    MmaRows<Tile> filtered[2];
    const auto takeRows = [&](int slot) {
#pragma unroll
        for (int set = 0; set < 2; ++set)
            filterRows<Tile>(filtered[set], slot, bands, words + set * 4);
        words += 16 * Tile::Chunks * 4;
    };
#pragma unroll
    for (int slot = 0; slot < Slots - 1; ++slot)
        takeRows(slot);
#pragma unroll 1
    for (int done = 0; done < rows; done += 16 * Slots)
#pragma unroll
        for (int i = 0; i < Slots; ++i)
        {
            if (done + 16 * i >= rows)
                return;
            const int slot = (i + Slots - 1) % Slots;
            takeRows(slot);
#pragma unroll
            for (int set = 0; set < 2; ++set)
            {
                std::uint32_t sum[2][4];
                filterColumns<Tile>(sum, bands, start, filtered[set], slot);
#pragma unroll
                for (int half = 0; half < 2; ++half)
                    results[set * secondSet + half * 8 * pitch] =
                        finishAt(16 * set, done + 16 * i + 8 * half)
                            .pack(sum[0][2 * half], sum[0][2 * half + 1], sum[1][2 * half], sum[1][2 * half + 1]);
            }
            results += 16 * pitch;
        }
}

// Writes finish(sum over j, i of column[j] * row[i] * source(x + i - anchorX, y + j - anchorY)). Sums along a row have
// 16 bits.
template <class Tile, class Finish, Images Held>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    mmaSeparableU8Kernel(const MmaSeparableU8Arguments<Finish, Held> all)
{
    const Bands<Tile> bands(all); // behind the copies of the tile, these loads would wait for them
    awaitEarlierWork(all.target.siblings);
    const auto& a = argumentsOfBlock(all);
    Chunk* const tile = dynamicShared<Chunk, Tile::TileChunks + MmaResults<Tile>::chunks>();
    Chunk* const results = tile + Tile::TileChunks;
    __shared__ std::conditional_t<kCountsInside<Finish>, MmaWeights<Tile>, MmaNoWeights> weights;

    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    const int tileX = block.x, y = block.y, rows = block.rows;
    if (isBeyondTarget(a.target, tileX, y))
        return;
    loadSourceTile<Tile::Threads, 0>(SourceTile<Tile::Chunks>{tile}, a.source, mmaWindow<Tile>(a, tileX, y, rows));
    if constexpr (kCountsInside<Finish>)
        weights.fill(a, tileX, y, rows);
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), row = static_cast<int>(threadIdx.x % 32 / 4),
              column = static_cast<int>(threadIdx.x % 4);
    if (tileX + warp * 32 < a.target.cols * a.target.channels)
    {
        const auto filter = [&](auto finishAt) {
            filterMma(results[MmaResults<Tile>::at(row, warp * 2)].word + column, bands, Finish::start(),
                      tile->word + row * Tile::Chunks * 4 + a.alignment.sourceSkewBytes / 8 * 2 + warp * 8 + column * 2,
                      rows, finishAt);
        };
        if (weights.areNeededByWarp(a, tileX, warp, y, rows))
            filter([&](int set, int below) {
                return weights.finishAt(a.finish, warp * 32 + set + column * 4, row + below);
            });
        else
            filter([&](int, int) -> const Finish& { return a.finish; });
    }
    __syncthreads();
    MmaResults<Tile>::store(results, tile, a, tileX, y, rows);
}

}} // namespace cv::cudatiled
