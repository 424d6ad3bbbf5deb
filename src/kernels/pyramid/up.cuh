// SPDX-License-Identifier: Apache-2.0
// The next larger level of a pyramid: sums down the columns in registers, then along the rows.
#pragma once

#include "../../core/earlier_work.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

// A block has chunks of every source row, which are Halo chunks longer on both sides than its results need, and one
// chunk more, because chunks are aligned in memory.
template <class T_, int Channels_> struct PyrUpTile
{
    using T = T_;
    static constexpr int Channels = Channels_, N = PyramidSums<T>::Scalars;
    static constexpr int Threads = kPyramidThreads, ThreadsX = Threads, ThreadsY = 1;
    static constexpr int Halo = (2 * Channels + N - 1) / N;
    static constexpr int Chunks = Threads - 2 * Halo - 1, Results = 2 * Chunks * N;
};

template <class T> struct PyrUpArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    Alignment alignment;
    int rowsOfBlock;           // of the source
    std::ptrdiff_t copiedFrom; // results from this scalar on are those of the pixel before
    bool wholeWords;           // rows of the target begin at multiples of 4 bytes
};

// Columns and rows of zeros lie between those of the image, and the first one behind the image is zero.
struct PyrUpBorder
{
    __device__ int operator()(int i, int length) const
    {
        const int inside = i < 0 ? -i : i;
        return inside < length ? inside : length - 1;
    }
};

// 16 results of bytes of one, two or four channels, from eight sums of a row and their neighbours: two in each word.
template <int Channels> struct PyrUpWords
{
    static constexpr int Beside = Channels == 4 ? 2 : 1, Own = 4;
    std::uint32_t word[Beside + Own + Beside];

    __device__ explicit PyrUpWords(const std::uint16_t* sums)
    {
        const auto before = *reinterpret_cast<const Words<Beside>*>(sums - 2 * Beside);
        const auto own = *reinterpret_cast<const Words<Own>*>(sums);
        const auto behind = *reinterpret_cast<const Words<Beside>*>(sums + 2 * Own);
#pragma unroll
        for (int i = 0; i < Own; ++i)
            word[Beside + i] = own.word[i];
#pragma unroll
        for (int i = 0; i < Beside; ++i)
        {
            word[i] = before.word[i];
            word[Beside + Own + i] = behind.word[i];
        }
    }

    // Results of even columns and those behind them, in the upper bytes of both halves.
    struct Pairs
    {
        std::uint32_t even, odd;
    };
    __device__ Pairs pairs(int number) const
    {
        const int at = Beside + number;
        const std::uint32_t here = word[at];
        const std::uint32_t before = Channels == 1 ? nextU16x2(word[at - 1], here) : word[at - Beside];
        const std::uint32_t behind = Channels == 1 ? nextU16x2(here, word[at + 1]) : word[at + Beside];
        constexpr std::uint32_t half = 0x00800080u;
        return {4 * (before + behind) + 24 * here + half, 16 * (here + behind) + half};
    }

    __device__ Words<4> results() const
    {
        Words<4> results;
#pragma unroll
        for (int i = 0; i < Own; ++i)
            if constexpr (Channels == 4)
            {
                const Pairs first = pairs(i / 2 * 2), second = pairs(i / 2 * 2 + 1);
                results.word[i] =
                    i % 2 == 0 ? packHighBytes(first.even, second.even) : packHighBytes(first.odd, second.odd);
            }
            else
            {
                const Pairs both = pairs(i);
                results.word[i] =
                    Channels == 1 ? mergeHighBytes(both.even, both.odd) : packHighBytes(both.even, both.odd);
            }
        return results;
    }
};

// The results of a block in one row. `first` is the first one's scalar in that row, `at` the place in `sums` of the sum
// that belongs to scalar first / 2 of the source.
template <class Tile> struct PyrUpResults
{
    using T = typename Tile::T;
    using Sum = typename PyramidSums<T>::Sum;
    using Total = typename PyramidSums<T>::Total;
    static constexpr int C = Tile::Channels;
    std::ptrdiff_t first;
    int at, count, uncopied; // results; those from `uncopied` on are as the pixel before
    bool wholeWords;

    __device__ T result(const Sum* sums, int k, int phase) const
    {
        const int own = k < uncopied ? k : k - C;
        const int inPair = (phase + own + 2 * C) % (2 * C); // of the pixels 2x and 2x + 1, whose scalars begin there
        const bool isOdd = inPair >= C;
        const int middle = at + (own - inPair) / 2 + (isOdd ? inPair - C : inPair);
        const Total here = static_cast<Total>(sums[middle]), behind = static_cast<Total>(sums[middle + C]);
        if (isOdd)
            return scaledSum<T, 6>(4 * (here + behind));
        return scaledSum<T, 6>(timesPlus(6, here, static_cast<Total>(sums[middle - C]) + behind));
    }

    // From result `begin` on, a multiple of those in a word.
    __device__ void store(T* row, const Sum* sums, int begin) const
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(T));
        const int phase = static_cast<int>(first % (2 * C));
#pragma unroll 1
        for (int k = begin + perWord * static_cast<int>(threadIdx.x); k < count; k += perWord * Tile::Threads)
        {
            alignas(4) T results[perWord];
#pragma unroll
            for (int i = 0; i < perWord; ++i)
                results[i] = result(sums, k + i < count ? k + i : k, phase);
            T* const to = row + first + k;
            if (wholeWords && k + perWord <= count)
                *reinterpret_cast<Words<1>*>(to) = *reinterpret_cast<const Words<1>*>(results);
            else
#pragma unroll
                for (int i = 0; i < perWord; ++i)
                    if (k + i < count)
                        to[i] = results[i];
        }
    }

    // The first 16 * `number` ones.
    __device__ void storeWide(T* row, const Sum* sums, int number) const
    {
        if constexpr (sizeof(T) == 1 && C != 3)
#pragma unroll 2
            for (int i = static_cast<int>(threadIdx.x); i < number; i += Tile::Threads)
                storeWords(row + first + 16 * i, PyrUpWords<C>(sums + at + 8 * i).results());
    }
};

// A block marches down: each source row makes two rows of sums, which take turns in shared memory, so that one barrier
// for each source row is enough. A row beyond the double height is as the one two above it.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads) pyrUpKernel(const PyrUpArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    constexpr int C = Tile::Channels, N = Tile::N;
    alignas(16) __shared__ typename PyramidSums<T>::Sum sums[2][2][Tile::Threads * N];

    const int thread = static_cast<int>(threadIdx.x), y0 = rowOfBlock(a.target) * a.rowsOfBlock;
    const int left = a.source.rows - y0, rows = left < a.rowsOfBlock ? left : a.rowsOfBlock;
    const int skew = a.alignment.template sourceSkew<T>();
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::Results;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(a.target.cols) * C - first;
    const PyramidChunk<T, C, PyrUpBorder> chunk{
        a.source, {}, first / 2 + (thread - Tile::Halo) * N - skew, a.alignment.wholeSource};
    PyrUpResults<Tile> results{first, Tile::Halo * N + skew,
                               static_cast<int>(end < Tile::Results ? end : Tile::Results), Tile::Results,
                               a.wholeWords};
    if (a.copiedFrom - first < Tile::Results)
        results.uncopied = static_cast<int>(a.copiedFrom - first);
    const int inWords = sizeof(T) == 1 && C != 3 && a.alignment.wholeTarget && skew == 0
                            ? (results.uncopied < results.count ? results.uncopied : results.count) / 16
                            : 0;

    PyramidLanes<T> above(chunk.load(y0 - 1)), here(chunk.load(y0));
#pragma unroll
    for (int i = 0; i < above.Lanes; ++i)
        above.lane[i] = timesPlus(6, here.lane[i], above.lane[i]); // all of an even row but what lies below
    Words<4> next = chunk.load(y0 + 1);

#pragma unroll 1
    for (int y = y0; y < y0 + rows; ++y)
    {
        const PyramidLanes<T> below(next);
        PyramidLanes<T> even, odd;
#pragma unroll
        for (int i = 0; i < even.Lanes; ++i)
        {
            even.lane[i] = above.lane[i] + below.lane[i];
            odd.lane[i] = 4 * (here.lane[i] + below.lane[i]);
            above.lane[i] = timesPlus(6, below.lane[i], here.lane[i]);
        }
        here = below;
        if (y + 1 < y0 + rows)
            next = chunk.load(y + 2);
        auto& both = sums[y % 2];
        even.store(both[0] + thread * N);
        odd.store(both[1] + thread * N);
        __syncthreads();
#pragma unroll 1
        for (int i = 0; i < (y + 1 == a.source.rows ? 3 : 2); ++i)
            if (2 * y + i < a.target.rows)
            {
                T* const to = a.target.row(2 * y + i);
                results.storeWide(to, both[i % 2], inWords);
                results.store(to, both[i % 2], 16 * inWords);
            }
    }
}

}} // namespace cv::cudatiled
