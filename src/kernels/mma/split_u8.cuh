// SPDX-License-Identifier: Apache-2.0
// OpenCV's fixed-point Gaussians of 16U for mmaSplitKernel: all numbers are split into bytes, whose products are added
// up as integers, products of one weight together, so nothing is rounded but the result.
#pragma once

#include "../../core/matrix_product.cuh"
#include "split_tile.cuh"

namespace cv { namespace cudatiled {

// Taps are multiples of 2^-16 and less than 1. Sums along a row have 32 bits, 16 of them behind the point, results half
// a unit added.
struct U8Factors
{
    static constexpr int strips = 2;
    static constexpr int rowWeights = 3, columnWeights = 5; // of products of bytes: 1, 2^8, …
    const Words<4>* bands;                                  // launch/split_bands.hpp

    template <int Halo> static constexpr int bandBytes() { return 0; }
    template <class Tile> class Matrices;
};

template <class Tile> class U8Factors::Matrices
{
    static constexpr int Groups = Tile::Groups, Slots = Tile::Slots, Channels = Tile::Channels;

    // Two row taps per word with their bytes swapped: against a pixel's bytes (low, high) the dot product then pairs
    // low with high and high with low, both of weight 2^8.
    std::uint32_t rowBand[Groups][4];
    // For products with sums along rows, whose four bytes follow each other: the tap of row 2 t and of row 2 t + 1,
    // likewise.
    std::uint32_t columnBand[Slots][2];
    std::uint32_t slot[Tile::Strips][Slots][4] = {}; // sums along the last rows, 8 rows in a slot, the oldest first
    int bits;                                        // of a word before the first pixel

public:
    using Result = std::uint32_t;
    struct Stored
    {};

    __device__ Matrices(Stored&, const U8Factors& a, int sourceSkew) : bits(sourceSkew % 2 * 16)
    {
        const Words<4>* const ofRow = a.bands + threadIdx.x % 32;
        const Words<4>* const ofColumn = ofRow + Groups * 32;
#pragma unroll
        for (int i = 0; i < Groups; ++i)
            setWords(rowBand[i], ofRow[i * 32]);
#pragma unroll
        for (int i = 0; i < Slots; i += 2)
        {
            const Words<4> words = ofColumn[i / 2 * 32];
#pragma unroll
            for (int k = 0; k < 4 && i + k / 2 < Slots; ++k)
                columnBand[i + k / 2][k % 2] = words.word[k];
        }
    }

    __device__ void filterRows(const std::uint16_t* row)
    {
        PixelWords<Tile> words;
        words.load(reinterpret_cast<const std::uint32_t*>(row), bits);
#pragma unroll
        for (int s = 0; s < Tile::Strips; ++s)
            put(s, words);
    }

    __device__ void filterColumns(std::uint32_t (&result)[4], int s) const
    {
        std::uint32_t sum[columnWeights][4];
#pragma unroll
        for (int weight = 0; weight < columnWeights; ++weight)
        {
            clear(sum[weight]);
#pragma unroll
            for (int i = 0; i < Slots; ++i)
                multiplyAdd(sum[weight], slot[s][i], weightOfColumn(columnBand[i][0], weight),
                            weightOfColumn(columnBand[i][1], weight));
        }
        // What is cut off of a sum before the next one is added is less than a unit of that.
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
            std::uint32_t total = sum[0][i];
#pragma unroll
            for (int weight = 1; weight < columnWeights; ++weight)
                total = sum[weight][i] + (weight == 3 ? 128u : 0u) + (total >> 8);
            result[i] = total;
        }
    }

private:
    // The bytes of the taps that make products of a weight: of the pixel's lower byte with the tap's lower one, of
    // different ones, of the higher ones.
    __device__ static std::uint32_t weightOfRow(std::uint32_t taps, int weight)
    {
        return weight == 0 ? taps >> 8 & 0x00ff00ffu : weight == 1 ? taps : (taps & 0x00ff00ffu) << 8;
    }
    // Likewise, of the four bytes of a sum.
    __device__ static std::uint32_t weightOfColumn(std::uint32_t tap, int weight)
    {
        return weight == 0 ? tap >> 8 : tap << (8 * (weight - 1));
    }

    __device__ void put(int s, const PixelWords<Tile>& words)
    {
        std::uint32_t sum[rowWeights][4];
#pragma unroll
        for (auto& part : sum)
            clear(part);
#pragma unroll
        for (int i = 0; i < Groups; ++i)
        {
            const int group = Channels > 1 ? i : s + i, channel = Channels > 1 ? s : 0;
            const std::uint32_t first = words.pair(group, channel, 0), second = words.pair(group, channel, 1);
#pragma unroll
            for (int weight = 0; weight < rowWeights; ++weight)
            {
                std::uint32_t mmaSeparableU8[4];
#pragma unroll
                for (int k = 0; k < 4; ++k)
                    mmaSeparableU8[k] = weightOfRow(rowBand[i][k], weight);
                multiplyAdd(sum[weight], mmaSeparableU8, first, second);
            }
        }
#pragma unroll
        for (int i = 0; i < Slots - 1; ++i)
#pragma unroll
            for (int k = 0; k < 4; ++k)
                slot[s][i][k] = slot[s][i + 1][k];
                // As a factor: columns 2 g and 2 g + 1 of row 2 t, then of row 2 t + 1.
#pragma unroll
        for (int k = 0; k < 4; ++k)
        {
            const int i = k % 2 * 2 + k / 2;
            slot[s][Slots - 1][k] = sum[0][i] + (sum[1][i] << 8) + (sum[2][i] << 16);
        }
    }
};

}} // namespace cv::cudatiled
