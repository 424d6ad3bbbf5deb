// SPDX-License-Identifier: Apache-2.0
// Medians of bytes by histograms that move with the window: two rows of it for each result, whatever its size (Huang,
// Yang and Tang, A Fast Two-Dimensional Median Filtering Algorithm, IEEE ASSP 27, 1979).
#pragma once

#include "../../core/earlier_work.cuh"
#include "../../core/intrinsics.cuh"
#include "../load/block.cuh"

namespace cv { namespace cudatiled {

constexpr int kColumnThreads = 64;

// The 256 counts of a thread, which are bytes, four in a word. Word i of all threads lie side by side: no bank
// conflicts. A byte travels as its code, which keeps the order: (number of its word) << 8 | (lowest bit of its count in
// the word).
struct ByteCounts
{
    static constexpr int perWord = 4, words = 256 / perWord;
    static constexpr int largestSize = 15; // of a window, whose pixels are all in one count at worst
    static_assert(kColumnThreads * 4 == 1 << 8, "the upper bits of a code are where its word is for the first thread");

    std::uint32_t* counts; // of all threads

    __device__ static std::uint32_t code(std::uint32_t value) { return (value / perWord) << 8 | value % perWord * 8; }
    __device__ std::uint32_t word(int index) const { return counts[index * kColumnThreads + threadIdx.x]; }

    // Adds to the count of the code in the low half of a word, and to that in the high half; `one` is 1 or -1. The
    // counts of a word are right in the end, whatever they borrow meanwhile.
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

    __device__ static int total(std::uint32_t word) { return static_cast<int>(dotBytes(word, 0x01010101u, 0)); }
    // How many counts of a word, from its lowest on, add up to no more than `limit`, which its total exceeds.
    __device__ static int within(std::uint32_t word, int limit)
    {
        const std::uint32_t sums = word * 0x01010101u;
        const auto fits = [&](std::uint32_t sum) {
            return static_cast<int>(static_cast<int>(sum & 0xffu) <= limit);
        };
        return fits(sums) + fits(sums >> 8) + fits(sums >> 16);
    }
};

// The histogram of a window of Size x Size pixels, and where its median was last: the word with its count, and how many
// pixels the words before it have.
template <int Size> struct ColumnMedian
{
    ByteCounts counts;
    bool odd; // whether the window begins in the upper half of a word
    int word, below;

    // Takes a row of codes, two to a word, into the window (`one` is 1) or out of it (-1): whole words, and half of the
    // one before or behind them.
    __device__ __forceinline__ void add(const std::uint32_t* codes, std::uint32_t one)
    {
        const int limit = word << 8;
        const std::uint32_t single = odd ? codes[0] >> 16 : codes[Size / 2]; // the lower half
        codes += odd;
        counts.addLow(single, one);
        std::uint32_t from = u16x2From(single, limit) & 1u; // codes from `limit` on
        std::uint32_t words[Size / 2];                      // all are read first
#pragma unroll
        for (std::uint32_t& two : words)
            two = *codes++;
#pragma unroll
        for (const std::uint32_t two : words)
        {
            counts.addLow(two, one);
            counts.addHigh(two, one);
            from += u16x2From(two, limit);
        }
        below = dotBytesSigned(from, one == 1u ? ~0u : 0x01010101u, below + static_cast<int>(one) * Size);
    }

    __device__ std::uint32_t median()
    {
        constexpr int half = Size * Size / 2; // so many pixels are before it
        while (below > half)
            below -= ByteCounts::total(counts.word(--word));
        std::uint32_t now = counts.word(word);
        for (int here = ByteCounts::total(now); below + here <= half; here = ByteCounts::total(now))
        {
            below += here;
            now = counts.word(++word);
        }
        return static_cast<std::uint32_t>(word * ByteCounts::perWord + ByteCounts::within(now, half - below));
    }
};

// How the codes of a row lie in shared memory: channel by channel.
struct CodeRow
{
    int pixels; // of results
    int plane;  // codes of a channel: an even number
    int codes;  // of all channels

    CUDATILED_HOST_DEVICE CodeRow(int size, int channels)
        : pixels(kColumnThreads / channels), plane((pixels + size) & ~1), codes(channels * plane)
    {}
};

// Shape of the work of one block: a column of results for each thread, which brings two codes of each row, and room
// for the rows of codes that they share. Windows have Size x Size pixels.
template <int Size_, int BufferedCodes_> struct MedianHistogramTile
{
    static constexpr int ThreadsX = kColumnThreads, ThreadsY = 1, Threads = kColumnThreads;
    static constexpr int Size = Size_, PerThread = 2, BufferedCodes = BufferedCodes_; // of all rows
    static constexpr int SharedBytes = ByteCounts::words * Threads * 4 + BufferedCodes_ * 2;
    static_assert(Size % 2 == 1 && Size <= ByteCounts::largestSize, "");
    static bool fits(int channels)
    {
        const int codes = CodeRow(Size, channels).codes;
        return codes <= PerThread * Threads && (Size + 2) * codes <= BufferedCodes_;
    }
};

struct MedianHistogramArguments
{
    BatchSource<std::uint8_t> source;
    BatchTarget<std::uint8_t> target;
    int rows;           // of results of a block
    std::uint32_t flip; // makes unsigned numbers of signed ones, and back
};

// Loads the codes of rows one below the other, by way of registers.
template <class Tile> class RowFetcher
{
public:
    // From row `y` of the source on, which may lie outside.
    __device__ RowFetcher(const MedianHistogramArguments& a, const CodeRow& code, int firstX, int y)
        : flip_(a.flip), step_(a.source.step), row_(y), lastRow_(a.source.rows - 1)
    {
        const std::uint8_t* const first = a.source.row(borderIndex(y, a.source.rows, Border::Replicate));
#pragma unroll
        for (int n = 0; n < Tile::PerThread; ++n)
        {
            const int i = static_cast<int>(threadIdx.x) + n * Tile::Threads, channel = i / code.plane;
            const int x = a.source.x0 + firstX + i - channel * code.plane - Tile::Size / 2;
            brings_[n] = i < code.codes;
            next_[n] = first + borderIndex(x, a.source.cols, Border::Replicate) * a.source.channels + channel;
        }
    }
    __device__ __forceinline__ void fetch()
    {
        const std::ptrdiff_t down = row_ >= 0 && row_ < lastRow_ ? step_ : 0;
        ++row_;
#pragma unroll
        for (int n = 0; n < Tile::PerThread; ++n)
            if (brings_[n])
            {
                value_[n] = *next_[n];
                next_[n] += down;
            }
    }
    __device__ __forceinline__ void store(std::uint16_t* row) const
    {
#pragma unroll
        for (int n = 0; n < Tile::PerThread; ++n)
            if (brings_[n])
                row[threadIdx.x + n * Tile::Threads] = static_cast<std::uint16_t>(ByteCounts::code(value_[n] ^ flip_));
    }

private:
    const std::uint32_t flip_;
    const std::ptrdiff_t step_;
    int row_;
    const int lastRow_;
    bool brings_[Tile::PerThread];
    const std::uint8_t* next_[Tile::PerThread]; // of the thread's pixels
    std::uint32_t value_[Tile::PerThread];
};

// One block goes down as many columns as it has threads. Rows of codes wait in a line buffer until they have left the
// windows.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads) medianHistogramKernel(const MedianHistogramArguments a)
{
    awaitEarlierWork();
    __shared__ std::uint32_t counts[ByteCounts::words * Tile::Threads];
    __shared__ std::uint32_t lineBuffer[Tile::BufferedCodes / 2];

    constexpr int size = Tile::Size;
    const int channels = a.source.channels;
    const int thread = static_cast<int>(threadIdx.x);
    const CodeRow code(size, channels);
    const int firstX = static_cast<int>(blockIdx.x) * code.pixels, firstY = rowOfBlock(a.target) * a.rows;
    if (firstY >= a.target.rows)
        return;
    for (int i = 0; i < ByteCounts::words; ++i)
        counts[i * Tile::Threads + thread] = 0;
    RowFetcher<Tile> fetcher(a, code, firstX, a.source.y0 + firstY - size / 2);
    fetcher.fetch();
    fetcher.store(reinterpret_cast<std::uint16_t*>(lineBuffer));
    fetcher.fetch();

    const int left = a.target.rows - firstY, rows = (left < a.rows ? left : a.rows) + size - 1;
    const int channel = thread / code.pixels, x = thread - channel * code.pixels;
    const bool works = channel < channels && firstX + x < a.target.cols;
    const int window = works ? (channel * code.plane + x) / 2 : 0; // where it begins in a row
    std::uint8_t* to = a.target.row(firstY) + static_cast<std::ptrdiff_t>(firstX + x) * channels + channel;
    ColumnMedian<size> moving{{counts}, x % 2 != 0, 0, 0};
    const int rowWords = code.codes / 2;
    // Rows: the last one that was brought, the one that comes, the oldest.
    std::uint32_t *enters = lineBuffer, *next = lineBuffer + rowWords, *leaves = next + rowWords;
    const std::uint32_t* const end = lineBuffer + (size + 2) * rowWords;
#pragma unroll 1
    for (int row = 0; row < rows; ++row)
    {
        __syncthreads();
        fetcher.store(reinterpret_cast<std::uint16_t*>(next));
        fetcher.fetch();
        if (works)
        {
            moving.add(enters + window, 1u);
            if (row >= size)
                moving.add(leaves + window, ~0u);
            if (row >= size - 1)
            {
                *to = static_cast<std::uint8_t>(moving.median() ^ a.flip);
                to += a.target.step;
            }
        }
        enters = next;
        next = leaves;
        leaves = leaves + rowWords == end ? lineBuffer : leaves + rowWords;
    }
}

}} // namespace cv::cudatiled
