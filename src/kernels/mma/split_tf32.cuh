// SPDX-License-Identifier: Apache-2.0
// Images of floats for mmaSplitKernel: tensor cores take 11 bits of a number (TF32), so every number is the sum of two
// of those.
#pragma once

#include "../../core/matrix_product.cuh"
#include "split_tile.cuh"

namespace cv { namespace cudatiled {

// A number as the sum of two with 11 bits each, up to 2^-22 of it. What is not finite stays so in the low part, if not
// in the high one; so that is not rounded, but cut off by the tensor core.
struct SplitNumber
{
    std::uint32_t high, low;

    __device__ explicit SplitNumber(float value)
        : high((asBits(value) + 0x1000u) & 0xffffe000u), low(asBits(value - asFloat(high)))
    {}
};

// A factor of a product, split.
template <int N> struct SplitFactor
{
    std::uint32_t high[N], low[N];

    __device__ void set(int i, float value)
    {
        const SplitNumber number(value);
        high[i] = number.high;
        low[i] = number.low;
    }
};

// UnitTaps: all taps are 1.
template <bool UnitTaps> struct Tf32Factors
{
    static constexpr int strips = 2;
    float row[kMmaSplitTaps], column[kMmaSplitTaps];
    float scale, delta; // a result is sum * scale + delta

    template <int Halo> static constexpr int rowSteps() { return (16 + Halo) / 8; } // products of 8 columns
    template <int Halo> static constexpr int bandBytes() { return (rowSteps<Halo>() * 2 + (8 + Halo) / 8) * 2 * 256; }
    template <class Tile> class Matrices;
};

// Sums up `Steps` products, the small ones first. Tensor cores cut sums off instead of rounding them, by up to 2^-23
// each time and always towards zero, so large products are added to each other by the other units.
template <int Steps, class Multiply> __device__ void sumProducts(float (&sum)[4], const Multiply& multiply)
{
    clear(sum);
#pragma unroll
    for (int i = 0; i < Steps; ++i)
        multiply.small(sum, i);
    multiply.large(sum, 0);
#pragma unroll
    for (int step = 1; step < Steps; ++step)
    {
        float product[4];
        clear(product);
        multiply.large(product, step);
#pragma unroll
        for (int i = 0; i < 4; ++i)
            sum[i] += product[i];
    }
}

template <bool UnitTaps> template <class Tile> class Tf32Factors<UnitTaps>::Matrices
{
    static constexpr int RowSteps = rowSteps<Tile::Halo>(), Slots = Tile::Slots, Channels = Tile::Channels;
    static constexpr int PixelSteps = Channels == 1 ? RowSteps + 2 * (Tile::Strips - 1) : RowSteps;
    static constexpr bool KeepsRowBand = Tile::Halo == 16; // in registers

public:
    using Result = float;

    // The matrices of a lane l = 4 g + t, high parts first:
    //   row      16 results a product: results 2 g and 2 g + 1, columns 2 t and 2 t + 1 of every 8; four words
    //   column   8 results a product: result g, rows 2 t and 2 t + 1 of every 8; two words
    struct Stored
    {
        Chunk row[2][RowSteps][32];
        Words<2> column[2][Slots][32];
    };

    __device__ static void store(Stored& stored, const Tf32Factors& a, int rowTaps, int columnTaps)
    {
        const auto tap = [](const float* taps, int count, int i) {
            return SplitNumber(i >= 0 && i < count ? taps[i] : 0.f);
        };
        for (int i = static_cast<int>(threadIdx.x); i < RowSteps * 32 * 4; i += Tile::Threads)
        {
            const int step = i / 128, lane = i / 4 % 32, part = i % 4;
            const int from = 8 * step + lane % 4 * 2 + part / 2, result = lane / 4 * 2 + part % 2;
            const SplitNumber number = tap(a.row, rowTaps, from - result);
            stored.row[0][step][lane].word[part] = number.high;
            stored.row[1][step][lane].word[part] = number.low + 0x1000u; // rounded
        }
        for (int i = static_cast<int>(threadIdx.x); i < Slots * 32 * 2; i += Tile::Threads)
        {
            const int step = i / 64, lane = i / 2 % 32, part = i % 2;
            const SplitNumber number = tap(a.column, columnTaps, 8 * step + lane % 4 * 2 + part - lane / 4);
            stored.column[0][step][lane].word[part] = number.high;
            stored.column[1][step][lane].word[part] = number.low + 0x1000u;
        }
    }

    __device__ Matrices(const Stored& stored_, const Tf32Factors& a, int)
        : stored(stored_), lane(static_cast<int>(threadIdx.x % 32)), scale(a.scale), delta(a.delta)
    {
#pragma unroll
        for (int i = 0; i < RowSteps && KeepsRowBand; ++i)
#pragma unroll
            for (int k = 0; k < 4; ++k)
            {
                rowBand[i].high[k] = stored.row[0][i][lane].word[k];
                rowBand[i].low[k] = stored.row[1][i][lane].word[k];
            }
#pragma unroll
        for (int i = 0; i < Slots; ++i)
#pragma unroll
            for (int k = 0; k < 2; ++k)
            {
                columnBand[i].high[k] = stored.column[0][i][lane].word[k];
                columnBand[i].low[k] = stored.column[1][i][lane].word[k];
            }
    }

    // Filters 8 rows along x. `row` is the lane's row of the tile, its g-th of 8.
    __device__ void filterRows(const float* row)
    {
        SplitFactor<2> pixels[PixelSteps]; // columns 2 t and 2 t + 1 of every 8
#pragma unroll
        for (int s = 0; s < Tile::Strips; ++s)
        {
            if (s == 0 || Channels > 1)
#pragma unroll
                for (int i = 0; i < 2 * PixelSteps; ++i)
                    pixels[i / 2].set(i % 2,
                                      row[(i / 2 * 8 + lane % 4 * 2 + i % 2) * Channels + (Channels > 1 ? s : 0)]);
            float sum[4];
            sumProducts<RowSteps>(sum, RowProducts{*this, pixels + (Channels > 1 ? 0 : 2 * s)});
#pragma unroll
            for (int i = 0; i < Slots - 1; ++i)
                slot[s][i] = slot[s][i + 1];
                // As a factor: columns 2 g and 2 g + 1 of row 2 t, then of row 2 t + 1.
#pragma unroll
            for (int i = 0; i < 4; ++i)
                slot[s][Slots - 1].set(i, sum[i % 2 * 2 + i / 2]);
        }
    }

    // Filters the columns of a strip, of the last rows: results of columns 2 g and 2 g + 1 in rows 2 t and 2 t + 1, in
    // the order of the products' sums.
    __device__ void filterColumns(float (&result)[4], int s) const
    {
        sumProducts<Slots>(result, ColumnProducts{columnBand, slot[s]});
#pragma unroll
        for (float& value : result)
            value = fmaf(value, scale, delta);
    }

private:
    struct RowProducts
    {
        const Matrices& own;
        const SplitFactor<2>* pixels;

        __device__ void part(float (&sum)[4], int limb, int step, const std::uint32_t (&pixel)[2]) const
        {
            if constexpr (KeepsRowBand)
                multiplyAddTf32(sum, limb == 0 ? own.rowBand[step].high : own.rowBand[step].low, pixel);
            else
                multiplyAddTf32(sum, own.stored.row[limb][step][own.lane].word, pixel);
        }
        __device__ void small(float (&sum)[4], int step) const
        {
            if constexpr (!UnitTaps)
                part(sum, 1, step, pixels[step].high);
            part(sum, 0, step, pixels[step].low);
        }
        __device__ void large(float (&sum)[4], int step) const { part(sum, 0, step, pixels[step].high); }
    };
    struct ColumnProducts
    {
        const SplitFactor<2>* mmaSeparableU8;
        const SplitFactor<4>* rows;

        __device__ void small(float (&sum)[4], int step) const
        {
            multiplyAddTf32(sum, rows[step].low, mmaSeparableU8[step].high);
            if constexpr (!UnitTaps)
                multiplyAddTf32(sum, rows[step].high, mmaSeparableU8[step].low);
        }
        __device__ void large(float (&sum)[4], int step) const
        {
            multiplyAddTf32(sum, rows[step].high, mmaSeparableU8[step].high);
        }
    };

    const Stored& stored;
    int lane;
    float scale, delta;
    SplitFactor<4> rowBand[RowSteps];
    SplitFactor<2> columnBand[Slots];
    SplitFactor<4> slot[Tile::Strips][Slots] = {}; // sums along the last rows, 8 rows in a slot, the oldest first
};

}} // namespace cv::cudatiled
