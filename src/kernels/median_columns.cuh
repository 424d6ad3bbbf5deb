// SPDX-License-Identifier: Apache-2.0
// Medians of bytes by histograms that move with the window: two rows of it for each result, whatever its size (Huang, Yang and Tang, A Fast
// Two-Dimensional Median Filtering Algorithm, IEEE ASSP 27, 1979).
#pragma once

#include <type_traits>

#include "../core/image_view.hpp"
#include "../core/intrinsics.cuh"

namespace cv { namespace cudatiled {

constexpr int kColumnThreads = 64;

// The 256 counts of a thread as words of several counts of Bits bits; words of the same number of all threads lie side by side, so that no two
// threads meet in a bank. A byte travels as its code, in the same order: the number of its word from bit 8 on, below how far up in
// it the count is.
template <int Bits> struct ByteCounts
{
    static constexpr int perWord = 32 / Bits, words = 256 / perWord;
    static constexpr int largestSize = Bits == 8 ? 15 : 255; // of a window, whose pixels are all in one count at worst
    static_assert(kColumnThreads * 4 == 1 << 8, "the upper bits of a code are where its word is for the first thread");

    std::uint32_t* counts; // of all threads

    __device__ static std::uint32_t code(std::uint32_t value)
    {
        return (value / perWord) << 8 | value % perWord * Bits;
    }
    __device__ std::uint32_t word(int index) const { return counts[index * kColumnThreads + threadIdx.x]; }

    // Adds to the count of the code in the low half of a word, and to that in the high half; `one` is 1 or -1. The counts of a word
    // are right in the end, whatever they borrow meanwhile.
    __device__ __forceinline__ void addLow(std::uint32_t codes, std::uint32_t one) const
    {
        add(secondByteAbove(threadIdx.x * 4, codes), shiftedUp(one, codes));
    }
    __device__ __forceinline__ void addHigh(std::uint32_t codes, std::uint32_t one) const
    {
        add(fourthByteAbove(threadIdx.x * 4, codes), shiftedUp(one, codes >> 16));
    }
    __device__ __forceinline__ void add(std::uint32_t byte, std::uint32_t value) const
    {
        addShared(reinterpret_cast<std::uint32_t*>(reinterpret_cast<char*>(counts) + byte), value);
    }

    __device__ static int total(std::uint32_t word)
    {
        return static_cast<int>(Bits == 8 ? dotBytes(word, 0x01010101u, 0) : (word & 0xffffu) + (word >> 16));
    }
    // How many counts of a word, from its lowest on, add up to no more than `limit`, which its total exceeds.
    __device__ static int within(std::uint32_t word, int limit)
    {
        if (Bits == 16)
            return static_cast<int>(word & 0xffffu) <= limit;
        const std::uint32_t sums = word * 0x01010101u;
        const auto fits = [&](std::uint32_t sum) {
            return static_cast<int>(static_cast<int>(sum & 0xffu) <= limit);
        };
        return fits(sums) + fits(sums >> 8) + fits(sums >> 16);
    }
};

// The window's histogram, and where its median was last: the word with its count, and how many pixels the words before it have.
template <class Counts> struct ColumnMedian
{
    Counts counts;
    int word, below;

    // Takes the codes of a row of the window, two to a word, in (`one` is 1) or out (-1).
    __device__ __forceinline__ void take(const std::uint32_t* codes, int size, std::uint32_t one)
    {
        const int limit = word << 8;
        std::uint32_t from = 0; // codes from `limit` on
        const auto takeTwo = [&](std::uint32_t two) {
            counts.addLow(two, one);
            counts.addHigh(two, one);
            from += halvesFrom(two, limit);
        };
        const auto takeWords = [&](auto count) { // all are read first
            std::uint32_t words[decltype(count)::value];
#pragma unroll
            for (std::uint32_t& two : words)
                two = *codes++;
#pragma unroll
            for (const std::uint32_t two : words)
                takeTwo(two);
        };
#pragma unroll 1
        for (int i = size / 8; i > 0; --i)
            takeWords(std::integral_constant<int, 4>());
        if (size / 2 & 2)
            takeWords(std::integral_constant<int, 2>());
        if (size / 2 & 1)
            takeWords(std::integral_constant<int, 1>());
        const std::uint32_t last = *codes & 0xffffu;
        counts.addLow(last, one);
        from += halvesFrom(last, limit) & 1u;
        below += static_cast<int>(one) * (size - static_cast<int>((from & 0xffffu) + (from >> 16)));
    }

    // The value with `half` pixels before it.
    __device__ std::uint32_t median(int half)
    {
        while (below > half)
            below -= Counts::total(counts.word(--word));
        std::uint32_t now = counts.word(word);
        for (int here = Counts::total(now); below + here <= half; here = Counts::total(now))
        {
            below += here;
            now = counts.word(++word);
        }
        return static_cast<std::uint32_t>(word * Counts::perWord + Counts::within(now, half - below));
    }
};

// How the codes of a row lie in shared memory: channel by channel, and once more, from the second one on, for windows that begin at an odd
// pixel. The two begin 16 banks apart, for half of a warp reads the one and half the other.
struct CodeRow
{
    int pixels; // of results
    int plane;  // codes of a channel
    int codes;  // of all channels
    int second; // where the second ones begin
    int stride; // between rows

    CUDATILED_HOST_DEVICE CodeRow(int size, int channels)
        : pixels(kColumnThreads / channels), plane((pixels + size) & ~1), codes(channels * plane),
          second(((codes + 33) & ~63) + 32), stride(second + codes)
    {}
};

// Shape of the work of one block: a column of results for each thread, and room for the rows of codes that they share.
template <int Bits, int Ring_> struct MedianColumns
{
    static constexpr int ThreadsX = kColumnThreads, ThreadsY = 1, Threads = kColumnThreads;
    static constexpr int Ring = Ring_; // codes in all rows
    using Counts = ByteCounts<Bits>;
    static bool fits(int size, int channels)
    {
        const CodeRow row(size, channels);
        return size <= Counts::largestSize && row.codes <= 2 * Threads && (size + 2) * row.stride <= Ring_;
    }
};

struct MedianColumnsArguments
{
    SourceView<std::uint8_t> source;
    TargetView<std::uint8_t> target;
    int size;           // of the window
    int rows;           // of results of a block
    std::uint32_t flip; // makes unsigned numbers of signed ones, and back
};

// Brings the codes of a row: a thread two of them, or none, by way of registers.
template <class Tile> struct RowFetcher
{
    const SourceView<std::uint8_t>& source;
    std::uint32_t flip;
    int column[2]; // of its scalars in the source
    std::uint32_t value[2];

    __device__ RowFetcher(const MedianColumnsArguments& a, const CodeRow& row, int firstX)
        : source(a.source), flip(a.flip)
    {
#pragma unroll
        for (int n = 0; n < 2; ++n)
        {
            const int i = static_cast<int>(threadIdx.x) + n * Tile::Threads, channel = i / row.plane;
            const int x = source.x0 + firstX + i - channel * row.plane - a.size / 2;
            column[n] = i < row.codes ? borderIndex(x, source.cols, Border::Replicate) * source.channels + channel : -1;
        }
    }
    __device__ __forceinline__ void fetch(int y)
    {
        const std::uint8_t* const from = source.row(y);
#pragma unroll
        for (int n = 0; n < 2; ++n)
            if (column[n] >= 0)
                value[n] = from[column[n]];
    }
    __device__ __forceinline__ void store(std::uint32_t* ring, const CodeRow& row) const
    {
        std::uint16_t* const to = reinterpret_cast<std::uint16_t*>(ring) + threadIdx.x;
#pragma unroll
        for (int n = 0; n < 2; ++n)
            if (column[n] >= 0)
            {
                const std::uint32_t code = Tile::Counts::code(value[n] ^ flip);
                to[n * Tile::Threads] = static_cast<std::uint16_t>(code);
                to[n * Tile::Threads + row.second - 1] = static_cast<std::uint16_t>(code);
            }
    }
};

// One block goes down as many columns as it has threads. Rows of codes wait in a ring until they have left the windows.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads) medianColumnsKernel(const MedianColumnsArguments a)
{
    using Counts = typename Tile::Counts;
    __shared__ std::uint32_t counts[Counts::words * Tile::Threads];
    __shared__ std::uint32_t ring[Tile::Ring / 2];

    const int channels = a.source.channels, size = a.size, thread = static_cast<int>(threadIdx.x);
    const CodeRow code(size, channels);
    const int firstX = static_cast<int>(blockIdx.x) * code.pixels,
              firstY = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * a.rows;
    if (firstY >= a.target.rows)
        return;
    for (int i = 0; i < Counts::words; ++i)
        counts[i * Tile::Threads + thread] = 0;
    RowFetcher<Tile> fetcher(a, code, firstX);
    const auto fetch = [&](int row) {
        fetcher.fetch(borderIndex(a.source.y0 + firstY - size / 2 + row, a.source.rows, Border::Replicate));
    };
    fetch(0);
    fetcher.store(ring, code);
    fetch(1);

    const int left = a.target.rows - firstY, rows = (left < a.rows ? left : a.rows) + size - 1;
    const int channel = thread / code.pixels, x = thread - channel * code.pixels;
    const bool works = channel < channels && firstX + x < a.target.cols;
    const int window = works ? (channel * code.plane + x) / 2 + (x % 2 ? code.second / 2 : 0) : 0; // words into a row
    std::uint8_t* to = a.target.row(firstY) + static_cast<std::ptrdiff_t>(firstX + x) * channels + channel;
    ColumnMedian<Counts> moving{{counts}, 0, 0};
    int slot = 0; // of the row that enters
#pragma unroll 1
    for (int row = 0; row < rows; ++row)
    {
        __syncthreads();
        const int next = slot == size + 1 ? 0 : slot + 1, oldest = next == size + 1 ? 0 : next + 1;
        fetcher.store(ring + next * code.stride / 2, code);
        fetch(row + 2);
        if (works)
        {
            moving.take(ring + slot * code.stride / 2 + window, size, 1u);
            if (row >= size)
                moving.take(ring + oldest * code.stride / 2 + window, size, ~0u);
            if (row >= size - 1)
            {
                *to = static_cast<std::uint8_t>(moving.median(size * size / 2) ^ a.flip);
                to += a.target.step;
            }
        }
        slot = next;
    }
}

}} // namespace cv::cudatiled
