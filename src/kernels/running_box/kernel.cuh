// SPDX-License-Identifier: Apache-2.0
// Sums of rectangles in a time that does not depend on their size: first of columns (sums.cuh), then of rows of
// these (rows.cuh).
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/block.cuh"
#include "../load/dynamic_shared.cuh"
#include "finish.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

template <class S, class D, class Finish> struct RunningBoxArguments
{
    SourceView<S> source;
    TargetView<D> target;
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    Alignment alignment;     // tiles begin with the target: targetSkew is 0
    int tileWidth, tileRows; // of results; the width in scalars, a multiple of 4
    BoxWindows windows;
    Finish finish; // packs four results of sums
};

// Statistics of integers from the moments of windows of at most kLargestArea pixels; OnPixels: and from the pixels that
// they lie on.
template <class S, class D, bool OnPixels> struct RunningStatistic
{
    using Square = std::conditional_t<sizeof(S) == 1, std::uint32_t, std::uint64_t>;
    using Sum = Moments<std::uint32_t, Square>;
    static constexpr int kLargestArea = sizeof(S) == 1 ? 65536 : 32768;

    LocalStatistics statistic;

    __device__ Words<sizeof(D)> pack(const Sum (&sum)[4], const S (&pixel)[4]) const
    {
        float result[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
        {
            const Moments<std::int32_t, std::uint64_t> window{static_cast<std::int32_t>(sum[v].sum), sum[v].squares};
            if constexpr (OnPixels)
                result[v] = statistic.onPixel(window, pixel[v]);
            else
                result[v] = statistic.ofWindow(window);
        }
        return packFour<D>(result);
    }
};

template <class Finish> constexpr bool kIsStatistic = false;
template <class S, class D, bool OnPixels> constexpr bool kIsStatistic<RunningStatistic<S, D, OnPixels>> = true;

// How a block adds up columns for what is finished so.
template <class Tile, class S, class Finish> struct BoxSumsOf
{
    using type = std::conditional_t<kIsFloat<S>, GroupedSums<Tile, S>, RunningSums<Tile, S>>;
};
template <class Tile, class S, class D, bool OnPixels> struct BoxSumsOf<Tile, S, RunningStatistic<S, D, OnPixels>>
{
    using type = RunningSums<Tile, S, typename RunningStatistic<S, D, OnPixels>::Sum>;
};
template <class Tile, class S, class Finish> using BoxSums = typename BoxSumsOf<Tile, S, Finish>::type;

// What a block has in shared memory. Groups are of floats.
template <class Tile, int Channels, class S, class Finish> struct RunningBoxShared
{
    using Sum = typename BoxSums<Tile, S, Finish>::Sum;
    static constexpr int Numbers = BoxRows<Tile, Channels, Sum>::Numbers;
    Words<4> mirrored[Tile::Threads];
    BoxRow<Tile, Sum> rows[Tile::Rows][Numbers];
    FourSums<Sum> groups[1][Tile::Threads]; // as many as it takes

    static constexpr std::size_t bytes(int groupCount)
    {
        return sizeof(RunningBoxShared) + groupCount * sizeof(groups[0]) - sizeof(groups);
    }
};

// The results of four neighbouring windows from scalar `x` of row `y` of the target on, of which `count` are wanted.
template <int Channels, class S, class D, class Finish, class Sum>
__device__ Words<sizeof(D)> packBoxes(const RunningBoxArguments<S, D, Finish>& a, const Sum (&sum)[4], int x, int y,
                                      int count)
{
    if constexpr (kIsStatistic<Finish>)
    {
        const S* const from = a.source.row(a.source.y0 + y) + a.source.x0 * Channels + x;
        S pixel[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            pixel[v] = v < count ? from[v] : S{};
        return a.finish.pack(sum, pixel);
    }
    else
        return a.finish.pack(sum);
}

// Writes finish(sum over (j, i) of source(x + i - anchorX, y + j - anchorY)).
template <class Tile, int Channels, class S, class D, class Finish>
__global__ void __launch_bounds__(Tile::Threads, Tile::MinBlocks)
    runningBoxKernel(const RunningBoxArguments<S, D, Finish> a)
{
    awaitEarlierWork();
    constexpr int Rows = Tile::Rows;
    using Sums = BoxSums<Tile, S, Finish>;
    using Shared = RunningBoxShared<Tile, Channels, S, Finish>;
    Shared& shared =
        *reinterpret_cast<Shared*>(dynamicShared<Words<4>, static_cast<int>(Shared::bytes(Tile::MaxGroups) / 16)>());

    const int thread = static_cast<int>(threadIdx.x), row = thread / 32;
    const BlockPlace block = placeBlock(a, a.tileWidth, a.tileRows);
    const int firstX = block.x, firstY = block.y, below = a.target.rows - firstY;
    const int end = below < a.tileRows ? a.target.rows : firstY + a.tileRows; // by block.rows, boxes took 2 % longer
    const int left = a.target.cols * Channels - firstX, width = left < a.tileWidth ? left : a.tileWidth;
    const int reach = (a.kernelWidth - 1) * Channels; // from the first column of a window to its last

    const int skew = a.alignment.template sourceSkew<S>();

    // A thread's columns are summed up four at a time, or one by one, or copied from others.
    const int spanX = (a.source.x0 - a.anchorX) * Channels + firstX - skew, x = spanX + 4 * thread;
    const MirroredColumns<Channels, S> mirror{a.source, spanX, skew + width + reach};
    BoxColumns<Tile, Channels, S> columns(a.source, x, a.alignment.wholeSource && 4 * thread < mirror.count);
    const bool isMirrored = 4 * thread < mirror.count && mirror.find(shared.mirrored[thread], x);
    const bool isSingle = kept(4 * thread < mirror.count && !columns.whole && !isMirrored);

    // Rows are fetched 2 * Rows at a time for the first window, then Rows that come and Rows that go: while results are
    // written.
    Sums sums(&shared.groups[0][thread], a.kernelHeight);
    const int top = a.source.y0 - a.anchorY, common = a.kernelHeight - 1;
    int y = firstY, added = Sums::kFirstAdded; // rows of the first window, of which it has `common` beside the last
    D* to = a.target.row(firstY + row) + firstX + thread % 32 * 4; // of the lane, in the next row that the warp writes
    for (bool ready = false;;)
    {
        const int first = top + y + (added < common ? added : common);
        const int second = added < common ? first + Rows : top + y;
        if (y < end)
            columns.fetch(first, second);
        if (ready)
        {
            const auto pack = [&](const typename Sums::Sum(&sum)[4], int at) {
                return packBoxes<Channels>(a, sum, firstX + at, y - Rows + row, width - at);
            };
            if (y - Rows + row < end)
                writeBoxes<Tile, Channels>(pack, shared.rows[row], a.windows, to, width, a.alignment.wholeTarget);
            to = reinterpret_cast<D*>(reinterpret_cast<char*>(to) + Rows * a.target.step);
            if (y >= end)
                return;
            __syncthreads();
        }
        const auto fetched = [&](int r) {
            return columns.rows[r];
        };
        const auto single = [&](int r) {
            return columns.anywhere(r < Rows ? first + r : second + r - Rows);
        };
        if (added < common)
        {
            if (isSingle)
                sums.template add<1>(common - added, single);
            else
                sums.template add<2 * Rows>(common - added, fetched);
            added += 2 * Rows;
            continue;
        }
        const auto sumsOf = [&](int r) -> auto&
        {
            return shared.rows[r][0];
        };
        if (isSingle)
            sums.template move<1>(single, sumsOf);
        else
            sums.template move<Rows>(fetched, sumsOf);
        __syncthreads();
        if (mirror.someOutside())
        {
            for (int v = 0; isMirrored && v < 4; ++v)
#pragma unroll
                for (int r = 0; r < Rows; ++r)
                    mirror.fill(shared.rows[r][0], 4 * thread + v, shared.mirrored[thread].word[v], a.kernelHeight);
            __syncthreads();
        }
        BoxRows<Tile, Channels, typename Sums::Sum>::make(shared.rows[row], reach);
        __syncwarp();
        ready = true;
        y += Rows;
    }
}

}} // namespace cv::cudatiled
