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

    CUDATILED_HOST_DEVICE explicit SplitNumber(float value)
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
    const Words<4>* bands;                           // launch/split_bands.hpp
    float row[kMmaSplitTaps], column[kMmaSplitTaps]; // for results that are computed one by one
    float scale, delta;                              // a result is sum * scale + delta

    template <int Halo> static constexpr int rowSteps() { return (16 + Halo) / 8; } // products of 8 columns
    template <int Halo> static constexpr bool keepsRowBand() { return Halo == 16; } // in registers
    template <int Halo> static constexpr int bandBytes()
    {
        return keepsRowBand<Halo>() ? 0 : 2 * rowSteps<Halo>() * 32 * kChunkBytes;
    }
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
    static constexpr bool KeepsRowBand = keepsRowBand<Tile::Halo>();
    static constexpr int Together = Tile::Together;

public:
    using Result = float;

    // A lane's words of the products along rows, high parts first.
    struct Stored
    {
        Chunk row[KeepsRowBand ? 1 : 2][KeepsRowBand ? 1 : RowSteps][32];
    };

    __device__ Matrices(Stored& stored_, const Tf32Factors& a, int)
        : stored(stored_), lane(static_cast<int>(threadIdx.x % 32)), scale(a.scale), delta(a.delta)
    {
        const Words<4>* const ofRow = a.bands + lane;
        const Words<4>* const ofColumn = ofRow + 2 * RowSteps * 32;
        if constexpr (KeepsRowBand)
        {
#pragma unroll
            for (int i = 0; i < RowSteps; ++i)
            {
                setWords(rowBand[i].high, ofRow[i * 32]);
                setWords(rowBand[i].low, ofRow[(RowSteps + i) * 32]);
            }
        }
        else
        {
            for (int i = static_cast<int>(threadIdx.x); i < 2 * RowSteps * 32; i += Tile::Threads)
                copyAsync16(&stored_.row[0][0][0] + i, a.bands + i);
        }
#pragma unroll
        for (int i = 0; i < Slots; ++i)
        {
            const Words<4> words = ofColumn[i * 32];
#pragma unroll
            for (int k = 0; k < 2; ++k)
            {
                columnBand[i].high[k] = words.word[k];
                columnBand[i].low[k] = words.word[2 + k];
            }
        }
    }

    // Filters 8 rows along x. `row` is the lane's row of the tile, its g-th of 8.
    __device__ void filterRows(const float* row)
    {
        Words<Together> read[2 * PixelSteps]; // of columns 2 t and 2 t + 1 of every 8
        SplitFactor<2> pixels[PixelSteps];    // of the same
#pragma unroll
        for (int s = 0; s < Tile::Strips; ++s)
        {
            const int channel = Channels > 1 ? s : 0;
            if (s == 0 || Channels > 1)
#pragma unroll
                for (int i = 0; i < 2 * PixelSteps; ++i)
                {
                    const float* const from = row + (i / 2 * 8 + lane % 4 * 2 + i % 2) * Channels + channel;
                    if (s % Together == 0)
                        read[i] = *reinterpret_cast<const Words<Together>*>(from);
                    pixels[i / 2].set(i % 2, asFloat(read[i].word[s % Together]));
                }
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
        const SplitFactor<2>* taps;
        const SplitFactor<4>* rows;

        __device__ void small(float (&sum)[4], int step) const
        {
            multiplyAddTf32(sum, rows[step].low, taps[step].high);
            if constexpr (!UnitTaps)
                multiplyAddTf32(sum, rows[step].high, taps[step].low);
        }
        __device__ void large(float (&sum)[4], int step) const
        {
            multiplyAddTf32(sum, rows[step].high, taps[step].high);
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
