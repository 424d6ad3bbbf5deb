// SPDX-License-Identifier: Apache-2.0
// Medians by rank: the pixels of a tile are sorted once. A thread's window goes down a column and counts its pixels
// below the last median, two rows a result; the next median is near in the order of all pixels.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/staged_rows.cuh"
#include "values.cuh"

namespace cv { namespace cudatiled {

// A tile of Width x Rows pixels of one channel, halo included. A pixel's position is Width y + x; the order has its
// coordinates in the end, y << Shift | x.
template <int Width_, int Rows_, int Threads_> struct RankTile
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_;
    static constexpr int Width = Width_, Rows = Rows_, Count = Width_ * Rows_, Shift = 8;
    static constexpr int Digit = 4, Digits = 1 << Digit, Passes = 16 / Digit;
    static constexpr int Group = 8; // ranks that are looked at together
    static_assert(Count < 1 << 15, "ranks are compared as signed halves of a word");
    static_assert(Width % 2 == 0 && Width <= 1 << Shift && Rows <= 1 << (16 - Shift),
                  "coordinates are a half of a word");
    static_assert(Count % Threads == 0 && Passes % 2 == 0, "every thread sorts as many; the order ends where it began");
    static_assert(Threads % 32 == 0 && Count % Group == 0, "whole warps and groups");
};

template <class K> struct MedianRanksArguments
{
    ListSource<K> source;
    ListTarget<K> target;
    int size;           // of the window
    std::uint32_t flip; // makes unsigned numbers of signed ones; 0 for floats
};

// Sorts positions by the digits of their keys, one after the other from the lowest; equal ones stay as they are. A
// thread has its own counters of digits.
template <class Tile> struct RadixSort
{
    static constexpr int Each = Tile::Count / Tile::Threads, PerLane = Tile::Threads / 32;

    const std::uint16_t* keys;        // by position
    std::uint16_t *order, *other;     // positions
    std::uint16_t *counters, *totals; // of every thread and digit; of every digit

    __device__ int digit(int position, int pass) const
    {
        return keys[position] >> (pass * Tile::Digit) & (Tile::Digits - 1);
    }

    // From how many positions have a digit in every thread to how many come before them. A warp takes a digit at a
    // time.
    __device__ void scan() const
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
        for (int d = static_cast<int>(threadIdx.x / 32); d < Tile::Digits; d += Tile::Threads / 32)
        {
            std::uint16_t* const some = counters + d * Tile::Threads + lane * PerLane;
            int own = 0;
#pragma unroll
            for (int i = 0; i < PerLane; ++i)
                own += some[i];
            int sum = own;
#pragma unroll
            for (int delta = 1; delta < 32; delta *= 2)
            {
                const int before = __shfl_up_sync(0xffffffffu, sum, delta);
                sum += lane >= delta ? before : 0;
            }
            if (lane == 31)
                totals[d] = static_cast<std::uint16_t>(sum);
            sum -= own;
#pragma unroll
            for (int i = 0; i < PerLane; ++i)
            {
                const int count = some[i];
                some[i] = static_cast<std::uint16_t>(sum);
                sum += count;
            }
        }
        __syncthreads();
        int before = 0;
        for (int d = 0; d < Tile::Digits; ++d)
        {
            counters[d * Tile::Threads + threadIdx.x] += static_cast<std::uint16_t>(before);
            before += totals[d];
        }
    }

    __device__ void run()
    {
        std::uint16_t* const own = counters + threadIdx.x;
#pragma unroll 1
        for (int pass = 0; pass < Tile::Passes; ++pass)
        {
            const std::uint16_t* const from = order + threadIdx.x * Each;
            for (int d = 0; d < Tile::Digits; ++d)
                own[d * Tile::Threads] = 0;
#pragma unroll 2
            for (int i = 0; i < Each; ++i)
                ++own[digit(from[i], pass) * Tile::Threads];
            __syncthreads();
            scan();
#pragma unroll 2
            for (int i = 0; i < Each; ++i)
            {
                const std::uint16_t position = from[i];
                other[own[digit(position, pass) * Tile::Threads]++] = position;
            }
            __syncthreads();
            std::uint16_t* const sorted = other;
            other = order;
            order = sorted;
        }
    }
};

// The window of a thread, and where its median was last: the group of ranks with it, and how many pixels of the window
// lie before.
template <class Tile> struct RankWindow
{
    const std::uint32_t *ranks, *order; // two to a word: by position, and the coordinates by rank
    int size, x;                        // columns from x on
    int group, below;

    // How many pixels of a row of the tile have ranks from `limit` on.
    __device__ int from(int row, int limit) const
    {
        // Whole words, of which one half is left out.
        const std::uint32_t* const words = ranks + row * (Tile::Width / 2) + x / 2;
        std::uint32_t sum = u16x2From(words[0], limit) & (x % 2 ? 0xffff0000u : ~0u);
#pragma unroll 4
        for (int i = 1; i < size / 2; ++i)
            sum += u16x2From(words[i], limit);
        sum += u16x2From(words[size / 2], limit) & (x % 2 ? ~0u : 0x0000ffffu);
        return static_cast<int>((sum & 0xffffu) + (sum >> 16));
    }

    // How many pixels of the window with its upper row at `row` lie before a group.
    __device__ int before(int row, int group_) const
    {
        int count = size * size;
#pragma unroll 1
        for (int j = 0; j < size; ++j)
            count -= from(row + j, group_ * Tile::Group);
        return count;
    }

    // 1 in the halves whose coordinates are not in the window. What is left of it or above is far right or below,
    // modulo the range.
    __device__ std::uint32_t outside(std::uint32_t coordinates, std::uint32_t minusFirst) const
    {
        constexpr std::uint32_t kX = ((1u << Tile::Shift) - 1u) * 0x10001u, kY = (0xffffu >> Tile::Shift) * 0x10001u;
        const std::uint32_t d = addU16x2(coordinates, minusFirst);
        return u16x2From(maxU16x2(d & kX, d >> Tile::Shift & kY), size);
    }
    __device__ int inGroup(int group_, std::uint32_t minusFirst) const
    {
        const Words<4> words = *reinterpret_cast<const Words<4>*>(order + group_ * (Tile::Group / 2));
        std::uint32_t sum = 0;
#pragma unroll
        for (int i = 0; i < 4; ++i)
            sum += outside(words.word[i], minusFirst);
        return Tile::Group - static_cast<int>((sum & 0xffffu) + (sum >> 16));
    }

    __device__ bool isFar(int pixels, int groups) const
    {
        return (pixels < 0 ? -pixels : pixels) * (Tile::Count / Tile::Group) > groups * size * size;
    }

    // Looks for the group of the window at `row` from the middle on, by halves while it is far.
    __device__ void start(int row, int half)
    {
        constexpr int kNear = 24; // groups, if the window's pixels are spread evenly
        int lowest = 0, end = Tile::Count / Tile::Group;
        do
        {
            group = (lowest + end) / 2;
            below = before(row, group);
            if (below > half)
                end = group;
            else
                lowest = group;
        } while (end - lowest > kNear && isFar(below - half, kNear));
    }

    // The coordinates of the median of the window with its upper row at `row`.
    __device__ int median(int row, int half)
    {
        const std::uint32_t minusFirst =
            (static_cast<std::uint32_t>(-(row * (1 << Tile::Shift) + x)) & 0xffffu) * 0x10001u;
        while (below > half)
            below -= inGroup(--group, minusFirst);
        for (int here = inGroup(group, minusFirst); below + here <= half; here = inGroup(group, minusFirst))
        {
            below += here;
            ++group;
        }
        int position = 0, left = half - below;
#pragma unroll
        for (int i = 0; i < Tile::Group / 2; ++i)
        {
            const std::uint32_t two = order[group * (Tile::Group / 2) + i], out = outside(two, minusFirst);
            const bool low = (out & 1u) == 0, high = out >> 16 == 0;
            if (low && left == 0)
                position = static_cast<int>(two & 0xffffu);
            left -= low;
            if (high && left == 0)
                position = static_cast<int>(two >> 16);
            left -= high;
        }
        return position;
    }
};

// Sorts the positions of a tile by the pixels there, 16 bits of their keys after the other, the lower ones first.
template <class Tile, class K, class Value>
__device__ __forceinline__ void sortTile(std::uint16_t* keys, const RadixSort<Tile>& sort, std::uint32_t flip,
                                         const Value& value)
{
    for (int i = static_cast<int>(threadIdx.x); i < Tile::Count; i += Tile::Threads)
        sort.order[i] = static_cast<std::uint16_t>(i);
#pragma unroll 1
    for (int bits = 0; bits < 8 * static_cast<int>(sizeof(K)); bits += 16)
    {
#pragma unroll 2
        for (int i = static_cast<int>(threadIdx.x); i < Tile::Count; i += Tile::Threads)
            keys[i] = static_cast<std::uint16_t>((OrderedKey<K>::of(value(i)) ^ flip) >> bits);
        __syncthreads();
        RadixSort<Tile>(sort).run();
    }
}

// Writes the medians of rows `first` to `end` of a window's column, from `to` on; the window knows where the first is
// to be looked for.
template <class Tile, class K, class Value>
__device__ __forceinline__ void storeMedians(RankWindow<Tile> window, int first, int end, K* to, std::ptrdiff_t step,
                                             const Value& value)
{
    const int size = window.size, half = size * size / 2;
    K median{}; // of the row before: it is on its way while the next is looked for
#pragma unroll 1
    for (int row = first; row < end; ++row)
    {
        if (row > first)
            window.below += window.from(row - 1, window.group * Tile::Group) -
                            window.from(row - 1 + size, window.group * Tile::Group);
        const int coordinates = window.median(row, half);
        if (row > first)
        {
            *to = median;
            to = reinterpret_cast<K*>(reinterpret_cast<char*>(to) + step);
        }
        median = value(coordinates);
    }
    *to = median;
}

}} // namespace cv::cudatiled
