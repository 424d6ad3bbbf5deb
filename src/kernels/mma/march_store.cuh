// SPDX-License-Identifier: Apache-2.0
// Where mmaMarchU8Kernel writes its results.
#pragma once

#include "march_tile.cuh"

namespace cv { namespace cudatiled {

// Writes bytes [x, x + 4 N) of a row as far as they lie in [0, end); x is a multiple of 4 N in memory.
template <int N> __device__ void storeBytes(std::uint8_t* row, const Words<N>& words, int x, int end)
{
    if (x >= 0 && x + 4 * N <= end)
        storeWords(row + x, words);
    else
#pragma unroll 1
        for (int i = 0; i < 4 * N; ++i)
            if (x + i >= 0 && x + i < end)
                row[x + i] = reinterpret_cast<const std::uint8_t*>(words.word)[i];
}

// From pairs of bytes in planes to rows of pixels: rows `first` and `first` + 1 of a step of several planes.
template <class Tile> __device__ void orderPixels(Chunk* ordered, const Chunk* planes, int first)
{
    constexpr int count = Tile::Planes, words = Tile::Columns / 4;
    const int lane = static_cast<int>(threadIdx.x % 32), row = lane % 2;
#pragma unroll
    for (int item = 0; item < 2 * Tile::Places; item += 32)
    {
        const int place = (item + lane) / 2;
        if (place >= Tile::Places)
            break;
        std::uint32_t pairs[count][words];
#pragma unroll
        for (int p = 0; p < count; ++p)
        {
            const auto run = reinterpret_cast<const Words<words>*>(planes + p * Tile::Places + place)[first + row];
#pragma unroll
            for (int w = 0; w < words; ++w)
                pairs[p][w] = run.word[w];
        }
        std::uint32_t* const to = (ordered + row * Tile::OrderedRow)->word + place * words * count;
#pragma unroll
        for (int w = 0; w < words; ++w)
            if constexpr (count == 2)
            {
                to[2 * w] = permuteBytes(pairs[0][w], pairs[1][w], 0x5410);
                to[2 * w + 1] = permuteBytes(pairs[0][w], pairs[1][w], 0x7632);
            }
            else if constexpr (count == 3)
            {
                to[3 * w] = permuteBytes(pairs[0][w], pairs[1][w], 0x5410);
                to[3 * w + 1] = permuteBytes(pairs[2][w], pairs[0][w], 0x7610);
                to[3 * w + 2] = permuteBytes(pairs[1][w], pairs[2][w], 0x7632);
            }
            else
                *reinterpret_cast<Words<4>*>(to + 4 * w) = {
                    {permuteBytes(pairs[0][w], pairs[1][w], 0x5410), permuteBytes(pairs[2][w], pairs[3][w], 0x5410),
                     permuteBytes(pairs[0][w], pairs[1][w], 0x7632), permuteBytes(pairs[2][w], pairs[3][w], 0x7632)}};
    }
}

// Where a warp writes its results: a lane has Runs runs of RunWords words below each other in every step, or in each
// two rows of a step of several planes. Places in a row count bytes.
template <class Tile> struct MarchTarget
{
    using Arguments = MmaMarchU8Arguments<typename Tile::Scalar>;
    static constexpr bool Ordered = Tile::Planes > 1;
    static constexpr int RunWords = Ordered ? 4 : Tile::Columns / 4;
    static constexpr int RowRuns = Tile::WarpPixels * Tile::Planes / (4 * RunWords);
    static constexpr int StoredRows = Ordered ? 2 : Tile::Rows; // at once
    static constexpr int Runs = (StoredRows * RowRuns + 31) / 32;
    static_assert(Ordered ? RowRuns <= 32 : Runs * 32 == StoredRows * RowRuns, "runs of a lane lie below each other");

    const Arguments& a;
    int warpX;
    bool inside;      // all columns of the warp lie in the target
    std::uint8_t* to; // of the lane, in the next step

    __device__ MarchTarget(const Arguments& arguments, int x, int y)
        : a(arguments), warpX(x), inside(x >= 0 && x + Tile::WarpPixels * Tile::Planes <= end()),
          to(reinterpret_cast<std::uint8_t*>(a.target.row(y + laneRow())) + warpX + laneX())
    {}

    __device__ int end() const { return a.target.cols * Tile::Planes; }
    __device__ static int laneRow()
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        return !Ordered ? lane * Runs % Tile::Rows : Runs == 1 ? lane / RowRuns : 0;
    }
    __device__ static int laneX()
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        return (!Ordered ? lane * Runs / Tile::Rows : Runs == 1 ? lane % RowRuns : lane) * 4 * RunWords;
    }
    // Lanes beyond the runs have none.
    __device__ static bool hasRuns()
    {
        return StoredRows * RowRuns % 32 == 0 || threadIdx.x % 32 < StoredRows * RowRuns / Runs;
    }

    // Writes a lane's runs, of `rows` rows that lie in the target; from one to the next there are `apart` runs.
    __device__ void store(std::uint8_t* first, const Words<RunWords>* runs, int apart, int rows) const
    {
        if (!hasRuns())
            return;
        if (inside && rows >= StoredRows)
#pragma unroll
            for (int i = 0; i < Runs; ++i)
                storeWords(first + i * a.target.step, runs[i * apart]);
        else
#pragma unroll 1
            for (int i = 0; i < Runs; ++i)
                if (laneRow() + i < rows)
                    storeBytes(first + i * a.target.step - (warpX + laneX()), runs[i * apart], warpX + laneX(), end());
    }

    // Writes `rows` of the rows of a step.
    __device__ void storeStep(const Chunk* planes, Chunk* ordered, int rows) const
    {
        if constexpr (!Ordered)
            store(to, reinterpret_cast<const Words<RunWords>*>(planes) + threadIdx.x % 32 * Runs, 1, rows);
        else
#pragma unroll
            for (int first = 0; first < Tile::Rows; first += 2)
            {
                __syncwarp(); // until then lanes read the rows before
                orderPixels<Tile>(ordered, planes, first);
                __syncwarp();
                store(to + first * a.target.step, ordered + laneRow() * Tile::OrderedRow + laneX() / kChunkBytes,
                      Tile::OrderedRow, rows - first);
            }
    }

    // Writes two steps, the first row of which lies `done` rows below the first one of the block, which has `rows`.
    __device__ void storeSteps(Chunk* staging, int done, int rows)
    {
#pragma unroll
        for (int step = 0; step < 2; ++step, done += Tile::Rows, to += Tile::Rows * a.target.step)
            if (done >= 0 && done < rows)
                storeStep(staging + step * Tile::PlaneChunks, staging + 2 * Tile::PlaneChunks, rows - done);
    }
};

// Where the warps of a block write the results of two steps whose channels are apart: a lane has 16 pixels of a row.
template <class Tile> struct ApartTarget
{
    static constexpr int UnitPixels = 16, RowUnits = Tile::WarpPixels / UnitPixels, Units = 2 * Tile::Rows * RowUnits;
    static_assert(Units <= 32, "one for a lane");
    using Arguments = MmaMarchU8Arguments<typename Tile::Scalar>;

    const Arguments& a;
    int warpX, firstY; // bytes; the row of the target that is row 0 of the first results

    __device__ ApartTarget(const Arguments& arguments, int x, int y)
        : a(arguments), warpX(x), firstY(y - (1 - Tile::Groups) * Tile::Rows)
    {}

    // Four neighbouring pixels as words, from words of each channel.
    static __device__ void interleave(std::uint32_t* pixels, const std::uint32_t (&channel)[Tile::Channels])
    {
        if constexpr (Tile::Channels == 4)
        {
            std::uint32_t words[4] = {channel[0], channel[1], channel[2], channel[3]};
            turnWords(words);
#pragma unroll
            for (int i = 0; i < 4; ++i)
                pixels[i] = words[i];
        }
        else
        {
            const std::uint32_t upper = permuteBytes(channel[0], channel[1], 0x5140);
            const std::uint32_t lower = permuteBytes(channel[0], channel[1], 0x7362);
            pixels[0] = permuteBytes(upper, channel[2], 0x2410);
            pixels[1] = permuteBytes(permuteBytes(upper, channel[2], 0x0053), lower, 0x5410);
            pixels[2] = permuteBytes(lower, channel[2], 0x7326);
        }
    }

    // `planes` has a chunk for each place of a channel, of all channels, then those of the next step. The first row of
    // the results lies `done` rows below the first one of the block, which has `rows`.
    __device__ void storeSteps(const Chunk* planes, int done, int rows) const
    {
        const int lane = static_cast<int>(threadIdx.x % 32), row = lane / RowUnits;
        if (row >= 2 * Tile::Rows || done + row < 0 || done + row >= rows)
            return;
        const int pixel = lane % RowUnits * UnitPixels, x = warpX + pixel * Tile::Channels;
        const int end = a.target.cols * Tile::Channels;
        const Chunk* const places = planes + row / Tile::Rows * Tile::PlaneChunks + pixel / Tile::Columns;
        std::uint32_t words[4 * Tile::Channels];
#pragma unroll
        for (int four = 0; four < 4; ++four)
        {
            constexpr int inPlace = Tile::Columns / 4;
            std::uint32_t channel[Tile::Channels];
#pragma unroll
            for (int c = 0; c < Tile::Channels; ++c)
                channel[c] =
                    places[c * Tile::Places + four / inPlace].word[row % Tile::Rows * inPlace + four % inPlace];
            interleave(words + four * Tile::Channels, channel);
        }
        std::uint8_t* const to = reinterpret_cast<std::uint8_t*>(a.target.row(firstY + done + row));
        if (x >= 0 && x + UnitPixels * Tile::Channels <= end)
#pragma unroll
            for (int i = 0; i < Tile::Channels; ++i)
                *reinterpret_cast<Words<4>*>(to + x + 16 * i) = {
                    {words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]}};
        else // not by storeBytes(): its loop would move the words from registers to local memory
#pragma unroll
            for (int w = 0; w < 4 * Tile::Channels; ++w)
#pragma unroll
                for (int k = 0; k < 4; ++k)
                {
                    const int at = x + 4 * w + k;
                    if (at >= 0 && at < end)
                        to[at] = static_cast<std::uint8_t>(words[w] >> (8 * k));
                }
    }
};

}} // namespace cv::cudatiled
