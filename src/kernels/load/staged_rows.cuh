// SPDX-License-Identifier: Apache-2.0
// Rows of the source in shared memory, words that copy themselves, for kernels whose threads have four neighbouring
// scalars each; and how these write their results.
#pragma once

#include "../../core/half_scalar.hpp"
#include "../../core/image_view.hpp"
#include "beside.cuh"
#include "block.cuh"

namespace cv { namespace cudatiled {

using Chunk = Words<4>;

// A row of the source in shared memory, in words: Width scalars with the halo of MaxTaps taps, and what loops read
// beyond it.
template <class Tile, class S, int Channels> struct StagedRow
{
    static constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    static constexpr int scalars = Tile::Width + (Tile::MaxTaps - 1 + Tile::Group) * Channels + Tile::Run + perWord;
    static constexpr int words = (scalars / perWord + 7) / 8 * 8;
};

// A row of the source as one warp brings it: `words` words from scalar `x` on.
struct StagedSource
{
    int x, words;
    int begin, end;       // the words that lie in the image and are aligned
    ScalarsBeside beside; // and words; the image
    bool fills;           // whether fillRowsBeside() makes these
};

// Starts to copy words First, First + 32, … of a row, seen from a lane.
template <int First, class Row> __device__ void copyWords(std::uint32_t* to, const std::uint32_t* from, int words)
{
    if constexpr (First < Row::words)
    {
        if (words > First)
            copyAsync4<First>(to, from);
        copyWords<First + 32, Row>(to, from, words);
    }
}

// Starts to load row `y`, but for what fillRowsBeside() makes.
template <int Channels, class Row, class S, class Arguments>
__device__ void bringRow(std::uint32_t* staged, const Arguments& a, const StagedSource& from, int y)
{
    const auto& source = a.source.ofBlock();
    const int lane = static_cast<int>(threadIdx.x % 32);
    const bool beyond = y < 0 || y >= source.rows;
    const int insideY = beyond ? borderIndex(y, source.rows, source.columnBorder) : y;
    const int copied = insideY < 0 ? 0 : from.end - from.begin;
    if (copied > 0)
    {
        const std::uint32_t* const words = reinterpret_cast<const std::uint32_t*>(source.row(insideY) + from.x);
        copyWords<0, Row>(staged + from.begin + lane, words + from.begin + lane, copied - lane);
    }
    const int first = from.fills ? from.beside.left : 0, before = copied > 0 ? from.begin * Row::perWord : first;
    const int last = from.fills ? from.beside.right : from.beside.last;
#pragma unroll 1
    for (int i = first + lane; i < last - copied * Row::perWord; i += 32)
    {
        const int at = i < before ? i : i + copied * Row::perWord;
        const PixelOfScalar of(from.x + at, Channels);
        reinterpret_cast<S*>(staged)[at] = source.at(of.pixel, y, of.channel);
    }
}

// Makes the pixels beside the image in the rows that a warp has brought: its first one, and each `warps`-th from there.
template <int Channels, class Row, class S, class Arguments>
__device__ void fillRowsBeside(std::uint32_t* staged, const Arguments& a, const StagedSource& from, int first, int rows,
                               int warps)
{
    if (!from.fills)
        return;
    __syncwarp();
    const auto& source = a.source.ofBlock();
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x % 32); i < from.beside.count(); i += 32)
    {
        const int at = from.beside.at(i);
        const ScalarBeside<S> scalar(source, from.x, at, Channels);
#pragma unroll 1
        for (int row = first; row < rows; row += warps)
        {
            S* const scalars = reinterpret_cast<S*>(staged + row * Row::words);
            scalars[at] = scalar.in(scalars);
        }
    }
}

// Where a tile begins in the source: at target scalar `x`, as far left as the kernel reaches.
template <class Row, int Channels, class Arguments>
__device__ StagedSource stagedSource(const Arguments& a, int x, int width, int taps, int anchor)
{
    const int skew = static_cast<int>(static_cast<unsigned>(a.alignment.sourceSkewBytes) * Row::perWord / 4);
    const int end = a.target.cols * Channels - x;
    const int scalars = (end < width ? end : width) + (taps - 1) * Channels + skew;
    const int first = (a.source.x0 - anchor) * Channels + x - skew, words = (scalars + Row::perWord - 1) / Row::perWord;
    const ScalarsBeside beside(first, 0, words * Row::perWord, a.source.cols * Channels);
    StagedSource from{first, words, 0, 0, beside, beside.areKnown(a.source.rowBorder, Channels)};
    if (!a.alignment.wholeSource)
        return from;
    const int inside = (a.source.cols * Channels - from.x) / Row::perWord;
    from.begin = from.x >= 0 ? 0 : (Row::perWord - 1 - from.x) / Row::perWord;
    from.end = inside < from.words ? inside : from.words;
    if (from.end <= from.begin)
        from.begin = from.end = 0;
    return from;
}

// The words of a staged row for four scalars at a time.
// ReadsAhead: the next words are on their way while these are used. For scalars that share a word, the shift needs
// them.
template <class S, bool ReadsAhead = true> struct StagedReader
{
    static constexpr int words = static_cast<int>(sizeof(S));
    static_assert(ReadsAhead || words == 4, "");
    const std::uint32_t* at;
    int bits;
    Words<words> ahead;

    __device__ StagedReader(const std::uint32_t* from, int sourceSkew) : at(from), bits(sourceSkew * 8 * words)
    {
        if constexpr (ReadsAhead)
            fetch();
    }

    __device__ void fetch()
    {
        ahead = *reinterpret_cast<const Words<words>*>(at);
        at += words;
    }

    __device__ Words<words> next()
    {
        if constexpr (!ReadsAhead)
            fetch();
        Words<words> now = ahead;
        if constexpr (ReadsAhead)
            fetch();
        if (words < 4)
#pragma unroll
            for (int w = 0; w < words; ++w)
                now.word[w] = shiftedWord(now.word[w], w + 1 < words ? now.word[w + 1] : ahead.word[0], bits);
        return now;
    }
};

// Writes four results of a row.
template <class D, class Arguments>
__device__ void storeFour(const Arguments& a, D* to, const D (&result)[4], int x, int end)
{
    if (a.alignment.wholeTarget && x >= 0 && x + 4 <= end)
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(D));
        Words<sizeof(D)> words = {};
#pragma unroll
        for (int v = 0; v < 4; ++v)
            words.word[v / perWord] |= scalarBits(result[v]) << (v % perWord * 8 * sizeof(D));
        storeWords(to, words);
        return;
    }
#pragma unroll
    for (int v = 0; v < 4; ++v)
        if (x + v >= 0 && x + v < end)
            to[v] = result[v];
}

}} // namespace cv::cudatiled
