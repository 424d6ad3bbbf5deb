// SPDX-License-Identifier: Apache-2.0
// Turns a row of column sums into window sums in constant time per window, each from two stored numbers: integers
// subtract prefix sums, floats add a suffix and a prefix of lane segments. One warp does a row; a lane owns LaneScalars
// neighbouring columns.
#pragma once

#include "columns.cuh"
#include "sums.cuh"

namespace cv { namespace cudatiled {

// A row of column sums one after the other, and then of numbers in four planes: number `n` is word n / 4 + 1 of plane
// n % 4, so that lanes that read every fourth one read neighbours; the first words are those of numbers -4 ... -1.
template <class Tile, class Sum_> struct BoxRow
{
    using Sum = Sum_;
    using Word = typename SumWords<Sum>::Word;
    static constexpr int parts = SumWords<Sum>::count, planeWords = Tile::Threads + 1;
    FourSums<Word> four[parts][planeWords]; // of each word of a sum

    __device__ Word* words(int part) { return reinterpret_cast<Word*>(four[part]); }

    // Sum `column`, and the four sums from 4 * i on.
    __device__ Sum column(std::uint32_t column)
    {
        Word word[parts];
#pragma unroll
        for (int p = 0; p < parts; ++p)
            word[p] = words(p)[column];
        return SumWords<Sum>::sum(word);
    }
    __device__ void setColumn(int column, const Sum& sum)
    {
#pragma unroll
        for (int p = 0; p < parts; ++p)
            words(p)[column] = SumWords<Sum>::word(sum, p);
    }
    __device__ FourSums<Sum> at(int i) const
    {
        FourSums<Word> read[parts];
        FourSums<Sum> sums;
#pragma unroll
        for (int p = 0; p < parts; ++p)
            read[p] = four[p][i];
#pragma unroll
        for (int v = 0; v < 4; ++v)
        {
            Word word[parts];
#pragma unroll
            for (int p = 0; p < parts; ++p)
                word[p] = read[p].of[v];
            sums.of[v] = SumWords<Sum>::sum(word);
        }
        return sums;
    }
    __device__ void set(int i, const FourSums<Sum>& sums)
    {
#pragma unroll
        for (int p = 0; p < parts; ++p)
        {
            FourSums<Word> part;
#pragma unroll
            for (int v = 0; v < 4; ++v)
                part.of[v] = SumWords<Sum>::word(sums.of[v], p);
            four[p][i] = part;
        }
    }

    // Writes the numbers of a lane.
    __device__ void write(const Sum (&number)[Tile::LaneScalars])
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
        for (int p = 0; p < parts; ++p)
        {
            Word* const planes = words(p) + lane * (Tile::LaneScalars / 4) + 1;
#pragma unroll
            for (int i = 0; i < Tile::LaneScalars; ++i)
                planes[i % 4 * planeWords + i / 4] = SumWords<Sum>::word(number[i], p);
            if (lane < 4)
                words(p)[lane * planeWords] = {};
        }
    }
    // The number that lies `bytes` behind the lane's word of plane 0, and 32 * i words further.
    __device__ Sum number(int bytes, int i)
    {
        Word word[parts];
#pragma unroll
        for (int p = 0; p < parts; ++p)
        {
            const auto* const own = reinterpret_cast<const char*>(words(p) + threadIdx.x % 32);
            word[p] = reinterpret_cast<const Word*>(own + bytes)[32 * i];
        }
        return SumWords<Sum>::sum(word);
    }
};

// Where lane l finds the numbers first + 4 l … first + 4 l + 3 of a row: number v lies bytes[v] behind the lane's word
// of plane 0.
struct BoxFour
{
    int bytes[4];

    template <class Tile, class Sum> static BoxFour at(int first)
    {
        BoxFour four{};
        for (int v = 0; v < 4; ++v)
        {
            const int n = first + 4 + v;
            using Row = BoxRow<Tile, Sum>;
            four.bytes[v] = (n % 4 * Row::planeWords + n / 4) * static_cast<int>(sizeof(typename Row::Word));
        }
        return four;
    }
};

// The same of windows, which have two numbers each. The launch makes these: the kernel would make them for each row.
struct BoxWindows
{
    BoxFour first, last;
};

// Totals of a lane, one for each channel, from the one of the lane's first scalar on. LaneScalars need not be whole
// pixels.
template <int Channels, int LaneScalars, class Sum> struct LaneTotals
{
    Sum of[Channels];

    // The same from channel 0 of the image on, or the other way round.
    __device__ LaneTotals inOrder() const { return rotated((Channels - first()) % Channels); }
    __device__ LaneTotals fromFirst() const { return rotated(first()); }

private:
    static __device__ int first() { return static_cast<int>(threadIdx.x % 32) * LaneScalars % Channels; }
    __device__ LaneTotals rotated(int by) const
    {
        LaneTotals result = *this;
        if constexpr (LaneScalars % Channels != 0)
#pragma unroll
            for (int c = 0; c < Channels; ++c)
#pragma unroll
                for (int i = 1; i < Channels; ++i)
                    result.of[c] = by == i ? of[(c + i) % Channels] : result.of[c];
        return result;
    }
};

template <class Tile, class Sum>
__device__ void readColumns(Sum (&column)[Tile::LaneScalars], const BoxRow<Tile, Sum>& row)
{
    const int first = static_cast<int>(threadIdx.x % 32) * (Tile::LaneScalars / 4);
#pragma unroll
    for (int i = 0; i < Tile::LaneScalars; i += 4)
    {
        const FourSums<Sum> four = row.at(first + i / 4);
#pragma unroll
        for (int v = 0; v < 4; ++v)
            column[i + v] = four.of[v];
    }
}

// Integers: prefix sums, of which windows are differences. `reach` is the distance of a window's last column from its
// first, in scalars.
template <class Tile, int Channels, class Sum> struct BoxRows
{
    static constexpr int Count = Tile::LaneScalars, Numbers = 1; // rows of numbers for each row of sums

    static __device__ void make(BoxRow<Tile, Sum>* row, int)
    {
        Sum number[Count];
        LaneTotals<Channels, Count, Sum> before{};
        readColumns<Tile>(number, *row);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < Count; ++i)
            before.of[i % Channels] += number[i];
        before = before.inOrder();
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            before.of[c] = ofLanesBelow(before.of[c]);
        before = before.fromFirst();
#pragma unroll
        for (int i = 0; i < Count; ++i)
            number[i] = before.of[i % Channels] += number[i];
        row->write(number);
    }

    // The window whose columns are `first` ... `first` + reach is a difference of the numbers below it and of its last
    // column.
    static int firstNumber(int first)
    {
        return first - Channels;
    }
    static __device__ Sum window(Sum below, Sum last)
    {
        last -= below;
        return last;
    }

private:
    static __device__ Sum ofLanesBelow(Sum total)
    {
        const int lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2)
        {
            const Sum other = ofLaneBelow(total, distance);
            total += lane >= distance ? other : Sum{};
        }
        const Sum other = ofLaneBelow(total, 1);
        return lane > 0 ? other : Sum{};
    }
};

// Floats, without a difference (van Herk's algorithm for extremes, with lanes for segments): the first number of a
// window is the sum from its first column to the end of that lane and of the whole lanes that follow, the last one the
// sum of the last lane up to the last column.
template <class Tile, int Channels> struct BoxRows<Tile, Channels, float>
{
    static constexpr int Count = Tile::LaneScalars, Numbers = 2;
    using Totals = LaneTotals<Channels, Count, float>;

    static __device__ void make(BoxRow<Tile, float>* row, int reach)
    {
        float column[Count], number[Count];
        readColumns<Tile>(column, *row);
        __syncwarp();
#pragma unroll
        for (int i = 0; i < Count; ++i)
            number[i] = i < Channels ? column[i] : number[i - Channels] + column[i];
        row[1].write(number);

        Totals total;
#pragma unroll
        for (int c = 0; c < Channels; ++c)
            total.of[c] = number[Count - Channels + (c + Channels - Count % Channels) % Channels];
        total = total.inOrder();
        const int lanes =
            reach / Count; // from a window's first column to its last, if the former is the first of a lane
        Totals few, more;
#pragma unroll
        for (int c = 0; c < Channels; ++c)
        {
            few.of[c] = ofLanesAbove(total.of[c], lanes - 1);
            more.of[c] = few.of[c] + __shfl_down_sync(0xffffffffu, total.of[c], lanes);
        }
        few = few.fromFirst();
        more = more.fromFirst();
#pragma unroll
        for (int i = Count - 1; i >= 0; --i)
            number[i] = i + Channels < Count ? number[i + Channels] + column[i] : column[i];
#pragma unroll
        for (int i = 0; i < Count; ++i)
            number[i] += i < Count - reach % Count ? few.of[i % Channels] : more.of[i % Channels];
        row[0].write(number);
    }

    static int firstNumber(int first)
    {
        return first;
    }
    static __device__ float window(float first, float last)
    {
        return first + last;
    }

private:
    // The totals of `count` lanes.
    static __device__ float ofLanesAbove(float total, int count)
    {
        float sum = 0;
        int next = 1;
        for (int lanes = 1; lanes <= count; lanes *= 2) // of which `total` is
        {
            const float above = __shfl_down_sync(0xffffffffu, total, next);
            if ((count & lanes) != 0)
            {
                sum += above;
                next += lanes;
            }
            total += __shfl_down_sync(0xffffffffu, total, lanes);
        }
        return sum;
    }
};

// The windows of a row of sums, the first of which begins in column `first`.
template <class Tile, int Channels, class Sum> BoxWindows boxWindows(int first, int reach)
{
    using Rows = BoxRows<Tile, Channels, Sum>;
    return {BoxFour::at<Tile, Sum>(Rows::firstNumber(first)), BoxFour::at<Tile, Sum>(first + reach)};
}

// Writes a lane's part of the `width` results of a row, of which four begin at `to`: pack(sums, x) makes those from x
// on.
template <class Tile, int Channels, class D, class Sum, class Pack>
__device__ void writeBoxes(const Pack& pack, BoxRow<Tile, Sum>* row, const BoxWindows& windows, D* to, int width,
                           bool storesFour)
{
    using Rows = BoxRows<Tile, Channels, Sum>;
    const int lane = static_cast<int>(threadIdx.x % 32), left = width - 4 * lane;
    const auto four = [&](int i) {
        Sum sum[4];
#pragma unroll
        for (int v = 0; v < 4; ++v)
            sum[v] = Rows::window(row[0].number(windows.first.bytes[v], i),
                                  row[Rows::Numbers - 1].number(windows.last.bytes[v], i));
        return pack(sum, width - left + 128 * i);
    };
    if (storesFour && width % 4 == 0)
#pragma unroll
        for (int i = 0; i < Tile::Span / 128; ++i)
        {
            if (128 * i >= left)
                break;
            storeWords(to + 128 * i, four(i));
        }
    else
#pragma unroll 1
        for (int i = 0; 128 * i < left; ++i)
        {
            const auto packed = four(i);
#pragma unroll
            for (int v = 0; v < 4; ++v)
                if (128 * i + v < left)
                    to[128 * i + v] = reinterpret_cast<const D*>(packed.word)[v];
        }
}

}} // namespace cv::cudatiled
