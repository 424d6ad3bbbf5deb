// SPDX-License-Identifier: Apache-2.0
// Images of 8 and 16 bits for mmaSplitKernel: every number is the sum of two halves (floats of 16 bits), of 11 bits
// each.
#pragma once

#include "../../core/matrix_product.cuh"
#include "split_tile.cuh"

namespace cv { namespace cudatiled {

// A factor of a product, split.
template <int N> struct F16Factor
{
    std::uint32_t high[N], low[N];

    __device__ void set(int i, float first, float second)
    {
        high[i] = roundToF16x2(first, second);
        low[i] = roundToF16x2(first - halfToFloat(high[i], 0), second - halfToFloat(high[i], 1));
    }
};

// Taps as halves: those of a row and of a column times powers of two, such that they add up to 2^14 at most. Pixels are
// divided by 2^8 or 2^15; scale makes up for all that. UnitTaps: all taps are alike, and halves without a rest.
template <bool UnitTaps> struct F16Factors
{
    static constexpr int strips = 4, limbs = UnitTaps ? 1 : 2;
    const Words<4>* bands; // launch/split_bands.hpp
    float scale, delta;    // a result is sum * scale + delta

    template <int Halo> static constexpr int bandBytes() { return 0; }
    template <class Tile> class Matrices;
};

template <bool UnitTaps> template <class Tile> class F16Factors<UnitTaps>::Matrices
{
    using S = typename Tile::S;
    static constexpr int Groups = Tile::Groups, Slots = Tile::Slots, Channels = Tile::Channels;
    static constexpr bool kSplitPixels = sizeof(S) > 1; // bytes are halves

    // A product's rows are results, 2 g and 2 g + 1; its columns are source columns, those of the lane's pixels.
    std::uint32_t rowBand[limbs][Groups][4];
    // Its columns are results g; its rows are 2 t and 2 t + 1 of every 8.
    std::uint32_t columnBand[limbs][Slots];
    F16Factor<2> slot[Tile::Strips][Slots] = {}; // sums along the last rows, 8 rows in a slot, the oldest first
    float scale, delta;
    int bits; // of a word before the first pixel

public:
    using Result = float;
    struct Stored
    {};

    __device__ Matrices(Stored&, const F16Factors& a, int sourceSkew)
        : scale(a.scale), delta(a.delta), bits(sourceSkew * static_cast<int>(sizeof(S)) % 4 * 8)
    {
        constexpr int columnWords = (Slots + 3) / 4;
        const Words<4>* const ofRow = a.bands + threadIdx.x % 32;
        const Words<4>* const ofColumn = ofRow + limbs * Groups * 32;
#pragma unroll
        for (int i = 0; i < limbs * Groups; ++i)
            setWords(rowBand[i / Groups][i % Groups], ofRow[i * 32]);
#pragma unroll
        for (int i = 0; i < limbs * columnWords; ++i)
        {
            const Words<4> words = ofColumn[i * 32];
#pragma unroll
            for (int k = i % columnWords * 4; k < i % columnWords * 4 + 4 && k < Slots; ++k)
                columnBand[i / columnWords][k] = words.word[k % 4];
        }
    }

    // Filters 8 rows along x. `row` is the lane's row of the tile, its g-th of 8, from the word on that has its first
    // pixel.
    __device__ void filterRows(const S* row)
    {
        PixelWords<Tile> words;
        words.load(reinterpret_cast<const std::uint32_t*>(row), bits);
        F16Factor<2> pixels[PixelWords<Tile>::groups];
#pragma unroll
        for (int s = 0; s < Tile::Strips; ++s)
        {
            if (s == 0 || Channels > 1)
#pragma unroll
                for (int i = 0; i < PixelWords<Tile>::groups; ++i)
                    split(pixels[i], words, i, Channels > 1 ? s : 0);
            put(s, pixels + (Channels > 1 ? 0 : s));
        }
    }

    // Filters the columns of a strip, of the last rows: results of columns 2 g and 2 g + 1 in rows 2 t and 2 t + 1, in
    // the order of the products' sums.
    __device__ void filterColumns(float (&result)[4], int s) const
    {
        clear(result);
        sumColumns(result, s, true, 0);
        if constexpr (!UnitTaps)
            sumColumns(result, s, false, 1);
        sumColumns(result, s, false, 0);
#pragma unroll
        for (float& value : result)
            value = fmaf(value, scale, delta);
    }

private:
    __device__ static void split(F16Factor<2>& pixels, const PixelWords<Tile>& words, int group, int channel)
    {
        if constexpr (!kSplitPixels)
        {
            const std::uint32_t bytes = words.fourBytes(group, channel);
            pixels.high[0] = bytesToF16x2(bytes, 0);
            pixels.high[1] = bytesToF16x2(bytes, 1);
        }
        else
#pragma unroll
            for (int i = 0; i < 2; ++i)
            {
                const std::uint32_t pair = words.pair(group, channel, i);
                pixels.set(i, toUnit(pair, 0), toUnit(pair, 1));
            }
    }
    // A number of 16 bits, divided by 2^15: put into the mantissa of 2^8, which is taken away again, with 2^15 if it is
    // signed.
    __device__ static float toUnit(std::uint32_t pair, int i)
    {
        constexpr bool isSigned = std::is_signed<S>::value;
        return asFloat(joinedU16x2(isSigned ? pair ^ 0x80008000u : pair, i, 0x4380u, 0)) - (isSigned ? 257.f : 256.f);
    }

    // The small products first.
    __device__ void put(int s, const F16Factor<2>* pixels)
    {
        float sum[4];
        clear(sum);
#pragma unroll
        for (int i = 0; i < Groups; ++i)
        {
            if constexpr (kSplitPixels)
                multiplyAddF16(sum, rowBand[0][i], pixels[i].low);
            if constexpr (!UnitTaps)
                multiplyAddF16(sum, rowBand[limbs - 1][i], pixels[i].high);
        }
#pragma unroll
        for (int i = 0; i < Groups; ++i)
            multiplyAddF16(sum, rowBand[0][i], pixels[i].high);
#pragma unroll
        for (int i = 0; i < Slots - 1; ++i)
            slot[s][i] = slot[s][i + 1];
        slot[s][Slots - 1].set(0, sum[0], sum[1]);
        slot[s][Slots - 1].set(1, sum[2], sum[3]);
    }

    // Two slots are the columns of one product.
    __device__ void sumColumns(float (&sum)[4], int s, bool low, int limb) const
    {
        const auto part = [&](int i) -> const std::uint32_t(&)[2] {
            return low ? slot[s][i].low : slot[s][i].high;
        };
#pragma unroll
        for (int i = 0; i + 1 < Slots; i += 2)
            multiplyAddF16(sum, {part(i)[0], part(i)[1], part(i + 1)[0], part(i + 1)[1]},
                           {columnBand[limb][i], columnBand[limb][i + 1]});
        multiplyAddF16(sum, part(Slots - 1), columnBand[limb][Slots - 1]);
    }
};

}} // namespace cv::cudatiled
