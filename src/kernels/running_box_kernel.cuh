// SPDX-License-Identifier: Apache-2.0
// Sums of rectangles of integers, in a time that does not depend on their size: columns by adding the row that comes and subtracting the
// one that goes, rows as differences of prefix sums.
#pragma once

#include "../core/earlier_work.cuh"
#include "../core/image_view.hpp"
#include "../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

// A block sums up Span columns, of which a thread owns four, and marches down the image, Rows rows at a time: one for each warp, when it comes
// to rows. A lane then has LaneScalars neighbours, whole pixels of 1 to 4 channels, whose chunks lie in other banks than its neighbours'.
struct RunningBoxTile
{
    static constexpr int Threads = 288, ThreadsX = Threads, ThreadsY = 1;
    static constexpr int Rows = Threads / 32, Span = 4 * Threads, LaneScalars = Span / 32;
};

struct RunningBoxPlacement
{
    int phase; // scalars before the first one that is needed: of a thread's four, the first lies at a multiple of their size
    bool wholeFour; // if rows are multiples of it apart
    int width;      // of results, in scalars: a multiple of 4
    int rows;       // of results per block
};

template <class S, class D, class Finish> struct RunningBoxArguments
{
    SourceView<S> source;
    TargetView<D> target;
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    RunningBoxPlacement placement;
    Finish finish; // of an integer sum
};

// Four neighbouring columns of the source.
template <int Channels, class S> struct BoxColumns
{
    using Four = Words<sizeof(S)>;
    const SourceView<S>& source;
    int x; // scalar of a row, which may lie outside
    bool whole;

    template <class Arguments> __device__ BoxColumns(const Arguments& a, int x_) : source(a.source), x(x_)
    {
        whole = a.placement.wholeFour && x >= 0 && x + 4 <= source.cols * Channels;
    }

    __device__ const Four& inside(int y) const { return *reinterpret_cast<const Four*>(source.row(y) + x); }

    // A row that may lie anywhere.
    __device__ Four anywhere(int y) const
    {
        const int insideY = borderIndex(y, source.rows, source.columnBorder);
        if (whole && insideY >= 0)
            return inside(insideY);
        Four four = {};
#pragma unroll 1
        for (int v = 0; v < 4; ++v)
        {
            const int scalar = x + v, channel = (scalar % Channels + Channels) % Channels;
            const std::uint32_t bits =
                static_cast<std::make_unsigned_t<S>>(source.at((scalar - channel) / Channels, y, channel));
            // The first ends up lowest.
            constexpr int size = 8 * static_cast<int>(sizeof(S));
            if constexpr (sizeof(S) == 1)
                four.word[0] = four.word[0] >> size | bits << (32 - size);
            else
            {
                four.word[0] = four.word[0] >> size | four.word[1] << size;
                four.word[1] = four.word[1] >> size | bits << size;
            }
        }
        return four;
    }
};

// Scalar `v` of four, as an integer of 32 bits.
template <class S> __device__ std::uint32_t scalarOf(const Words<sizeof(S)>& four, int v)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    const std::uint32_t bits = four.word[v / perWord] >> (v % perWord * 8 * sizeof(S));
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<S>(bits)));
}

// Adds up a row of column sums in place: each with those of its channel before it.
template <int Channels> __device__ void prefixSums(Chunk* row)
{
    constexpr int Count = RunningBoxTile::LaneScalars;
    const int lane = static_cast<int>(threadIdx.x % 32);
    Chunk* const mine = row + lane * (Count / 4);
    std::uint32_t sum[Count];
#pragma unroll
    for (int i = 0; i < Count; i += 4)
    {
        const Chunk chunk = mine[i / 4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            sum[i + v] = chunk.word[v] + (i + v >= Channels ? sum[i + v - Channels] : 0);
    }
    std::uint32_t before[Channels]; // the sums of the lanes below
#pragma unroll
    for (int c = 0; c < Channels; ++c)
    {
        std::uint32_t total = sum[Count - Channels + c];
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2)
        {
            const std::uint32_t other = __shfl_up_sync(0xffffffffu, total, distance);
            total += lane >= distance ? other : 0;
        }
        before[c] = total - sum[Count - Channels + c];
    }
#pragma unroll
    for (int i = 0; i < Count; i += 4)
    {
        Chunk chunk;
#pragma unroll
        for (int v = 0; v < 4; ++v)
            chunk.word[v] = sum[i + v] + before[(i + v) % Channels];
        mine[i / 4] = chunk;
    }
}

// Writes finish(sum over (j, i) of source(x + i - anchorX, y + j - anchorY)). Sums have at most 31 bits; those on the way may overflow, for
// differences do not feel it.
template <int Channels, class S, class D, class Finish>
__global__ void __launch_bounds__(RunningBoxTile::Threads, 1)
    runningBoxKernel(const RunningBoxArguments<S, D, Finish> a)
{
    awaitEarlierWork();
    using Tile = RunningBoxTile;
    __shared__ Chunk sums[Tile::Rows][Tile::Span / 4];

    const int firstX = static_cast<int>(blockIdx.x) * a.placement.width;
    const int firstY = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * a.placement.rows;
    const int end = a.target.rows - firstY < a.placement.rows ? a.target.rows : firstY + a.placement.rows;
    const int left = a.target.cols * Channels - firstX, width = left < a.placement.width ? left : a.placement.width;
    const int sourceY = a.source.y0 - a.anchorY, thread = static_cast<int>(threadIdx.x);
    const BoxColumns<Channels, S> columns(a, (a.source.x0 - a.anchorX) * Channels + firstX - a.placement.phase +
                                                 4 * thread);
    const bool needed = 4 * thread < a.placement.phase + width + (a.kernelWidth - 1) * Channels;

    Chunk column = {};
    const auto add = [&](const Words<sizeof(S)>& comes) {
#pragma unroll
        for (int v = 0; v < 4; ++v)
            column.word[v] += scalarOf<S>(comes, v);
    };
    const auto finishRow = [&](int r, const Words<sizeof(S)>& comes, const Words<sizeof(S)>& goes) {
        add(comes);
        sums[r][thread] = column;
#pragma unroll
        for (int v = 0; v < 4; ++v)
            column.word[v] -= scalarOf<S>(goes, v);
    };
    if (needed)
#pragma unroll 1
        for (int y = firstY; y < firstY + a.kernelHeight - 1; ++y)
            add(columns.anywhere(sourceY + y));
#pragma unroll 1
    for (int y = firstY; y < end; y += Tile::Rows)
    {
        const int goesY = sourceY + y, comesY = goesY + a.kernelHeight - 1;
        if (needed && columns.whole && goesY >= 0 && comesY + Tile::Rows <= a.source.rows)
        {
            Words<sizeof(S)> comes[Tile::Rows], goes[Tile::Rows];
#pragma unroll
            for (int r = 0; r < Tile::Rows; ++r)
            {
                comes[r] = columns.inside(comesY + r);
                goes[r] = columns.inside(goesY + r);
            }
#pragma unroll
            for (int r = 0; r < Tile::Rows; ++r)
                finishRow(r, comes[r], goes[r]);
        }
        else if (needed)
#pragma unroll 1
            for (int r = 0; r < Tile::Rows; ++r)
                finishRow(r, columns.anywhere(comesY + r), columns.anywhere(goesY + r));
        __syncthreads();
        const int row = thread / 32, lane = thread % 32;
        prefixSums<Channels>(sums[row]);
        __syncwarp();
        if (y + row < end)
        {
            D* const to = a.target.row(y + row) + firstX;
            const std::uint32_t* const last = sums[row]->word + a.placement.phase + (a.kernelWidth - 1) * Channels;
            const std::uint32_t* const before = sums[row]->word + a.placement.phase - Channels;
#pragma unroll 4
            for (int i = lane; i < width; i += 32)
                to[i] =
                    a.finish.finish(static_cast<int>(last[i] - (a.placement.phase + i >= Channels ? before[i] : 0)));
        }
        __syncthreads();
    }
}

}} // namespace cv::cudatiled
