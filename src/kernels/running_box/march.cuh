// SPDX-License-Identifier: Apache-2.0
// Sums of rectangles of integers, by warps that march down strips of the image. The lanes of a warp keep the sums of
// the strip's columns over the rows of a window in registers: each new row adds the one that enters and subtracts the
// one that leaves. Along the row, the warp turns sums of columns C(x) into sums of windows
//
//   window(x) = window(x - 1) + C(x) - C(x - kernelWidth)        x: the last column of the window
//
// The lanes read both sums of columns from shared memory, each as many scalars before the lane's own as lets the
// results of a lane be whole chunks. A lane begins with 0, and adds what all lanes before it ended with. Columns before
// the strip count as 0.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/lane_sum.cuh"
#include "../load/block.cuh"
#include "../load/dynamic_shared.cuh"
#include "march_columns.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of a warp, which is a block. Its strip begins with a chunk of the source.
template <class S_, int Channels_, ToLast Last_, class Tuning> struct BoxMarchTile
{
    using S = S_;
    static constexpr int Threads = 32, ThreadsX = 32, ThreadsY = 1, Blocks = Tuning::value.blocks;
    static constexpr int Rows = Tuning::value.rows, FirstRows = Tuning::value.firstRows;
    static constexpr bool Streams = Tuning::value.streams;
    static constexpr ToLast Last = Last_;
    static constexpr int ChunkScalars = kChunkBytes / static_cast<int>(sizeof(S));
    static constexpr int Channels = Channels_, Chunks = Channels, Scalars = Chunks * ChunkScalars; // of a lane
    static constexpr int Pixels = ChunkScalars;            // of a lane: neighbours
    static constexpr int PerWord = sizeof(S) == 1 ? 2 : 1; // sums of columns
    static constexpr int ChunkWords = ChunkScalars / PerWord, Words = Scalars / PerWord;
    static constexpr int LaneWords = Words + 1; // in shared memory: an odd number, so that lanes have their own banks
    static constexpr int MostTaps = 127;        // of a side: sums of bytes differ by less than 2^15

    // Lanes of zeros before the warp's lanes, and the words of a row.
    static __host__ __device__ constexpr int lanesBefore(int kernelWidth) { return (kernelWidth - 1) / Pixels + 3; }
    static __host__ __device__ constexpr int rowWords(int kernelWidth)
    {
        return (lanesBefore(kernelWidth) + Threads) * LaneWords + Channels;
    }
    static __host__ __device__ constexpr int sharedWords(int kernelWidth)
    {
        return Rows * rowWords(kernelWidth) + (kernelWidth - 1) * Channels;
    }
};

template <class S, class Finish> struct BoxMarchArguments
{
    BatchSource<S> source;
    BatchTarget<S> target;
    Alignment alignment;
    int kernelWidth, kernelHeight, anchorX, anchorY;
    int width, tileRows; // of a strip: results, in scalars
    int before;          // scalars of a strip before the one under its first result
    int behind;          // a lane's first result lies so many scalars before its place in the strip,
    int toLast;          // and the last column of its window so many
    Finish finish;       // packs four results of sums plus Finish::kOffset
};

// Sums of the windows of a lane.
template <class Tile> class BoxMarchWindows
{
public:
    // `last` has the last columns of windows, `before` those before the first ones.
    __device__ void make(const BoxMarchColumns<Tile>& last, const BoxMarchColumns<Tile>& before)
    {
        constexpr int Channels = Tile::Channels;
        std::uint32_t total[Channels] = {};
        if constexpr (Tile::PerWord == 1)
        {
#pragma unroll
            for (int i = 0; i < Tile::Scalars; ++i)
                sum_[i] = total[i % Channels] += last.word[i] - before.word[i];
        }
        else
        {
            std::uint32_t difference[Tile::Words]; // of halves, plus kBias: not negative
#pragma unroll
            for (int i = 0; i < Tile::Words; ++i)
                difference[i] = last.word[i] - before.word[i] + kBias * 0x10001u;
#pragma unroll
            for (int i = 0; i < Tile::Scalars; ++i)
            {
                // With one channel, both halves of a word make one step to the next word.
                constexpr bool inPairs = Channels == 1;
                const std::uint32_t taps = i % 2 == 0 ? 0x0001u : inPairs ? 0x0101u : 0x0100u;
                sum_[i] = dotU16x2(difference[i / 2], taps, total[i % Channels]);
                if (!inPairs || i % 2 == 1)
                    total[i % Channels] = sum_[i];
            }
        }
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            first_[c] = total[c];
    }

    // By all lanes, for several rows at a time.
    static __device__ void addLanesBefore(BoxMarchWindows (&rows)[Tile::Rows])
    {
        constexpr int Channels = Tile::Channels, count = Tile::Rows * Channels;
        std::uint32_t total[count];
#pragma unroll
        for (int i = 0; i < count; ++i)
            total[i] = rows[i / Channels].first_[i % Channels] -= kBiasOfLane;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2)
#pragma unroll
            for (int i = 0; i < count; ++i)
                total[i] = plusLaneBefore(total[i], distance);
#pragma unroll
        for (int i = 0; i < count; ++i)
            rows[i / Channels].first_[i % Channels] = total[i] - rows[i / Channels].first_[i % Channels];
    }

    template <class Finish> __device__ void pack(Chunk (&row)[Tile::Chunks], const Finish& finish) const
    {
        constexpr int words = static_cast<int>(sizeof(typename Tile::S)); // of four results
#pragma unroll
        for (int i = 0; i < Tile::Scalars; i += 4)
        {
            std::uint32_t sum[4];
#pragma unroll
            for (int v = 0; v < 4; ++v)
            {
                const int pixel = (i + v) / Tile::Channels, c = (i + v) % Tile::Channels;
                sum[v] = sum_[i + v] + first_[c] + (Finish::kOffset - (pixel + 1) * kBiasOfPixel);
            }
            const auto four = finish.pack(sum);
#pragma unroll
            for (int w = 0; w < words; ++w)
                row[i * words / 16].word[(i / 4 * words + w) % 4] = four.word[w];
        }
    }

private:
    static constexpr std::uint32_t kBias = 0x8000, kBiasOfPixel = Tile::PerWord == 2 ? kBias : 0;
    static constexpr std::uint32_t kBiasOfLane = kBiasOfPixel * Tile::Pixels;
    std::uint32_t sum_[Tile::Scalars];    // plus kBiasOfPixel for each pixel, without the lanes before
    std::uint32_t first_[Tile::Channels]; // what these end with
};

// Where a lane's results go.
template <class Tile> class BoxMarchTarget
{
public:
    // The lane's first result is number `x` of the strip's row.
    template <class Arguments>
    __device__ BoxMarchTarget(const Arguments& a, const BlockPlace& block, int x)
        : step_(a.target.step), to_(reinterpret_cast<char*>(a.target.row(block.y) + block.x + x))
    {
        const int left = a.target.cols * Tile::Channels - block.x, end = left < a.width ? left : a.width;
#pragma unroll
        for (int k = 0; k < Tile::Chunks; ++k)
            has_[k] = static_cast<unsigned>(x + k * Tile::ChunkScalars) < static_cast<unsigned>(end);
    }

    __device__ void store(const Chunk (&row)[Tile::Chunks], bool isRow)
    {
#pragma unroll
        for (int k = 0; k < Tile::Chunks; ++k)
            if (has_[k] && isRow)
            {
                if constexpr (Tile::Streams)
                    storeStreamed(to_ + k * kChunkBytes, row[k]);
                else
                    storeWords(to_ + k * kChunkBytes, row[k]);
            }
        to_ += step_;
    }

private:
    const std::ptrdiff_t step_;
    char* to_;
    bool has_[Tile::Chunks];
};

// The sums of columns over `count` rows of the source, from `first` on.
template <class Tile>
__device__ void addRows(BoxMarchColumns<Tile>& columns, const BoxMarchSource<Tile>& source, int first, int count,
                        CachePolicy policy)
{
    constexpr int atOnce = Tile::FirstRows, half = atOnce / 2;
    typename BoxMarchSource<Tile>::Row rows[atOnce] = {};
#pragma unroll 1
    for (int done = 0; done < count; done += atOnce)
    {
        if (const unsigned outside =
                source.template fetch<half>(rows, first + done, first + done + half, policy, policy))
            source.setOutside(rows, outside);
#pragma unroll
        for (int r = 0; r < atOnce; ++r)
            if (done + r < count)
                columns.enter(rows[r]);
    }
}

// Results of rows of windows, whose sums of columns are in shared memory and the lane's `own`, from row `row` of the
// block on.
template <class Tile, class Finish, class Last, class Before>
__device__ void storeWindows(const BoxMarchRow<Tile> (&rows)[Tile::Rows],
                             const BoxMarchColumns<Tile> (&own)[Tile::Rows], const Last& last, const Before& before,
                             const Finish& finish, BoxMarchTarget<Tile>& target, int row, int end)
{
    BoxMarchWindows<Tile> windows[Tile::Rows];
#pragma unroll
    for (int r = 0; r < Tile::Rows; ++r)
    {
        BoxMarchColumns<Tile> lastColumns, columnsBefore;
        last.read(lastColumns, rows[r], own[r]);
        before.read(columnsBefore, rows[r], own[r]);
        windows[r].make(lastColumns, columnsBefore);
    }
    __syncwarp(); // all have read the rows
    BoxMarchWindows<Tile>::addLanesBefore(windows);
#pragma unroll
    for (int r = 0; r < Tile::Rows; ++r)
    {
        Chunk result[Tile::Chunks];
        windows[r].pack(result, finish);
        target.store(result, row + r < end);
    }
}

// Writes finish(sum over (j, i) of source(x + i - anchorX, y + j - anchorY)).
template <class Tile, class Finish>
__global__ void __launch_bounds__(Tile::Threads, Tile::Blocks)
    boxMarchKernel(const BoxMarchArguments<typename Tile::S, Finish> a)
{
    awaitEarlierWork(a.target.siblings);
    constexpr int Rows = Tile::Rows;
    const int lane = static_cast<int>(threadIdx.x);
    const BlockPlace block = placeBlock(a, a.width, a.tileRows);
    if (block.rows <= 0)
        return;

    const int zeros = Tile::lanesBefore(a.kernelWidth), rowWords = Tile::rowWords(a.kernelWidth);
    std::uint32_t* const shared = dynamicShared<std::uint32_t, Tile::sharedWords(Tile::MostTaps)>();
    BoxMarchRow<Tile> rows[Rows];
#pragma unroll
    for (int r = 0; r < Rows; ++r)
        rows[r] = {shared + r * rowWords, zeros};
    for (int i = lane; i < Rows * rowWords; i += Tile::Threads)
        shared[i] = 0;
    __syncwarp();

    // Rows that enter windows are read again when they leave them. The L2 cache cannot keep those of high windows.
    const bool areKept = a.kernelHeight < 64;
    const CachePolicy enters = areKept ? cachePolicy(Eviction::Last) : cachePolicy(Eviction::Unchanged),
                      leaves = areKept ? cachePolicy(Eviction::First) : cachePolicy(Eviction::Unchanged);
    const int stripX = a.source.x0 * Tile::Channels + block.x - a.before;
    const BoxMarchSource<Tile> source(a.source, stripX);
    const BoxMarchEdges<Tile> edges(a, shared + Rows * rowWords, rows, stripX);
    BoxMarchTarget<Tile> target(a, block, lane * Tile::Scalars - a.before - a.behind);
    constexpr bool mayBeOdd = Tile::PerWord == 2 && Tile::Channels % 2 == 1; // with it, kernelWidth is odd
    const BoxMarchWriter<Tile> writer(zeros);
    const BoxMarchReader<Tile, Tile::Last> last(zeros, a.toLast);
    const BoxMarchReader<Tile, mayBeOdd && Tile::Last == ToLast::Even ? ToLast::Odd : ToLast::Even> before(
        zeros, a.toLast + a.kernelWidth * Tile::Channels);

    // The windows above the block's first ones, which the first rows move on.
    BoxMarchColumns<Tile> columns{};
    int leaving = a.source.y0 - a.anchorY + block.y - 1; // the next row that does
    addRows(columns, source, leaving, a.kernelHeight, enters);

    typename BoxMarchSource<Tile>::Row next[2 * Rows] = {}; // that enter, and that leave
    unsigned outside = source.template fetch<Rows>(next, leaving + a.kernelHeight, leaving, enters, leaves);
#pragma unroll 1
    for (int row = 0; row < block.rows; row += Rows)
    {
        if (outside != 0)
            source.setOutside(next, outside);
        BoxMarchColumns<Tile> own[Rows];
#pragma unroll
        for (int r = 0; r < Rows; ++r)
        {
            columns.move(next[r], next[Rows + r]);
            writer.write(rows[r], columns);
            own[r] = columns;
        }
        leaving += Rows;
        outside =
            source.template fetch<Rows>(next, leaving + a.kernelHeight, leaving, enters, leaves); // also behind the end
        __syncwarp();
        if (edges.any())
        {
            edges.repeat(rows);
#pragma unroll
            for (int r = 0; r < Rows; ++r)
                writer.read(rows[r], own[r]); // which ToLast::One alone uses
        }
        storeWindows(rows, own, last, before, a.finish, target, row, block.rows);
    }
}

}} // namespace cv::cudatiled
