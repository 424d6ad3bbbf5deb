// SPDX-License-Identifier: Apache-2.0
// Sums of a thread's four columns over the rows of a window, in a time that does not depend on its height.
#pragma once

#include <type_traits>

#include "../../core/half_scalar.hpp"
#include "../../core/local_statistics.hpp"

namespace cv { namespace cudatiled {

// The sums of four neighbours.
template <class Sum> struct alignas(16) FourSums
{
    Sum of[4];
};

// The words of a sum, each of which has a row of its own in shared memory: lanes then read neighbouring words.
template <class Sum> struct SumWords
{
    using Word = Sum;
    static constexpr int count = 1;
    static __device__ Word word(const Sum& sum, int) { return sum; }
    static __device__ Sum sum(const Word (&word)[count]) { return word[0]; }
};
template <class Sum, class Square> struct SumWords<Moments<Sum, Square>>
{
    using Word = std::uint32_t;
    static constexpr int count = 1 + static_cast<int>(sizeof(Square)) / 4;
    static __device__ Word word(const Moments<Sum, Square>& sums, int i)
    {
        return i == 0 ? sums.sum : static_cast<Word>(sums.squares >> (i == 2 ? 32 : 0));
    }
    static __device__ Moments<Sum, Square> sum(const Word (&word)[count])
    {
        Square squares = word[1];
        if constexpr (count == 3)
            squares |= static_cast<Square>(word[2]) << 32;
        return {word[0], squares};
    }
};

// sum + Sign * scalar `v` of four, by a dot product: one instruction, where taking out the scalar would be another.
template <int Sign, class S> __device__ std::uint32_t addScalar(const Words<sizeof(S)>& four, int v, std::uint32_t sum)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(S));
    const std::uint32_t tap = static_cast<std::uint32_t>(Sign & 0xff) << (8 * (v % perWord));
    if constexpr (sizeof(S) == 1)
        return static_cast<std::uint32_t>(dotBytesSigned(four.word[0], tap, static_cast<int>(sum)));
    else
        return static_cast<std::uint32_t>(
            dot16x2Signed<std::is_signed_v<S>>(four.word[v / perWord], tap, static_cast<int>(sum)));
}

// The same of pixels and of their squares.
template <int Sign, class S, class Sum, class Square>
__device__ Moments<Sum, Square> addScalar(const Words<sizeof(S)>& four, int v, Moments<Sum, Square> sums)
{
    const auto pixel = momentsOfPixel<Moments<Sum, Square>>(pixelOfWords<S>(four.word, v));
    return Sign > 0 ? sums += pixel : sums -= pixel;
}

// The sum of the same pixel in a column of so many rows.
template <class Sum, class S> __device__ void setColumn(Sum& sum, S pixel, int height)
{
    sum = static_cast<Sum>(pixel) * static_cast<Sum>(height);
}
template <class Sum, class Square, class S> __device__ void setColumn(Moments<Sum, Square>& sums, S pixel, int height)
{
    const auto one = momentsOfPixel<Moments<Sum, Square>>(pixel);
    sums = {one.sum * static_cast<Sum>(height), one.squares * static_cast<Square>(height)};
}

// The sum of the lane that lies `distance` below.
template <class Sum> __device__ Sum ofLaneBelow(Sum sum, int distance)
{
    return __shfl_up_sync(0xffffffffu, sum, distance);
}
template <class Sum, class Square> __device__ Moments<Sum, Square> ofLaneBelow(Moments<Sum, Square> sums, int distance)
{
    return {ofLaneBelow(sums.sum, distance), ofLaneBelow(sums.squares, distance)};
}

// Integers: the row that comes is added, the one that goes subtracted. Sums have at most 31 bits; those on the way may
// overflow, for differences do not feel it. Nor do those of Moments.
template <class Tile, class S, class Sum_ = std::uint32_t> class RunningSums
{
public:
    using Sum = Sum_;
    using Four = Words<sizeof(S)>;
    static constexpr int Rows = Tile::Rows;
    static constexpr int kFirstAdded = 0; // the row of the first window that add() begins with

    __device__ RunningSums(FourSums<Sum>*, int) : sums_{}, leaving_{} {}

    // Adds as many of 2 * Rows rows as are missing.
    template <int Unroll, class Row> __device__ void add(int missing, const Row& row)
    {
#pragma unroll Unroll
        for (int r = 0; r < 2 * Rows; ++r)
            if (r < missing)
            {
                const Four entering = row(r);
#pragma unroll
                for (int v = 0; v < 4; ++v)
                    sums_.of[v] = addScalar<1, S>(entering, v, sums_.of[v]);
            }
    }

    // Sums of Rows windows: row(r) comes to the r-th, row(Rows + r) goes after it, and to(r) is the row of its sums.
    template <int Unroll, class Row, class To> __device__ void move(const Row& row, const To& to)
    {
#pragma unroll Unroll
        for (int r = 0; r < Rows; ++r)
        {
            const Four entering = row(r);
#pragma unroll
            for (int v = 0; v < 4; ++v)
                sums_.of[v] = addScalar<1, S>(entering, v, addScalar<-1, S>(leaving_, v, sums_.of[v]));
            leaving_ = row(Rows + r);
            to(r).set(static_cast<int>(threadIdx.x), sums_);
        }
    }

private:
    FourSums<Sum> sums_;
    Four leaving_; // with the next row
};

// Floats, whose differences are not exact: sums of groups of Rows rows, which consecutive windows share. A window adds
// whole groups, rows of the group that it leaves and rows of the group that it enters.
template <class Tile, class S> class GroupedSums
{
public:
    using Sum = float;
    using Four = Words<sizeof(S)>;
    static constexpr int Rows = Tile::Rows;
    static constexpr int kFirstAdded = Rows; // those before it go with the first windows

    // The groups of a window and the rows of the next one, if windows have `height` rows.
    static __host__ __device__ int groupsOf(int height) { return (height - 1 - Rows) / Rows; }
    static __host__ __device__ int restOf(int height) { return (height - 1) % Rows; }

    __device__ GroupedSums(FourSums<float>* groups, int height)
        : groups_(groups), count_(groupsOf(height)), rest_(restOf(height)), next_(0), begun_{}
    {}

    template <int Unroll, class Row> __device__ void add(int missing, const Row& row)
    {
#pragma unroll
        for (int first = 0; first < 2 * Rows; first += Rows, missing -= Rows)
        {
            FourSums<float> sums{};
#pragma unroll Unroll
            for (int r = 0; r < Rows; ++r)
                if (r < missing)
                    plus(sums, row(first + r));
            if (missing >= Rows)
                push(sums);
            else if (missing > 0)
                begun_ = sums;
        }
    }

    template <int Unroll, class Row, class To> __device__ void move(const Row& row, const To& to)
    {
        const auto at = [&](int r) -> FourSums<float>& {
            return to(r).four[0][threadIdx.x];
        };
        const FourSums<float> common = sumOfGroups();
        FourSums<float> coming{}, ended = begun_, begun{};
#pragma unroll Unroll
        for (int r = 0; r < Rows; ++r)
        {
            const Four entering = row(r);
            plus(coming, entering);
            if (r < Rows - rest_)
                plus(ended, entering);
            else
                plus(begun, entering);
#pragma unroll
            for (int v = 0; v < 4; ++v)
                at(r).of[v] = common.of[v] + coming.of[v];
        }
        push(ended);
        begun_ = begun;
        FourSums<float> going{};
#pragma unroll Unroll
        for (int r = Rows - 1; r >= 0; --r)
        {
            plus(going, row(Rows + r));
#pragma unroll
            for (int v = 0; v < 4; ++v)
                at(r).of[v] += going.of[v];
        }
    }

private:
    static __device__ void plus(FourSums<float>& sums, const Four& row)
    {
#pragma unroll
        for (int v = 0; v < 4; ++v)
            if constexpr (std::is_same_v<S, Half>)
                sums.of[v] += halfToFloat(row.word[v / 2], v % 2);
            else
                sums.of[v] += asFloat(row.word[v]);
    }

    static __device__ void plus(FourSums<float>& sums, const FourSums<float>& others)
    {
#pragma unroll
        for (int v = 0; v < 4; ++v)
            sums.of[v] += others.of[v];
    }

    // Replaces the group that is the first to go.
    __device__ void push(const FourSums<float>& sums)
    {
        if (count_ > 0)
            groups_[next_ * Tile::Threads] = sums;
        next_ = next_ + 1 < count_ ? next_ + 1 : 0;
    }

    // In two chains, and those that begun_ has: shorter chains are more accurate.
    __device__ FourSums<float> sumOfGroups() const
    {
        FourSums<float> even = begun_, odd{};
        for (int i = 0; i + 1 < count_; i += 2)
        {
            plus(even, groups_[i * Tile::Threads]);
            plus(odd, groups_[(i + 1) * Tile::Threads]);
        }
        if (count_ % 2 != 0)
            plus(even, groups_[(count_ - 1) * Tile::Threads]);
        plus(even, odd);
        return even;
    }

    FourSums<float>* const groups_; // of this thread, in shared memory, one for every Threads
    const int count_, rest_;
    int next_;
    FourSums<float> begun_; // the rows of the window that are no group yet
};

}} // namespace cv::cudatiled
