// SPDX-License-Identifier: Apache-2.0
// Correlation of bytes with squares of medium size by tensor cores, in strips that march down the image. A product
// takes two source rows to Rows x Columns results of a channel (march_shape.hpp). Each pair of source rows is read once
// and multiplied with the taps of all results that it is part of; sums that are not complete stay in registers.
//
//   lane 4 g + t    of the source  columns 4 t … 4 t + 3 of place g, which lies g * Columns columns further on
//                   of the sums    places 2 t and 2 t + 1; columns c and c + 1 of row r, where
//                                  r = g / (Columns / 2), c = 2 * (g % (Columns / 2))
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/matrix_product.cuh"
#include "../load/dynamic_shared.cuh"
#include "march_store.cuh"

namespace cv { namespace cudatiled {

// Words of one channel each: four columns of two rows, of every place.
template <class Tile> struct MarchPixels
{
    std::uint32_t upper[Tile::PairsOfStep][Tile::Sets][Tile::Channels];
    std::uint32_t lower[Tile::PairsOfStep][Tile::Sets][Tile::Channels];
};

// Four columns of each channel from the bytes at `at`, which begin `Skew` bytes behind a word.
template <int Channels, int Skew>
__device__ void loadColumns(std::uint32_t (&channel)[Channels], const std::uint32_t* at)
{
    std::uint32_t word[Channels + 1];
#pragma unroll
    for (int i = 0; i < Channels + (Skew > 0 ? 1 : 0); ++i)
        word[i] = at[i];
    if constexpr (Skew > 0)
#pragma unroll
        for (int i = 0; i < Channels; ++i)
            word[i] = shiftedWord(word[i], word[i + 1], 8 * Skew);
    if constexpr (Channels == 1)
        channel[0] = word[0];
    else if constexpr (Channels == 3)
    {
        channel[0] = permuteBytes(permuteBytes(word[0], word[1], 0x0630), word[2], 0x5210);
        channel[1] = permuteBytes(permuteBytes(word[0], word[1], 0x0741), word[2], 0x6210);
        channel[2] = permuteBytes(permuteBytes(word[0], word[1], 0x0052), word[2], 0x7410);
    }
    else
    {
#pragma unroll
        for (int i = 0; i < Channels; ++i)
            channel[i] = word[i];
        turnWords(channel);
    }
}

// `at` is the lane's place in the upper row of a step.
template <class Tile> __device__ void loadPixels(MarchPixels<Tile>& pixels, const std::uint32_t* at)
{
    constexpr int pitch = Tile::Chunks * 4;
    constexpr int skew = (Tile::Before - Tile::shape.before * Tile::Channels) % 4;
#pragma unroll
    for (int pair = 0; pair < Tile::PairsOfStep; ++pair)
#pragma unroll
        for (int set = 0; set < Tile::Sets; ++set)
        {
            const std::uint32_t* const upper = at + 2 * pair * pitch + set * 2 * Tile::Columns * Tile::Channels;
            loadColumns<Tile::Channels, skew>(pixels.upper[pair][set], upper);
            loadColumns<Tile::Channels, skew>(pixels.lower[pair][set], upper + pitch);
        }
}

// The lane's parts of the matrices.
template <class Tile> struct MarchTaps
{
    std::uint32_t word[Tile::Pairs][Tile::Limbs][4];

    __device__ explicit MarchTaps(const Words<4>* bands)
    {
        const Words<4>* const mine = bands + threadIdx.x % 32;
#pragma unroll
        for (int i = 0; i < Tile::Pairs * Tile::Limbs; ++i)
        {
            const Words<4> words = mine[i * 32];
#pragma unroll
            for (int w = 0; w < 4; ++w)
                word[i / Tile::Limbs][i % Tile::Limbs][w] = words.word[w];
        }
    }
};

// Sums of the results that the next steps complete: those of group Groups - 1 next.
template <class Tile> struct MarchSums
{
    std::uint32_t of[Tile::Channels][Tile::Sets][Tile::Groups][Tile::Limbs][4];
};

// Multiplies the source rows of a step with the taps of all results that they are part of. With the first pair of rows
// each group takes over the sums of the one before.
template <class Tile>
__device__ void multiplyRows(MarchSums<Tile>& sums, const MarchTaps<Tile>& taps, const MarchPixels<Tile>& pixels,
                             const std::uint32_t (&start)[4])
{
    const MarchSums<Tile>& before = sums;
#pragma unroll
    for (int pair = 0; pair < Tile::PairsOfStep; ++pair)
#pragma unroll
        for (int group = Tile::Groups - 1; group >= 0; --group)
        {
            const int of = group * Tile::PairsOfStep + pair;
            if (of >= Tile::Pairs) // the last group has one pair less
                continue;
#pragma unroll
            for (int limb = 0; limb < Tile::Limbs; ++limb)
#pragma unroll
                for (int set = 0; set < Tile::Sets; ++set)
#pragma unroll
                    for (int c = 0; c < Tile::Channels; ++c)
                    {
                        constexpr std::uint32_t zeros[4] = {};
                        multiplySigned(sums.of[c][set][group][limb], taps.word[of][limb], pixels.upper[pair][set][c],
                                       pixels.lower[pair][set][c],
                                       pair > 0    ? before.of[c][set][group][limb]
                                       : group > 0 ? before.of[c][set][group > 0 ? group - 1 : 0][limb]
                                       : limb > 0  ? zeros
                                                   : start);
                    }
        }
}

// Sums of the lowest of three limbs start with this: as the bits of a float they are kMarchStartValue more than the
// sum.
constexpr std::uint32_t kMarchStart = 0x4b400000u;
constexpr float kMarchStartValue = 12582912.f; // 1.5 * 2^23; sums stay below 2^22

// Result `i` of a lane before it is rounded.
template <int Limbs>
__device__ float scaledResult(const MmaMarchU8Arguments& a, const std::uint32_t (&sum)[Limbs][4], int i)
{
    if constexpr (Limbs == 1)
        return fmaf(static_cast<float>(static_cast<int>(sum[0][i])), a.scale, a.delta);
    else
        return fmaf(static_cast<float>(static_cast<int>(sum[2][i] * 256 + sum[1][i])), 256.f * a.scale,
                    fmaf(asFloat(sum[0][i]), a.scale, a.delta));
}

// Bytes of results: column i / 2 of `first` and column j / 2 of `second`, of the lane's first place and then its
// second.
template <bool Scaled, int Limbs>
__device__ std::uint32_t packResults(const MmaMarchU8Arguments& a, const std::uint32_t (&first)[Limbs][4], int i,
                                     const std::uint32_t (&second)[Limbs][4], int j)
{
    if constexpr (Scaled)
        return packBytes(scaledResult<Limbs>(a, first, i), scaledResult<Limbs>(a, second, j),
                         scaledResult<Limbs>(a, first, i + 1), scaledResult<Limbs>(a, second, j + 1));
    else
        return packBytes(static_cast<int>(first[0][i]), static_cast<int>(second[0][j]),
                         static_cast<int>(first[0][i + 1]), static_cast<int>(second[0][j + 1]));
}

// Writes the results of a step to shared memory. Scalars of two neighbouring pixels are Channels pairs of bytes; pair p
// of all pixels makes plane p. A chunk of a plane is a place: Rows rows of Columns / 2 pairs.
template <bool Scaled, class Tile>
__device__ void stageResults(const MmaMarchU8Arguments& a, Chunk* planes, const MarchSums<Tile>& sums)
{
    constexpr int channels = Tile::Channels;
#pragma unroll
    for (int pair = 0; pair < channels; ++pair)
    {
        // Bytes 2 pair and 2 pair + 1 of the two pixels'.
        const int firstChannel = 2 * pair % channels, secondChannel = (2 * pair + 1) % channels;
        const int first = 2 * pair / channels * 2, second = (2 * pair + 1) / channels * 2;
        std::uint32_t packed[Tile::Sets];
#pragma unroll
        for (int set = 0; set < Tile::Sets; ++set)
            packed[set] = packResults<Scaled, Tile::Limbs>(a, sums.of[firstChannel][set][Tile::Groups - 1], first,
                                                           sums.of[secondChannel][set][Tile::Groups - 1], second);
        storeTransposed(planes + pair * Tile::Places, packed);
    }
}

// The loop of a warp: it reads the ring's rows and writes the results of its columns.
template <class Tile>
__device__ void marchDown(const MmaMarchU8Arguments& a, RingReader<Tile>& reader, Chunk* staging, int warp, int warpX,
                          const BlockPlace& block)
{
    constexpr int pitch = Tile::Chunks * 4, step = Tile::Rows * pitch;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int column = warp * Tile::WarpPixels + lane / 4 * Tile::Columns + lane % 4 * 4 - Tile::shape.before;
    const int lanePlace = (Tile::Before + column * Tile::Channels) / 4;
    const MarchTaps<Tile> taps(a.bands);
    MarchSums<Tile> sums = {};
    const Words<4> start = a.bands[Tile::Pairs * Tile::Limbs * 32];
    int done = (1 - Tile::Groups) * Tile::Rows; // rows of the results that the next step completes
    MarchTarget<Tile> target(a, warpX, block.y + done);

    const auto multiply = [&](const MarchPixels<Tile>& pixels, Chunk* planes) {
        multiplyRows(sums, taps, pixels, start.word);
        if (Tile::Limbs > 1 || a.scaled)
            stageResults<true>(a, planes, sums);
        else
            stageResults<false>(a, planes, sums);
    };
    const auto store = [&](const Chunk* planes) {
        if (done >= 0 && done < block.rows)
            target.storeStep(planes, staging + 2 * Tile::PlaneChunks, block.rows - done);
        target.nextStep();
        done += Tile::Rows;
    };
#pragma unroll 1
    for (int stage = 0; stage < reader.ring.count; ++stage)
    {
        const std::uint32_t* at = reader.next(a.source)->word + lanePlace;
#pragma unroll 1
        for (int i = 0; i < Tile::StepsOfStage; i += 2, at += 2 * step)
        {
            MarchPixels<Tile> even, odd;
            loadPixels<Tile>(even, at);
            loadPixels<Tile>(odd, at + step);
            multiply(even, staging);
            multiply(odd, staging + Tile::PlaneChunks);
            __syncwarp();
            store(staging);
            store(staging + Tile::PlaneChunks);
            __syncwarp(); // until then lanes read what the next steps write
        }
        reader.leave();
    }
}

// Writes round(delta + scale * sum over (j, i) of tap(j, i) * source(x + i - Size / 2, y + j - anchorY)).
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks) mmaMarchU8Kernel(const MmaMarchU8Arguments a)
{
    awaitEarlierWork(a.target.siblings);
    Chunk* const shared = dynamicShared<Chunk, Tile::SharedChunks>();
    BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (block.rows <= 0)
        return;
    block.rows = block.rows < a.tileRows ? block.rows : a.tileRows;
    constexpr int warpScalars = Tile::WarpPixels * Tile::Channels;
    const int warp = static_cast<int>(__shfl_sync(0xffffffffu, threadIdx.x / 32, 0));
    const int scalars = a.target.cols * Tile::Channels - block.x, readers = (scalars + warpScalars - 1) / warpScalars;

    SourceWindow strip;
    strip.x = a.source.x0 * Tile::Channels + block.x - Tile::Before;
    strip.y = a.source.y0 - a.anchorY + block.y;
    strip.rows = (block.rows + Tile::Rows - 1) / Tile::Rows * Tile::Rows + Tile::HaloRows;
    const int reach = (Tile::Size - 1 - Tile::Size / 2) * Tile::Channels;
    strip.first = Tile::Before - Tile::Size / 2 * Tile::Channels;
    strip.last = Tile::Before + (scalars < Tile::Width ? scalars : Tile::Width) + reach;
    strip.aligned = true;
    const RowRing<Tile> ring(
        shared, reinterpret_cast<RowRingState<Tile::Stages>*>(shared + Tile::SharedChunks - Tile::StateChunks), strip,
        readers < Tile::Warps ? readers : Tile::Warps);
    ring.begin(a.source);

    const int first = strip.first + warp * warpScalars, last = first + warpScalars + (Tile::Size - 1) * Tile::Channels;
    RingReader<Tile> reader(ring, a.source, warp, first, last < strip.last ? last : strip.last);
    if (warp < readers)
        marchDown<Tile>(a, reader, shared + Tile::RingChunks + warp * Tile::StagingChunks, warp,
                        block.x + warp * warpScalars, block);
    else if (!hasBulkCopies())
        for (int stage = 0; stage < ring.count; ++stage) // to help with filling it
            reader.next(a.source);
}

}} // namespace cv::cudatiled
