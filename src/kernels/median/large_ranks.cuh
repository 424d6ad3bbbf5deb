// SPDX-License-Identifier: Apache-2.0
// Medians by rank for large windows: a tile takes most of a multiprocessor's shared memory. Histograms of columns tell
// each of its many threads where to look for its first median.
#pragma once

#include "../load/dynamic_shared.cuh"
#include "ranks.cuh"

namespace cv { namespace cudatiled {

// Shared memory has the order, the ranks, the keys and the counters; histograms take the place of the last two after
// sorting.
template <int Width_, int Rows_, int Threads_> struct LargeRankTile : RankTile<Width_, Rows_, Threads_>
{
    using Base = RankTile<Width_, Rows_, Threads_>;
    // Side of a window: 20 columns of results are left. Of fewer, medians are found sooner bit by bit.
    static constexpr int Largest = Width_ - 19;
    static constexpr int Counters = Base::Digits * Threads_;
    static constexpr int Chunks = (3 * Base::Count + Counters + Base::Digits + 7) / 8;
    static constexpr int BinRanks = Base::Count > 1 << 14 ? 512 : 256;
    static constexpr int Bins = (Base::Count + BinRanks - 1) / BinRanks;
    static constexpr int MaxParts =
        (2 * (Base::Count + Counters) - 4) / (Width_ * Bins); // a word may be read beyond them
    static_assert(Width_ % 4 == 0 && Base::Count % 8 == 0, "words of four counts; chunks of ranks");
    static_assert(Largest < 256 && Largest <= Rows_, "counts are bytes; there are results");
    static_assert(Width_ <= Threads_ && MaxParts > 0, "each column has a thread and a histogram");
};

// A column of results is divided into parts, a thread each. counts, for each part, bin of ranks and column of the tile:
// pixels before the bin in the rows of the part's first window; bytes, those of all columns side by side.
template <class Tile> struct StartHistograms
{
    std::uint8_t* counts;
    int rows, parts; // of results

    __device__ int firstRow(int part) const { return rows * part / parts; }

    __device__ void count(const std::uint16_t* ranks, int size) const
    {
#pragma unroll 1
        for (int i = static_cast<int>(threadIdx.x); i < parts * Tile::Width; i += Tile::Threads)
        {
            const int part = i / Tile::Width, column = i - part * Tile::Width;
            std::uint8_t* const own = counts + part * (Tile::Bins * Tile::Width) + column;
            for (int bin = 0; bin < Tile::Bins; ++bin)
                own[bin * Tile::Width] = 0;
            const std::uint16_t* rank = ranks + firstRow(part) * Tile::Width + column;
#pragma unroll 2
            for (int j = 0; j < size; ++j, rank += Tile::Width)
                ++own[*rank / Tile::BinRanks * Tile::Width];
            int before = 0;
            for (int bin = 0; bin < Tile::Bins; ++bin)
            {
                const int here = own[bin * Tile::Width];
                own[bin * Tile::Width] = static_cast<std::uint8_t>(before);
                before += here;
            }
        }
    }

    // How many pixels of the first window of a part lie before a bin.
    __device__ int before(int bin, int part, int x, int size) const
    {
        const std::uint32_t* const words =
            reinterpret_cast<const std::uint32_t*>(counts) + ((part * Tile::Bins + bin) * Tile::Width + x) / 4;
        const int end = x % 4 + size; // whole words, and the bytes of the window in the first one and behind the last
        std::uint32_t sum = dotBytes(words[0] >> (x % 4 * 8), 0x01010101u, 0u);
#pragma unroll 4
        for (int i = 1; i < end / 4; ++i)
            sum = dotBytes(words[i], 0x01010101u, sum);
        return static_cast<int>(dotBytes(words[end / 4] & ~(~0u << (end % 4 * 8)), 0x01010101u, sum));
    }

    // Starts the search of a window at the bin that has its median.
    __device__ void start(RankWindow<Tile>& window, int part) const
    {
        int lowest = 0, end = Tile::Bins;
#pragma unroll 1
        while (end - lowest > 1)
        {
            const int bin = (lowest + end) / 2, count = before(bin, part, window.x, window.size);
            if (count > window.size * window.size / 2)
                end = bin;
            else
            {
                lowest = bin;
                window.below = count;
            }
        }
        window.group = lowest * (Tile::BinRanks / Tile::Group);
    }
};

// One block writes the medians of a tile of one channel.
template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads, 1) medianLargeRanksKernel(const MedianRanksArguments<K> a)
{
    awaitEarlierWork();
    std::uint16_t* const order = reinterpret_cast<std::uint16_t*>(dynamicShared<Chunk, Tile::Chunks>());
    std::uint16_t *const ranks = order + Tile::Count, *const keys = ranks + Tile::Count;
    std::uint16_t *const counters = keys + Tile::Count, *const totals = counters + Tile::Counters;

    const int channels = a.source.channels, size = a.size, thread = static_cast<int>(threadIdx.x);
    const int tile = static_cast<int>(blockIdx.x) / channels, channel = static_cast<int>(blockIdx.x) - tile * channels;
    const int firstX = tile * (Tile::Width - size + 1), firstY = rowOfBlock(a.target) * (Tile::Rows - size + 1);
    if (firstY >= a.target.rows)
        return;
    const auto& source = a.source.ofBlock();
    const auto pixel = [&](int x, int y) {
        return source.at(a.source.x0 + firstX + x - size / 2, a.source.y0 + firstY + y - size / 2, channel);
    };
    sortTile<Tile, K>(keys, {keys, order, ranks, counters, totals}, a.flip,
                      [&](int position) { return pixel(position % Tile::Width, position / Tile::Width); });
#pragma unroll 2
    for (int i = thread; i < Tile::Count; i += Tile::Threads)
    {
        const int position = order[i], y = position / Tile::Width;
        ranks[position] = static_cast<std::uint16_t>(i);
        order[i] = static_cast<std::uint16_t>(y << Tile::Shift | (position - y * Tile::Width));
    }
    __syncthreads();

    const auto least = [](int first, int second) {
        return first < second ? first : second;
    };
    const int columns = least(Tile::Width - size + 1, a.target.cols - firstX);
    const int rows = least(Tile::Rows - size + 1, a.target.rows - firstY);
    const int parts = least(least(Tile::Threads / columns, Tile::MaxParts), rows);
    const StartHistograms<Tile> histograms{reinterpret_cast<std::uint8_t*>(keys), rows, parts};
    histograms.count(ranks, size);
    __syncthreads();
    const int part = thread / columns, column = thread - part * columns;
    if (part >= parts)
        return;
    const auto* const words = reinterpret_cast<const std::uint32_t*>(order);
    RankWindow<Tile> window{words + Tile::Count / 2, words, size, column, 0, 0};
    histograms.start(window, part);
    const int first = histograms.firstRow(part);
    K* const to = a.target.row(firstY + first) + static_cast<std::ptrdiff_t>(firstX + column) * channels + channel;
    storeMedians(window, first, histograms.firstRow(part + 1), to, a.target.step, [&](int coordinates) {
        return pixel(coordinates & ((1 << Tile::Shift) - 1), coordinates >> Tile::Shift);
    });
}

}} // namespace cv::cudatiled
