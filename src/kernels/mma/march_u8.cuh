// SPDX-License-Identifier: Apache-2.0
// Correlation of bytes with squares of medium size by tensor cores, in strips that march down the image. A product
// takes two source rows to Rows x Columns results of a channel (march_shape.hpp). Each pair of source rows is read once
// and multiplied with the taps of all results that it is part of; sums that are not complete stay in registers.
// Scalars of 16 bits are two planes of bytes: sum of scalars = sum of low bytes + 256 * sum of high bytes.
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

// Words of one plane each: four columns of two rows, of every place.
template <class Tile> struct MarchPixels
{
    std::uint32_t upper[Tile::PairsOfStep][Tile::Sets][Tile::WarpPlanes];
    std::uint32_t lower[Tile::PairsOfStep][Tile::Sets][Tile::WarpPlanes];
};

// Reads N words, the first of which lies at a multiple of `Unit` bytes.
template <int N, int Unit> __device__ void loadWords(std::uint32_t* word, const std::uint32_t* at)
{
    constexpr int together = Unit % 16 == 0 && N % 4 == 0 ? 4 : Unit % 8 == 0 && N % 2 == 0 ? 2 : 1;
#pragma unroll
    for (int i = 0; i < N; i += together)
    {
        const auto words = *reinterpret_cast<const Words<together>*>(at + i);
#pragma unroll
        for (int w = 0; w < together; ++w)
            word[i + w] = words.word[w];
    }
}

// Which bytes of the words of four pixels belong to one of three or four channels, as selectors of permuteBytes().
struct ChannelBytes
{
    std::uint32_t first, second;

    __device__ ChannelBytes(int channels, int channel)
        : first(channels == 4  ? 0x40u + 0x11u * static_cast<unsigned>(channel)
                : channel == 0 ? 0x0630u
                : channel == 1 ? 0x0741u
                               : 0x0052u),
          second(channels == 4  ? 0x5410u
                 : channel == 0 ? 0x5210u
                 : channel == 1 ? 0x6210u
                                : 0x7410u)
    {}
};

// Four columns of each plane from the bytes at `at`, which begin `Skew` bytes behind a word; of one channel, if they
// are apart.
template <class Tile, int Skew>
__device__ void loadColumns(std::uint32_t (&plane)[Tile::WarpPlanes], const std::uint32_t* at,
                            const ChannelBytes& channel)
{
    constexpr int planes = Tile::Planes;
    std::uint32_t word[planes + 1];
    loadWords<planes + (Skew > 0 ? 1 : 0), Tile::LaneUnit>(word, at);
    if constexpr (Skew > 0)
#pragma unroll
        for (int i = 0; i < planes; ++i)
            word[i] = shiftedWord(word[i], word[i + 1], 8 * Skew);
    if constexpr (Tile::Apart)
    {
        const std::uint32_t most = permuteBytes(word[0], word[1], channel.first);
        plane[0] = permuteBytes(most, planes == 3 ? word[2] : permuteBytes(word[2], word[planes - 1], channel.first),
                                channel.second);
    }
    else if constexpr (planes == 1)
        plane[0] = word[0];
    else if constexpr (planes == 2)
    {
        plane[0] = packU16x2(word[0], word[1]);
        plane[1] = packHighBytes(word[0], word[1]);
    }
    else if constexpr (planes == 3)
    {
        plane[0] = permuteBytes(permuteBytes(word[0], word[1], 0x0630), word[2], 0x5210);
        plane[1] = permuteBytes(permuteBytes(word[0], word[1], 0x0741), word[2], 0x6210);
        plane[2] = permuteBytes(permuteBytes(word[0], word[1], 0x0052), word[2], 0x7410);
    }
    else
    {
#pragma unroll
        for (int i = 0; i < planes; ++i)
            plane[i] = word[i];
        turnWords(plane);
    }
}

// `at` is the lane's place in the upper row of a step.
template <class Tile>
__device__ void loadPixels(MarchPixels<Tile>& pixels, const std::uint32_t* at, const ChannelBytes& channel)
{
    constexpr int pitch = Tile::Chunks * 4;
    constexpr int skew = (Tile::Before * Tile::Bytes - Tile::shape.before * Tile::Planes) % 4;
#pragma unroll
    for (int pair = 0; pair < Tile::PairsOfStep; ++pair)
#pragma unroll
        for (int set = 0; set < Tile::Sets; ++set)
        {
            const std::uint32_t* const upper = at + 2 * pair * pitch + set * 2 * Tile::Columns * Tile::Planes;
            loadColumns<Tile, skew>(pixels.upper[pair][set], upper, channel);
            loadColumns<Tile, skew>(pixels.lower[pair][set], upper + pitch, channel);
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
    std::uint32_t of[Tile::SumPlanes][Tile::Sets][Tile::Groups][Tile::Limbs][4];
};

// Sums of the lowest of three limbs start with this: as the bits of a float they are kMarchStartValue more than the
// sum.
constexpr std::uint32_t kMarchStart = 0x4b400000u;
constexpr float kMarchStartValue = 12582912.f; // 1.5 * 2^23; sums stay below 2^22

// What a lane's sums start with. With three limbs, registers are few: a constant needs none in the loop.
template <class Tile> __device__ Words<4> startingSums(const Words<4>* bands)
{
    if constexpr (Tile::SharesSums)
        return {};
    else if constexpr (Tile::Limbs > 1)
        return {{kMarchStart, kMarchStart, kMarchStart, kMarchStart}};
    else
        return bands[Tile::Pairs * 32];
}

// Multiplies a limb of the taps with byte `c` of the pixels, for each set. The first product of a sum is added to its
// value before the step, which the group before has for the first pair of rows; others are added to the sum itself.
template <class Tile>
__device__ void multiplyByLimb(MarchSums<Tile>& sums, const MarchTaps<Tile>& taps, const MarchPixels<Tile>& pixels,
                               const std::uint32_t (&start)[4], int pair, int group, int limb, int c)
{
    const int of = group * Tile::PairsOfStep + pair;
    const int plane = Tile::SharesSums ? 0 : c, place = Tile::SharesSums ? limb + c - 1 : limb;
    const bool isFirst = !Tile::SharesSums || c == 1;
    const bool isOfHighByte = Tile::Bytes > 1 && c == 1;
    constexpr bool isSigned = std::is_signed_v<typename Tile::Scalar>;
    constexpr std::uint32_t zeros[4] = {};
    const MarchSums<Tile>& before = sums;
#pragma unroll
    for (int set = 0; set < Tile::Sets; ++set)
    {
        auto& sum = sums.of[plane][set][group][place];
        const auto& addend = !isFirst || pair > 0        ? before.of[plane][set][group][place]
                             : group > 0                 ? before.of[plane][set][group > 0 ? group - 1 : 0][place]
                             : place > 0 || isOfHighByte ? zeros
                                                         : start;
        const auto upper = pixels.upper[pair][set][c], lower = pixels.lower[pair][set][c];
        if (isSigned && isOfHighByte)
            multiplySigned<isSigned>(sum, taps.word[of][limb], upper, lower, addend);
        else
            multiplySigned(sum, taps.word[of][limb], upper, lower, addend);
    }
}

// Multiplies the source rows of a step with the taps of all results that they are part of. With the first pair of rows
// each group takes over the sums of the one before.
template <class Tile>
__device__ void multiplyRows(MarchSums<Tile>& sums, const MarchTaps<Tile>& taps, const MarchPixels<Tile>& pixels,
                             const std::uint32_t (&start)[4])
{
#pragma unroll
    for (int pair = 0; pair < Tile::PairsOfStep; ++pair)
#pragma unroll
        for (int group = Tile::Groups - 1; group >= 0; --group)
        {
            if (group * Tile::PairsOfStep + pair >= Tile::Pairs) // the last group has one pair less
                continue;
#pragma unroll
            for (int limb = 0; limb < Tile::Limbs; ++limb)
            {
                if constexpr (Tile::SharesSums)
                {
                    multiplyByLimb(sums, taps, pixels, start, pair, group, limb, 1);
                    if (limb + 1 < Tile::Limbs)
                        multiplyByLimb(sums, taps, pixels, start, pair, group, limb + 1, 0);
                }
                else
                {
#pragma unroll
                    for (int c = 0; c < Tile::WarpPlanes; ++c)
                        multiplyByLimb(sums, taps, pixels, start, pair, group, limb, c);
                }
            }
        }
}

// Result `i` of a lane before it is rounded.
template <int Limbs, class Arguments>
__device__ float scaledResult(const Arguments& a, const std::uint32_t (&sum)[Limbs][4], int i)
{
    const auto number = [&](std::uint32_t of) {
        return static_cast<float>(static_cast<int>(of));
    };
    if constexpr (Limbs == 1)
        return fmaf(number(sum[0][i]), a.scale, a.delta);
    else if constexpr (Limbs == 4)
        return fmaf(number(sum[3][i] * 256 + sum[2][i]), 65536.f * a.scale,
                    fmaf(number(sum[1][i] * 256 + sum[0][i]), a.scale, a.delta));
    else
        return fmaf(number(sum[2][i] * 256 + sum[1][i]), 256.f * a.scale, fmaf(asFloat(sum[0][i]), a.scale, a.delta));
}

// Bytes of results: column i / 2 of `first` and column j / 2 of `second`, of the lane's first place and then its
// second.
template <bool Scaled, int Limbs, class Arguments>
__device__ std::uint32_t packResults(const Arguments& a, const std::uint32_t (&first)[Limbs][4], int i,
                                     const std::uint32_t (&second)[Limbs][4], int j)
{
    if constexpr (Scaled)
        return packBytes(scaledResult<Limbs>(a, first, i), scaledResult<Limbs>(a, second, j),
                         scaledResult<Limbs>(a, first, i + 1), scaledResult<Limbs>(a, second, j + 1));
    else
        return packBytes(static_cast<int>(first[0][i]), static_cast<int>(second[0][j]),
                         static_cast<int>(first[0][i + 1]), static_cast<int>(second[0][j + 1]));
}

// Results of 16 bits from the sums of a group: column i / 2 of the lane's first place, then its second.
template <bool Scaled, class Tile, class S>
__device__ std::uint32_t packResults(const MmaMarchU8Arguments<S>& a, const MarchSums<Tile>& sums, int set, int i)
{
    constexpr int done = Tile::Groups - 1;
    const auto result = [&](int of) {
        if constexpr (Tile::SharesSums)
            return scaledResult<Tile::Limbs>(a, sums.of[0][set][done], of);
        else
        {
            const int sum = static_cast<int>(sums.of[1][set][done][0][of] * 256 + sums.of[0][set][done][0][of]);
            if constexpr (Scaled)
                return fmaf(static_cast<float>(sum), a.scale, a.delta);
            else
                return sum;
        }
    };
    if constexpr (std::is_signed_v<S>)
        return packSigned(result(i + 1), result(i));
    else
        return packUnsigned(result(i + 1), result(i));
}

// Writes the results of a step to shared memory. Scalars of two neighbouring pixels are Planes pairs of bytes; pair p
// of all pixels makes plane p. A chunk of a plane is a place: Rows rows of Columns / 2 pairs.
template <bool Scaled, class Tile, class Arguments>
__device__ void stageResults(const Arguments& a, Chunk* planes, const MarchSums<Tile>& sums)
{
    constexpr int count = Tile::WarpPlanes, done = Tile::Groups - 1;
#pragma unroll
    for (int pair = 0; pair < count; ++pair)
    {
        // Bytes 2 pair and 2 pair + 1 of the two pixels'.
        const int firstPlane = 2 * pair % count, secondPlane = (2 * pair + 1) % count;
        const int first = 2 * pair / count * 2, second = (2 * pair + 1) / count * 2;
        std::uint32_t packed[Tile::Sets];
#pragma unroll
        for (int set = 0; set < Tile::Sets; ++set)
            if constexpr (Tile::Bytes == 2)
                packed[set] = packResults<Scaled>(a, sums, set, first);
            else
                packed[set] = packResults<Scaled, Tile::Limbs>(a, sums.of[firstPlane][set][done], first,
                                                               sums.of[secondPlane][set][done], second);
        storeTransposed(planes + pair * Tile::Places, packed);
    }
}

// The loop of a warp: it reads the ring's rows and writes the results of its columns.
template <class Tile, class Arguments>
__device__ void marchDown(const Arguments& a, RingReader<Tile, Tile::Apart>& reader, Chunk* staging, int warp,
                          int warpX, const BlockPlace& block)
{
    constexpr int pitch = Tile::Chunks * 4, step = Tile::Rows * pitch;
    const int lane = static_cast<int>(threadIdx.x % 32);
    const int place = (Tile::Apart ? 0 : warp * Tile::WarpPixels) + lane / 4 * Tile::Columns;
    const int column = place + lane % 4 * 4 - Tile::shape.before;
    const int lanePlace = (Tile::Before + column * Tile::Channels) * Tile::Bytes / 4;
    const ChannelBytes channel(Tile::Channels, warp);
    const MarchTaps<Tile> taps(a.bands);
    MarchSums<Tile> sums = {};
    const Words<4> start = startingSums<Tile>(a.bands);
    int done = (1 - Tile::Groups) * Tile::Rows; // rows of the results that the next step completes
    std::conditional_t<Tile::Apart, ApartTarget<Tile>, MarchTarget<Tile>> target(a, warpX * Tile::Bytes,
                                                                                 block.y + done);

    const auto multiply = [&](const MarchPixels<Tile>& pixels, Chunk* planes) {
        multiplyRows(sums, taps, pixels, start.word);
        if (Tile::Limbs > 1 || a.scaled)
            stageResults<true>(a, planes, sums);
        else
            stageResults<false>(a, planes, sums);
    };
    unsigned pairs = 0; // of steps, whose results were staged
#pragma unroll 1
    while (reader.hasNext())
    {
        const std::uint32_t* at = reader.next(a.source)->word + lanePlace;
#pragma unroll 1
        for (int i = 0; i < Tile::StepsOfStage; i += 2, at += 2 * step)
        {
            Chunk* const staged = staging + (Tile::Apart ? pairs % 2 * 2 * Tile::PlaneChunks : 0);
            Chunk* const planes = staged + (Tile::Apart ? warp * Tile::Places : 0);
            MarchPixels<Tile> even, odd;
            loadPixels<Tile>(even, at, channel);
            loadPixels<Tile>(odd, at + step, channel);
            multiply(even, planes);
            multiply(odd, planes + Tile::PlaneChunks);
            if constexpr (Tile::Apart)
            {
                __syncthreads();
                if (pairs++ % Tile::Channels == static_cast<unsigned>(warp)) // warps take turns
                    target.storeSteps(staged, done, block.rows);
            }
            else
            {
                __syncwarp();
                target.storeSteps(staged, done, block.rows);
                __syncwarp(); // until then lanes read what the next steps write
            }
            done += 2 * Tile::Rows;
        }
        reader.leave();
    }
}

// Writes round(delta + scale * sum over (j, i) of tap(j, i) * source(x + i - Size / 2, y + j - anchorY)).
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    mmaMarchU8Kernel(const MmaMarchU8Arguments<typename Tile::Scalar> a)
{
    awaitEarlierWork(a.target.siblings);
    Chunk* const shared = dynamicShared<Chunk, Tile::SharedChunks>();
    const BlockPlace block = placeBlock(a, Tile::Width, a.tileRows);
    if (block.rows <= 0)
        return;
    constexpr int warpScalars = Tile::WarpScalars;
    const int warp = static_cast<int>(__shfl_sync(0xffffffffu, threadIdx.x / 32, 0));
    const int scalars = a.target.cols * Tile::Channels - block.x;
    const int readers = Tile::Apart ? Tile::Warps : (scalars + warpScalars - 1) / warpScalars;

    SourceWindow strip;
    strip.x = a.source.x0 * Tile::Channels + block.x - Tile::Before;
    strip.y = a.source.y0 - a.anchorY + block.y;
    strip.rows = (block.rows + Tile::Rows - 1) / Tile::Rows * Tile::Rows + Tile::HaloRows;
    const int reach = (Tile::Size - 1 - Tile::Size / 2) * Tile::Channels;
    strip.first = Tile::Before - Tile::Size / 2 * Tile::Channels;
    strip.last = Tile::Before + (scalars < Tile::Width ? scalars : Tile::Width) + reach;
    strip.aligned = true;
    const RowRing<Tile> ring(shared, shared + Tile::SharedChunks - Tile::StateChunks, strip, readers);
    ring.begin(a.source);

    const int beside = Tile::Apart ? 0 : warp;
    RingReader<Tile, Tile::Apart> reader(ring, a.source, warp);
    if (warp < readers)
        marchDown<Tile>(a, reader, shared + Tile::RingChunks + beside * Tile::StagingChunks, warp,
                        block.x + beside * warpScalars, block);
    else
        reader.help(a.source);
}

}} // namespace cv::cudatiled
