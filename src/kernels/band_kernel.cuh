// SPDX-License-Identifier: Apache-2.0
// Separable correlation of bytes as products of matrices: a filter along a line is a matrix with the taps in a band, which tensor cores
// multiply with the pixels.
#pragma once

#include "../core/matrix_product.cuh"
#include "band_tile.cuh"
#include "dynamic_shared.cuh"

namespace cv { namespace cudatiled {

constexpr int kBandTaps = 49; // at most, of a row and of a column

// Shape of the work of one block: warps beside each other, each 32 scalars wide and Rows rows high. The matrix of a row filter is 32 *
// RowChunks source scalars wide, that of a column filter 32 * ColumnChunks source rows; either makes 16 results of them.
template <int Warps_, int Rows_, int RowChunks_, int ColumnChunks_> struct BandTile
{
    static constexpr int ThreadsX = 32 * Warps_, ThreadsY = 1, Threads = 32 * Warps_;
    static constexpr int Warps = Warps_, Width = 32 * Warps_, Rows = Rows_;
    static constexpr int RowChunks = RowChunks_, ColumnChunks = ColumnChunks_;
    static constexpr int SourceRows = Rows_ + 32 * ColumnChunks_ - 16;
    // Up to 15 bytes lie before the first window; an odd number of chunks, so that eight rows lie in different banks.
    static constexpr int Chunks = (Width - 16 + 32 * RowChunks_ + 15) / kChunkBytes | 1;
    static constexpr int TileChunks = SourceRows * Chunks;
    static constexpr int PackedPitch = 3; // chunks, of which two hold results: rows of results lie in different banks
    static constexpr int PackedChunks = 16 * PackedPitch; // of a warp
    static constexpr int SharedChunks = TileChunks + Warps_ * PackedChunks;
};

template <class Finish> struct BandArguments
{
    SourceView<std::uint8_t> source;
    TargetView<std::uint8_t> target;
    int rowTaps, columnTaps;
    int anchorX, anchorY;
    BandPlacement placement;
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

// The two bands in shared memory, as strings of bytes: taps `stride` apart between zeros.
template <class Tile> struct BandStrings
{
    static constexpr int before = 24; // zeros in front: a window starts that much before a tap at most
    static constexpr int rowBytes = before + 32 * Tile::RowChunks + 8, columnBytes = before + 32 * Tile::ColumnChunks + 8;
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

// A lane's part of the bands. Results of a row product are the scalars 4 ((m & 7) / 2) + 2 (m / 8) + m % 2 for m = 0 … 15: so a lane gets
// four neighbours of a row from both halves. A column product takes the source rows in the order in which lanes have them: 0, 1, 8, 9.
template <class Tile> struct Bands
{
    std::uint32_t row[Tile::RowChunks][4], column[Tile::ColumnChunks][4];

    __device__ Bands(const BandStrings<Tile>& strings, int phase)
    {
        const int group = static_cast<int>(threadIdx.x % 32 / 4), inGroup = static_cast<int>(threadIdx.x % 4);
        const int result = group / 2 * 4 + group % 2;
#pragma unroll
        for (int c = 0; c < Tile::RowChunks; ++c)
#pragma unroll
            for (int part = 0; part < 4; ++part)
                row[c][part] = BandStrings<Tile>::wordAt(
                    strings.row, 32 * c + part / 2 * 16 + 4 * inGroup - phase - result - part % 2 * 2);
#pragma unroll
        for (int c = 0; c < Tile::ColumnChunks; ++c)
#pragma unroll
            for (int part = 0; part < 4; ++part)
            {
                const int at = 32 * c + part / 2 * 16 + 2 * inGroup - group - part % 2 * 8;
                column[c][part] = joinLowHalves(BandStrings<Tile>::wordAt(strings.column, at),
                                                BandStrings<Tile>::wordAt(strings.column, at + 8));
            }
    }
};

// The sums along 16 source rows that a lane has of 16 columns, split into their low and high bytes: element 0 of columns 0 and 1 of its four,
// element 1 of columns 2 and 3; a word has the rows 0, 1, 8, 9.
struct BandRows
{
    std::uint32_t low[2], high[2];
};

// Filters 16 rows along x: two neighbouring sets of 16 columns. `words` is the lane's first word.
template <class Tile>
__device__ void filterRows(BandRows (&filtered)[2], const Bands<Tile>& bands, const std::uint32_t* words)
{
    std::uint32_t sum[2][2][4]; // of set, of the upper and lower 8 rows
#pragma unroll
    for (int half = 0; half < 2; ++half)
    {
        std::uint32_t pixels[2 * Tile::RowChunks + 1];
#pragma unroll
        for (int i = 0; i < 2 * Tile::RowChunks + 1; ++i)
            pixels[i] = words[half * 8 * Tile::Chunks * 4 + 4 * i];
#pragma unroll
        for (int set = 0; set < 2; ++set)
        {
            clear(sum[set][half]);
#pragma unroll
            for (int c = 0; c < Tile::RowChunks; ++c)
                multiplyAdd(sum[set][half], bands.row[c], pixels[2 * c + set], pixels[2 * c + set + 1]);
        }
    }
#pragma unroll
    for (int set = 0; set < 2; ++set)
#pragma unroll
        for (int pair = 0; pair < 2; ++pair)
        {
            const std::uint32_t upper = interleaveHalves(sum[set][0][2 * pair], sum[set][0][2 * pair + 1]);
            const std::uint32_t lower = interleaveHalves(sum[set][1][2 * pair], sum[set][1][2 * pair + 1]);
            filtered[set].low[pair] = joinLowHalves(upper, lower);
            filtered[set].high[pair] = joinHighHalves(upper, lower);
        }
}

// Filters 16 rows of results along y, of 16 columns; from(i) has the source rows from 16 i on. Result: a lane's four columns in two rows.
template <class Tile, class Finish, class From>
__device__ void filterColumns(std::uint32_t (&packed)[2], const Bands<Tile>& bands, const Finish& finish, const From& from)
{
    std::uint32_t sum[2][4];
#pragma unroll
    for (int pair = 0; pair < 2; ++pair)
    {
        clear(sum[pair]);
#pragma unroll
        for (int c = 0; c < Tile::ColumnChunks; ++c)
            multiplyAdd(sum[pair], bands.column[c], from(2 * c).high[pair], from(2 * c + 1).high[pair]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            sum[pair][i] = sum[pair][i] * 256 + finish.start();
#pragma unroll
        for (int c = 0; c < Tile::ColumnChunks; ++c)
            multiplyAdd(sum[pair], bands.column[c], from(2 * c).low[pair], from(2 * c + 1).low[pair]);
    }
#pragma unroll
    for (int i = 0; i < 2; ++i)
        packed[i] = finish.pack(sum[0][2 * i], sum[0][2 * i + 1], sum[1][2 * i], sum[1][2 * i + 1]);
}

// Writes 16 rows of 32 results, which the lanes exchange by way of `shared` so that each stores 16 neighbours of a row.
template <class Tile, class Arguments>
__device__ void storeRows(const Arguments& a, Chunk* shared, const std::uint32_t (&packed)[2][2], int x, int y)
{
    const int lane = static_cast<int>(threadIdx.x % 32);
    std::uint32_t* const words = shared->word + lane / 4 * Tile::PackedPitch * 4 + lane % 4;
    __syncwarp();
#pragma unroll
    for (int set = 0; set < 2; ++set)
#pragma unroll
        for (int half = 0; half < 2; ++half)
            words[half * 8 * Tile::PackedPitch * 4 + set * 4] = packed[set][half];
    __syncwarp();
    const Chunk* const results = shared + lane / 2 * Tile::PackedPitch + lane % 2;
    const int resultX = x + lane % 2 * 16, resultY = y + lane / 2, end = a.target.cols * a.target.channels;
    if (resultY >= a.target.rows)
        return;
    std::uint8_t* const to = a.target.row(resultY) + resultX;
    if (a.placement.wholeStores && resultX >= 0 && resultX + 16 <= end)
        *reinterpret_cast<Chunk*>(to) = *results;
    else
#pragma unroll 1
        for (int v = resultX < 0 ? -resultX : 0; v < 16 && resultX + v < end; ++v)
            to[v] = reinterpret_cast<const std::uint8_t*>(results)[v];
}

// Writes finish(sum over j, i of column[j] * row[i] * source(x + i - anchorX, y + j - anchorY)). Sums along a row have 16 bits.
template <class Tile, class Finish>
__global__ void __launch_bounds__(Tile::Threads) bandKernel(const BandArguments<Finish> a)
{
    Chunk* const tile = dynamicShared<Chunk, Tile::SharedChunks>();
    __shared__ BandStrings<Tile> strings;

    const int tileX = static_cast<int>(blockIdx.x) * Tile::Width - a.placement.lead;
    const int y = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * Tile::Rows;
    if (y >= a.target.rows)
        return;
    loadBandTile<Tile>(tile, a, tileX, y);
    strings.fill(a);
    waitForCopies();
    __syncthreads();

    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const int x = tileX + warp * 32, rows = a.target.rows - y < Tile::Rows ? a.target.rows - y : Tile::Rows;
    if (x >= a.target.cols * a.target.channels)
        return;
    const Bands<Tile> bands(strings, a.placement.phase % 4);
    Chunk* const shared = tile + Tile::TileChunks + warp * Tile::PackedChunks;
    const std::uint32_t* words = tile->word + lane / 4 * Tile::Chunks * 4 + a.placement.phase / 4 + warp * 8 + lane % 4;

    // The rows that a step of 16 results needs stay in registers, those of each 16 in the same slot: hence the unrolled loop.
    constexpr int Slots = 2 * Tile::ColumnChunks;
    BandRows filtered[Slots][2];
    const auto takeRows = [&](int slot) {
        filterRows<Tile>(filtered[slot], bands, words);
        words += 16 * Tile::Chunks * 4;
    };
#pragma unroll
    for (int slot = 0; slot < Slots - 1; ++slot)
        takeRows(slot);
#pragma unroll 1
    for (int done = 0; done < rows; done += 16 * Slots)
#pragma unroll
        for (int slot = 0; slot < Slots; ++slot)
        {
            if (done + 16 * slot >= rows)
                return;
            takeRows((slot + Slots - 1) % Slots);
            std::uint32_t packed[2][2];
#pragma unroll
            for (int set = 0; set < 2; ++set)
                filterColumns<Tile>(packed[set], bands, a.finish,
                                    [&](int i) -> const BandRows& { return filtered[(slot + i) % Slots][set]; });
            storeRows<Tile>(a, shared, packed, x, y + done + 16 * slot);
        }
}

}} // namespace cv::cudatiled
