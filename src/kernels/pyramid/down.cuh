// SPDX-License-Identifier: Apache-2.0
// The next smaller level of a pyramid: sums down the columns in registers, then along the rows.
#pragma once

#include "../../core/earlier_work.cuh"
#include "rows.cuh"

namespace cv { namespace cudatiled {

// A block has chunks of every source row, which are Halo chunks longer on both sides than its results need, and one
// chunk more, because chunks are aligned in memory.
template <class T_, int Channels_> struct PyrDownTile
{
    using T = T_;
    static constexpr int Channels = Channels_, N = PyramidSums<T>::Scalars;
    static constexpr int Threads = kPyramidThreads, ThreadsX = Threads, ThreadsY = 1;
    static constexpr int Halo = (4 * Channels - 1 + N - 1) / N; // cv::pyrDown's last column may reach so far
    static constexpr int Chunks = Threads - 2 * Halo - 1, Results = Chunks * N / 2;
};

template <class T> struct PyrDownArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    Alignment alignment;
    int rowsOfBlock;            // of results
    std::ptrdiff_t shiftedFrom; // results from this scalar on are made of windows that lie a pixel further to the left
};

struct PyrDownBorder
{
    Border border;

    __device__ int operator()(int i, int length) const { return borderIndex(i, length, border); }
};

// Eight results of bytes of one, two or four channels, from the words of the thread's chunk and of its neighbours: two
// sums in each.
template <int Channels> struct PyrDownWords
{
    static constexpr int Before = Channels, Own = 8, Behind = Channels == 4 ? 2 : 1;
    std::uint32_t word[Before + Own + Behind];

    __device__ PyrDownWords(const std::uint16_t* sums, const PyramidLanes<std::uint8_t>& own)
    {
        const auto before = *reinterpret_cast<const Words<Before>*>(sums - 2 * Before);
#pragma unroll
        for (int i = 0; i < Before; ++i)
            word[i] = before.word[i];
#pragma unroll
        for (int i = 0; i < Own; ++i)
            word[Before + i] = own.lane[i];
        const auto behind = *reinterpret_cast<const Words<Behind>*>(sums + 2 * Own);
#pragma unroll
        for (int i = 0; i < Behind; ++i)
            word[Before + Own + i] = behind.word[i];
    }

    // Two results in the upper bytes of both halves.
    __device__ std::uint32_t pair(int number) const
    {
        constexpr std::uint32_t half = 0x00800080u;
        if constexpr (Channels == 1)
        {
            const auto result = [&](int at) {
                return dotU16x2(word[at], 0x0401u,
                                dotU16x2(word[at + 1], 0x0406u, dotU16x2(word[at + 2], 0x0001u, half & 0xffffu)));
            };
            return joinedU16x2(result(2 * number), 0, result(2 * number + 1), 0);
        }
        else
        {
            constexpr int pixel = Channels / 2;
            const int at = Before + number / pixel * 2 * pixel + number % pixel;
            return word[at - 2 * pixel] + word[at + 2 * pixel] + 4 * (word[at - pixel] + word[at + pixel]) +
                   6 * word[at] + half;
        }
    }

    __device__ Words<2> results() const
    {
        Words<2> results;
        results.word[0] = packHighBytes(pair(0), pair(1));
        results.word[1] = packHighBytes(pair(2), pair(3));
        return results;
    }
};

// The results of a block in one row. `first` is the first one's scalar in that row, `at` the place in `sums` of the sum
// that belongs to scalar 2 * first of the source.
template <class Tile> struct PyrDownResults
{
    using T = typename Tile::T;
    using Total = typename PyramidSums<T>::Total;
    static constexpr int C = Tile::Channels;
    std::ptrdiff_t first;
    int at, count, unshifted; // results; the first so many are not shifted

    __device__ T result(const typename PyramidSums<T>::Sum* sums, int k, int firstChannel) const
    {
        const int middle = at + 2 * k - (firstChannel + k) % C - (k < unshifted ? 0 : C);
        const auto sum = [&](int pixels) {
            return static_cast<Total>(sums[middle + pixels * C]);
        };
        return scaledSum<T, 8>(timesPlus(4, sum(-1) + sum(1), timesPlus(6, sum(0), sum(-2) + sum(2))));
    }

    __device__ void store(T* row, const typename PyramidSums<T>::Sum* sums, int begin) const
    {
        const int firstChannel = static_cast<int>(first % C);
#pragma unroll 1
        for (int k = begin + static_cast<int>(threadIdx.x); k < count; k += Tile::Threads)
            row[first + k] = result(sums, k, firstChannel);
    }
};

// A block marches down. The sums of two rows take turns in shared memory, so that one barrier for each row is enough.
template <class Tile>
__global__ void __launch_bounds__(Tile::Threads, 6) pyrDownKernel(const PyrDownArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    using T = typename Tile::T;
    constexpr int C = Tile::Channels, N = Tile::N;
    alignas(16) __shared__ typename PyramidSums<T>::Sum sums[2][Tile::Threads * N];

    const int thread = static_cast<int>(threadIdx.x), y0 = rowOfBlock(a.target) * a.rowsOfBlock;
    const int left = a.target.rows - y0, rows = left < a.rowsOfBlock ? left : a.rowsOfBlock;
    const int skew = a.alignment.template sourceSkew<T>();
    const std::ptrdiff_t first = static_cast<std::ptrdiff_t>(blockIdx.x) * Tile::Results;
    const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(a.target.cols) * C - first;
    const PyramidChunk<T, C, PyrDownBorder> chunk{
        a.source, {a.source.rowBorder}, 2 * first + (thread - Tile::Halo) * N - skew, a.alignment.wholeSource};
    PyrDownResults<Tile> results{first, Tile::Halo * N + skew,
                                 static_cast<int>(end < Tile::Results ? end : Tile::Results), Tile::Results};
    if (a.shiftedFrom - first < Tile::Results)
        results.unshifted = static_cast<int>(a.shiftedFrom - first);
    constexpr bool hasWords = sizeof(T) == 1 && C != 3;
    const int inWords = hasWords && a.alignment.wholeTarget && skew == 0
                            ? (results.unshifted < results.count ? results.unshifted : results.count) / 8
                            : 0;

    // Of the five rows of a window: the sum of the first three, and the third.
    PyramidLanes<T> before{}, last;
#pragma unroll 1
    for (int i = -2; i <= 0; ++i)
    {
        last = PyramidLanes<T>(chunk.load(2 * y0 + i));
#pragma unroll
        for (int lane = 0; lane < last.Lanes; ++lane)
            before.lane[lane] = timesPlus(i == 0 ? 6 : i == -1 ? 4 : 1, last.lane[lane], before.lane[lane]);
    }
    Words<4> fourth = chunk.load(2 * y0 + 1), fifth = chunk.load(2 * y0 + 2);

#pragma unroll 1
    for (int y = 0; y < rows; ++y)
    {
        const PyramidLanes<T> odd(fourth), even(fifth);
        PyramidLanes<T> sum;
#pragma unroll
        for (int i = 0; i < sum.Lanes; ++i)
        {
            sum.lane[i] = timesPlus(4, odd.lane[i], before.lane[i] + even.lane[i]);
            before.lane[i] = timesPlus(6, even.lane[i], timesPlus(4, odd.lane[i], last.lane[i]));
        }
        last = even;
        if (y + 1 < rows)
        {
            fourth = chunk.load(2 * (y0 + y) + 3);
            fifth = chunk.load(2 * (y0 + y) + 4);
        }
        typename PyramidSums<T>::Sum* const row = sums[y % 2];
        sum.store(row + thread * N);
        __syncthreads();
        T* const to = a.target.row(y0 + y);
        if constexpr (hasWords)
            if (const int number = thread - Tile::Halo; number >= 0 && number < inWords)
                storeWords(to + first + 8 * number, PyrDownWords<C>(row + thread * N, sum).results());
        results.store(to, row, 8 * inWords);
    }
}

}} // namespace cv::cudatiled
