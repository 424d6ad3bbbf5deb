// SPDX-License-Identifier: Apache-2.0
// Separable correlation of bytes as products of matrices: a filter along a line is a matrix with the taps in a band, which tensor cores
// multiply with the pixels.
#pragma once

#include "../core/earlier_work.cuh"
#include "../core/matrix_product.cuh"
#include "band_tile.cuh"
#include "dynamic_shared.cuh"

namespace cv { namespace cudatiled {

constexpr int kBandTaps = 49; // at most, of a row and of a column

// Shape of the work of one block: warps beside each other, each 32 scalars wide and up to Rows rows high, 16 at a time. The matrix of a row filter
// is 32 * RowChunks source scalars wide, that of a column filter 32 * ColumnChunks source rows; either makes 16 results of them.
template <int Warps_, int Rows_, int RowChunks_, int ColumnChunks_, int MinBlocks_> struct BandTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_, MinBlocks = MinBlocks_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Rows = Rows_;
    static constexpr int RowChunks = RowChunks_, ColumnChunks = ColumnChunks_;
    static constexpr int Slots = 2 * ColumnChunks_; // of 16 filtered rows that 16 results need
    // Up to 8 bytes lie before the first window. Four rows lie in different banks if their number is 2 more than a multiple of 4.
    static constexpr int Chunks = (8 + Width - 16 + 32 * RowChunks_ + 15 + 16) / 64 * 4 + 2;
    static_assert(Chunks * kChunkBytes >= 8 + Width - 16 + 32 * RowChunks_, "a row of the tile");
    static constexpr int TileChunks = (Rows_ + 16 * (Slots - 1)) * Chunks;
};

template <class Finish> struct BandArguments
{
    SourceView<std::uint8_t> source;
    TargetView<std::uint8_t> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    BandPlacement placement;
    int tileRows; // a multiple of 16
    Finish finish;
    std::uint8_t row[kBandTaps], column[kBandTaps];
};

// What becomes of sums: start() is added to each, pack() makes bytes of four.

// OpenCV's fixed-point Gaussians: taps are multiples of 1/256.
struct BandFixedPoint
{
    __device__ static std::uint32_t start() { return 0x8000; }
    __device__ static std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d)
    {
        return gatherBytes2(a, b, c, d);
    }
};

// Means of at least 3 and at most 256 bytes, see ByteBoxArithmetic.
struct BandByteBox
{
    std::uint32_t twiceScale, offset; // the mean of a sum is (sum * twiceScale + offset) >> 24

    __device__ static std::uint32_t start() { return 0; }
    __device__ std::uint32_t pack(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) const
    {
        return gatherBytes3(a * twiceScale + offset, b * twiceScale + offset, c * twiceScale + offset,
                            d * twiceScale + offset);
    }
};

// Sums of less than 2^23 times a scale.
struct BandScaledBox
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

// The two bands in shared memory, as strings of bytes: taps of a row as far apart as there are channels, zeros between and around them.
template <class Tile> struct BandStrings
{
    static constexpr int before = 24; // zeros in front: a window starts that much before a tap at most
    static constexpr int rowBytes = before + 32 * Tile::RowChunks + 8,
                         columnBytes = before + 32 * Tile::ColumnChunks + 8;
    alignas(16) std::uint8_t row[rowBytes];
    alignas(16) std::uint8_t column[columnBytes];

    template <class Arguments> __device__ void fill(const Arguments& a)
    {
        const int channels = a.source.channels;
        for (int i = static_cast<int>(threadIdx.x); i < rowBytes; i += Tile::Threads)
        {
            const int scalar = i - before, tap = scalar / channels;
            row[i] = scalar >= 0 && tap * channels == scalar && tap < a.rowTaps ? a.row[tap] : 0;
        }
        for (int i = static_cast<int>(threadIdx.x); i < columnBytes; i += Tile::Threads)
            column[i] = i >= before && i - before < a.columnTaps ? a.column[i - before] : 0;
    }
    // Four bytes from any place on, counted from the first tap.
    __device__ static std::uint32_t wordAt(const std::uint8_t* string, int at)
    {
        const std::uint32_t* const words = reinterpret_cast<const std::uint32_t*>(string) + (at + before) / 4;
        return shiftedWord(words[0], words[1], (at + before) % 4 * 8);
    }
};

// A lane's part of the bands. A matrix may have its columns in any order, if the other factor has its rows in the same: along a row a lane
// takes 8 neighbouring scalars, down a column the rows that it has got, which are 0, 1, 8 and 9 of 16. Results of a row product are the scalars
// 4 ((m & 7) / 2) + 2 (m / 8) + m % 2 for m = 0 … 15, so that a lane ends up with four neighbours.
template <class Tile> struct Bands
{
    std::uint32_t row[Tile::RowChunks][4];
    // For the 16 rows from 16 i on and those after them; after the last come the first.
    std::uint32_t column[Tile::Slots][4];

    // `zero` is 0, which the compiler does not know.
    __device__ Bands(const BandStrings<Tile>& strings, int phase, std::uint32_t zero)
    {
        const int group = static_cast<int>(threadIdx.x % 32 / 4), inGroup = static_cast<int>(threadIdx.x % 4);
        const int result = group / 2 * 4 + group % 2;
#pragma unroll
        for (int c = 0; c < Tile::RowChunks; ++c)
#pragma unroll
            for (int part = 0; part < 4; ++part)
                row[c][part] = BandStrings<Tile>::wordAt(strings.row, 32 * c + 8 * inGroup + part / 2 * 4 - phase -
                                                                          result - part % 2 * 2);
#pragma unroll
        for (int i = 0; i < Tile::Slots; ++i)
#pragma unroll
            for (int part = 0; part < 4; ++part)
            {
                const int at = 16 * ((i + part / 2) % Tile::Slots) + 2 * inGroup - group - part % 2 * 8;
                column[i][part] = joinedHalves(BandStrings<Tile>::wordAt(strings.column, at), 0,
                                               BandStrings<Tile>::wordAt(strings.column, at + 8), 0);
                // The same word is in another matrix; the compiler, if it knew, would copy that one each time.
                column[i][part] ^= part < 2 ? 0 : zero;
            }
    }
};

// Sums along the rows that a lane has of a set of 16 columns, split into their low and high bytes: of columns 0 and 1 of its four, of
// columns 2 and 3. A word has the rows 0, 1, 8, 9 of the 16 in a slot.
template <class Tile> struct BandRows
{
    std::uint32_t low[2][Tile::Slots], high[2][Tile::Slots];
};

// Filters 16 rows along x, 16 columns. `words` is the lane's first word.
template <class Tile>
__device__ void filterRows(BandRows<Tile>& filtered, int slot, const Bands<Tile>& bands, const std::uint32_t* words)
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
        filtered.low[pair][slot] = packHalves(upper, lower);
        filtered.high[pair][slot] = packHighBytes(upper, lower);
    }
}

// Filters 16 rows of results along y, 16 columns, after the last rows came into `slot`. Result: a lane's four columns in two rows.
template <class Tile, class Finish>
__device__ void filterColumns(std::uint32_t (&packed)[2], const Bands<Tile>& bands, const Finish& finish,
                              const BandRows<Tile>& rows, int slot)
{
    constexpr int Slots = Tile::Slots;
    std::uint32_t sum[2][4];
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
            sum[pair][i] = sum[pair][i] * 256 + finish.start();
#pragma unroll
        for (int i = 0; i < Slots; i += 2)
            multiplyAdd(sum[pair], bands.column[(i + Slots - 1 - slot) % Slots], rows.low[pair][i],
                        rows.low[pair][i + 1]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
        packed[i] = finish.pack(sum[0][2 * i], sum[0][2 * i + 1], sum[1][2 * i], sum[1][2 * i + 1]);
}

// Where a warp turns 16 rows of 32 results from words of lanes to chunks; one chunk more, so that rows lie in different banks.
struct BandResults
{
    static constexpr int pitch = 3;
    Chunk row[16][pitch];
};

// Writes 16 rows of results, of which a lane stores 16 neighbours.
struct BandStore
{
    std::uint32_t* mine; // the first word that this lane brings
    const Chunk* ours;   // what it stores
    std::uint8_t* to;
    std::ptrdiff_t step;
    int begin, end, rows; // what lies in the target of 16 neighbours, of the rows from this lane's on
    bool whole;

    template <class Arguments> __device__ BandStore(BandResults& results, const Arguments& a, int warpX, int y)
    {
        const int lane = static_cast<int>(threadIdx.x % 32), x = warpX + lane % 2 * 16, row = lane / 2;
        mine = results.row[lane / 4][0].word + lane % 4;
        ours = &results.row[row][lane % 2];
        to = a.target.row(y + row) + x;
        step = 16 * a.target.step;
        begin = -x;
        end = a.target.cols * a.target.channels - x;
        rows = a.target.rows - y - row;
        whole = a.placement.wholeStores && begin <= 0 && end >= 16;
    }

    __device__ void operator()(const std::uint32_t (&packed)[2][2])
    {
        __syncwarp();
#pragma unroll
        for (int set = 0; set < 2; ++set)
#pragma unroll
            for (int half = 0; half < 2; ++half)
                mine[(8 * half * BandResults::pitch + set) * 4] = packed[set][half];
        __syncwarp();
        if (rows > 0 && whole)
            *reinterpret_cast<Chunk*>(to) = *ours;
        else if (rows > 0)
#pragma unroll 1
            for (int v = begin > 0 ? begin : 0; v < 16 && v < end; ++v)
                to[v] = reinterpret_cast<const std::uint8_t*>(ours)[v];
        to += step;
        rows -= 16;
    }
};

// Writes finish(sum over j, i of column[j] * row[i] * source(x + i - anchorX, y + j - anchorY)). Sums along a row have 16 bits.
template <class Tile, class Finish>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks) bandKernel(const BandArguments<Finish> a)
{
    awaitEarlierWork();
    constexpr int Slots = Tile::Slots;
    Chunk* const tile = dynamicShared<Chunk, Tile::TileChunks>();
    __shared__ BandResults results[Tile::Warps];
    __shared__ BandStrings<Tile> strings;

    const int tileX = static_cast<int>(blockIdx.x) * Tile::Width - a.placement.lead;
    const int y = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * a.tileRows;
    if (y >= a.target.rows)
        return;
    const int rows = a.target.rows - y < a.tileRows ? a.target.rows - y : a.tileRows;
    loadSourceTile<Tile::Threads, Tile::Chunks, 0>(tile, a.source, bandWindow<Tile>(a, tileX, y, rows));
    strings.fill(a);
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32),
              x = tileX + warp * 32;
    if (x >= a.target.cols * a.target.channels)
        return;
    const Bands<Tile> bands(strings, a.placement.phase % 8, static_cast<std::uint32_t>(a.source.channels) >> 8);
    const std::uint32_t* words =
        tile->word + lane / 4 * Tile::Chunks * 4 + a.placement.phase / 8 * 2 + warp * 8 + lane % 4 * 2;
    BandStore store(results[warp], a, x, y);

    // Filtered rows that a step needs stay in registers, those of each 16 in the same slot: hence the unrolled loops.
    BandRows<Tile> filtered[2];
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
            std::uint32_t packed[2][2];
#pragma unroll
            for (int set = 0; set < 2; ++set)
                filterColumns<Tile>(packed[set], bands, a.finish, filtered[set], slot);
            store(packed);
        }
}

}} // namespace cv::cudatiled
