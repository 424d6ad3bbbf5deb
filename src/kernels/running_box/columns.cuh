// SPDX-License-Identifier: Apache-2.0
// How runningBoxKernel reads its columns: most of them four at a time, from memory; those beyond the image have the
// sums of others.
#pragma once

#include "../../core/half_scalar.hpp"
#include "../../core/image_view.hpp"
#include "sums.cuh"

namespace cv { namespace cudatiled {

// A block sums up Span columns, four a thread, and marches down by Rows rows, a row for each warp to sum up along x.
// Then a lane has LaneScalars neighbours, an odd number of fours: no bank conflicts.
template <int Warps_, int MinBlocks_, int MaxGroups_ = 0> struct RunningBoxTile
{
    static_assert(Warps_ % 2 == 1, "for the banks");
    static constexpr int Threads = 32 * Warps_, ThreadsX = Threads, ThreadsY = 1, MinBlocks = MinBlocks_;
    static constexpr int Rows = Warps_, Span = 4 * Threads, LaneScalars = Span / 32;
    static constexpr int MaxGroups = MaxGroups_; // of floats: see GroupedSums
};

// The channel of scalar `x` of a row, which may lie before it.
template <int Channels> __device__ int channelOf(int x)
{
    return (x % Channels + Channels) % Channels;
}

// Four neighbouring columns of the source, from scalar `x` of a row on, and rows of them on their way.
template <class Tile, int Channels, class S> class BoxColumns
{
public:
    using Four = Words<sizeof(S)>;
    static constexpr int Rows = Tile::Rows;
    Four rows[2 * Rows];
    const bool whole; // whether all four lie in the image, to be read at once

    __device__ BoxColumns(const SourceView<S>& source, int x, bool wholeFour)
        : rows{}, whole(wholeFour && x >= 0 && x + 4 <= source.cols * Channels), source_(source), x_(x)
    {}

    // Fetches Rows rows from `first` on and as many from `second` on, which may lie anywhere.
    __device__ void fetch(int first, int second)
    {
        if (first >= 0 && second >= 0 && first + Rows <= source_.rows && second + Rows <= source_.rows)
        {
            const char *next = start(first), *const afterFirst = start(second);
#pragma unroll
            for (int r = 0; r < 2 * Rows; ++r)
            {
                if (whole)
                    rows[r] = *reinterpret_cast<const Four*>(next);
                next = r + 1 == Rows ? afterFirst : next + source_.step;
            }
            return;
        }
        const int lane = static_cast<int>(threadIdx.x % 32), y = lane < Rows ? first + lane : second + lane - Rows;
        const int resolved = borderIndex(y, source_.rows, source_.columnBorder);
        const Four outside = source_.columnBorder == Border::Constant ? anywhere(-1) : Four{};
#pragma unroll
        for (int r = 0; r < 2 * Rows; ++r)
        {
            const int row = __shfl_sync(0xffffffffu, resolved, r);
            if (whole)
                rows[r] = row < 0 ? outside : *reinterpret_cast<const Four*>(start(row));
        }
    }

    // Row `y`, if they may lie anywhere.
    __device__ Four anywhere(int y) const
    {
        Four four{};
#pragma unroll 1
        for (int v = 0; v < 4; ++v)
        {
            const int channel = channelOf<Channels>(x_ + v);
            append(four, source_.at((x_ + v - channel) / Channels, y, channel));
        }
        return four;
    }

private:
    __device__ const char* start(int y) const
    {
        return reinterpret_cast<const char*>(source_.row(y) + x_);
    }

    // Moves all four down and puts one behind them.
    __device__ static void append(Four& four, S value)
    {
        constexpr int words = static_cast<int>(sizeof(S)), shift = 8 * words % 32;
#pragma unroll
        for (int w = 0; w < words; ++w)
        {
            const std::uint32_t next = w + 1 < words ? four.word[(w + 1) % words] : 0;
            four.word[w] = shift == 0 ? next : shiftedWord(four.word[w], next, shift);
        }
        if constexpr (shift == 0)
            four.word[words - 1] = scalarBits(value);
        else
            four.word[words - 1] |= scalarBits(value) << (32 - shift);
    }

    const SourceView<S>& source_;
    const int x_;
};

// Columns beyond the ends of a row, whose sums are those of other columns of the block, or a constant.
template <int Channels, class S> struct MirroredColumns
{
    const SourceView<S>& source;
    int first, count; // that the block sums up, from scalar `first` of a row on

    __device__ bool someOutside() const { return first < 0 || first + count > source.cols * Channels; }

    // Finds the columns whose sums the four from scalar `x` of a row on have; -1 is a constant. False if they are no
    // such columns.
    __device__ bool find(Words<4>& from, int x) const
    {
        bool found = x + 4 <= 0 || x >= source.cols * Channels;
#pragma unroll 1
        for (int v = 0; v < 4; ++v)
        {
            const int channel = channelOf<Channels>(x + v);
            const int inside = borderIndex((x + v - channel) / Channels, source.cols, source.rowBorder);
            const int column = inside * Channels + channel - first;
            found = found && (inside < 0 || (column >= 0 && column < count));
            from.word[v] = inside < 0 ? ~0u : static_cast<std::uint32_t>(column);
        }
        return found;
    }

    // Column `column` of a row of sums of `height` pixels each. Without a branch: with one, boxes of 101x101 took 6 %
    // longer.
    template <class Row> __device__ void fill(Row& row, int column, std::uint32_t from, int height) const
    {
        typename Row::Sum outside;
        setColumn(outside, source.outsideOf(channelOf<Channels>(first + column)), height);
        row.setColumn(column, from == ~0u ? outside : row.column(from));
    }
};

}} // namespace cv::cudatiled
