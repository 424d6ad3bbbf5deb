// SPDX-License-Identifier: Apache-2.0
// The arithmetic of strips, for slidingWindowKernel. An arithmetic has
//   Row                          a source row of a strip, unpacked
//   Sums                         the sums of one row of results
//   unpack(row, strip)           from the words of a strip to a Row
//   add(sum, before, row, j)     adds a row under tap row j to `before`, which may be `sum`; tap row 0 starts the sums
//   pack                         from Sums to the words of results
#pragma once

#include "../../core/epilogue.hpp"
#include "../general/taps.cuh"
#include "shape.cuh"

namespace cv { namespace cudatiled {

// A float sum begins with delta, which saves an addition, or has it added in the end: each product that is added to a
// large delta is rounded as coarsely as that. That matters for results in float, and for long sums of 16-bit pixels.
template <class Shape, class Epilogue, bool LongSums> struct DeltaOf
{
    static constexpr bool isLast =
        !kStartsWithDelta<Epilogue> || kIsFloat<typename Shape::D> || (LongSums && sizeof(typename Shape::S) == 2);

    __device__ static float first(const Epilogue& epilogue) { return isLast ? 0.f : epilogue.delta; }

    __device__ static void pack(std::uint32_t (&words)[Shape::resultWords], const float (&sum)[Shape::scalars],
                                const Epilogue& epilogue)
    {
        float whole[Shape::scalars];
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            whole[v] = isLast ? epilogue(sum[v]) : sum[v];
        packRounded<Shape>(words, whole);
    }
};

// All taps of a Size x Size kernel in float, added by fma row by row; from 7x7 on each row by itself, for the contract
// where the image is flat. Sparse leaves out taps of 0, so infinite pixels under them do not count.
template <int Size_, bool Sparse = false, class Epilogue = AddDelta<float>> struct DenseTaps
{
    static constexpr bool kRowsByThemselves = Size_ >= 7;
    static constexpr WindowSums kSums = WindowSums::Dense;
    static constexpr int Size = Size_;
    template <class Shape> using Row = float[Shape::scalars + 2 * Shape::halo];
    template <class Shape> using Sums = float[Shape::scalars];
    template <class Shape> using Delta = DeltaOf<Shape, Epilogue, true>;

    float tap[Size_ * Size_];
    Epilogue epilogue;

    template <class Shape> __device__ void unpack(Row<Shape>& row, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars + 2 * Shape::halo; ++v)
            row[v] = stripScalar<typename Shape::S>(strip, Shape::first + v);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& row, int j) const
    {
        Sums<Shape> products;
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
            {
                if (i == 0)
                    products[v] = j == 0 ? Delta<Shape>::first(epilogue) : kRowsByThemselves ? 0.f : before[v];
                if (!Sparse || tap[j * Size_ + i] != 0.f)
                    products[v] = fmaf(tap[j * Size_ + i], row[v + i * Shape::channels], products[v]);
            }
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = kRowsByThemselves && j > 0 ? before[v] + products[v] : products[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        Delta<Shape>::pack(words, sum, epilogue);
    }
};

// The taps of a row and of a column in float: a row is filtered once; its results are added to those before.
template <int Size_, class Epilogue = AddDelta<float>> struct SeparableTaps
{
    static constexpr WindowSums kSums = WindowSums::Separable;
    static constexpr int Size = Size_;
    template <class Shape> using Row = float[Shape::scalars];
    template <class Shape> using Sums = float[Shape::scalars];
    template <class Shape> using Delta = DeltaOf<Shape, Epilogue, false>;

    float row[Size_], column[Size_];
    Epilogue epilogue;

    template <class Shape>
    __device__ void unpack(Row<Shape>& filtered, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
                filtered[v] =
                    fmaf(row[i], stripScalar<typename Shape::S>(strip, Shape::first + v + i * Shape::channels),
                         i == 0 ? 0.f : filtered[v]);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& filtered, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = fmaf(column[j], filtered[v], j == 0 ? Delta<Shape>::first(epilogue) : before[v]);
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        Delta<Shape>::pack(words, sum, epilogue);
    }
};

// The sum of two separable correlations: a row is filtered by both; the results of both are added to those before.
template <int Size_> struct SeparableSumTaps
{
    static constexpr WindowSums kSums = WindowSums::Separable;
    static constexpr int Size = Size_;
    template <class Shape> struct Row
    {
        float first[Shape::scalars], second[Shape::scalars];
    };
    template <class Shape> using Sums = float[Shape::scalars];
    using Epilogue = ScaleAddDelta<float>;

    TapPair<float> row[Size_], column[Size_];
    Epilogue epilogue;

    template <class Shape>
    __device__ void unpack(Row<Shape>& filtered, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
            {
                const float scalar = stripScalar<typename Shape::S>(strip, Shape::first + v + i * Shape::channels);
                filtered.first[v] = fmaf(row[i].first, scalar, i == 0 ? 0.f : filtered.first[v]);
                filtered.second[v] = fmaf(row[i].second, scalar, i == 0 ? 0.f : filtered.second[v]);
            }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& filtered, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = fmaf(column[j].second, filtered.second[v],
                          fmaf(column[j].first, filtered.first[v], j == 0 ? 0.f : before[v]));
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        DeltaOf<Shape, Epilogue, false>::pack(words, sum, epilogue);
    }
};

// The bytes under four neighbouring taps of every result: element v + 4 g channels is for result v and its taps from 4
// g on.
template <class Shape>
__device__ void gatherWindows(std::uint32_t (&window)[Shape::scalars + (Shape::size - 1) / 4 * 4 * Shape::channels],
                              const std::uint32_t (&strip)[Shape::words])
{
#pragma unroll
    for (int v = 0; v < Shape::scalars + (Shape::size - 1) / 4 * 4 * Shape::channels; ++v)
        window[v] = gatherBytes<Shape::channels>(strip, Shape::first + v);
}

// Bytes and integer taps of at most 7 bits, four products at a time. Sums begin with delta, an integer, or are scaled
// in float, which holds them all.
template <int Size_, class Epilogue = AddDelta<int>> struct DenseByteTaps
{
    static constexpr WindowSums kSums = WindowSums::DenseBytes;
    static constexpr int Size = Size_, Groups = (Size_ + 3) / 4;
    template <class Shape> using Row = std::uint32_t[Shape::scalars + (Groups - 1) * 4 * Shape::channels];
    template <class Shape> using Sums = int[Shape::scalars];

    std::uint32_t tap[Size_ * Groups]; // four signed bytes each; those beyond the kernel are 0
    Epilogue epilogue;

    template <class Shape> __device__ void unpack(Row<Shape>& window, const std::uint32_t (&strip)[Shape::words]) const
    {
        gatherWindows<Shape>(window, strip);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& window, int j) const
    {
#pragma unroll
        for (int g = 0; g < Groups; ++g)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
                sum[v] = dotBytesSigned(window[v + g * 4 * Shape::channels], tap[j * Groups + g],
                                        g > 0    ? sum[v]
                                        : j == 0 ? first()
                                                 : before[v]);
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        if constexpr (!kStartsWithDelta<Epilogue>)
        {
            float result[Shape::scalars];
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
                result[v] = epilogue(static_cast<float>(sum[v]));
            packRounded<Shape>(words, result);
        }
        else
#pragma unroll
            for (int w = 0; w < Shape::resultWords; ++w)
                if constexpr (sizeof(typename Shape::D) == 1)
                    words[w] = packBytes(sum[4 * w], sum[4 * w + 1], sum[4 * w + 2], sum[4 * w + 3]);
                else
                    words[w] = packSigned(sum[2 * w + 1], sum[2 * w]);
    }

private:
    __device__ int first() const
    {
        if constexpr (kStartsWithDelta<Epilogue>)
            return epilogue.delta;
        else
            return 0;
    }
};

// Bytes and integer taps, two results at a time in the halves of a word. A multiplication filters both, for a carry or
// borrow of the lower sum into the upper one is taken back when the lower one is: sums are linear combinations modulo
// 2^32. `start` is what lifts the lower half above 0 in the end, and delta. 8U: every sum with `bias` lies in [0,
// 2^15). 16S: it fits into 16 bits; bias is 2^15.
struct PairSums
{
    template <class Shape> using Sums = std::uint32_t[Shape::scalars / 2];

    std::uint32_t start;
    int bias;

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            if constexpr (sizeof(typename Shape::D) == 1)
                words[w] = packU16x2(saturateU16x2(sum[2 * w], bias), saturateU16x2(sum[2 * w + 1], bias));
            else
                words[w] = sum[w] ^ 0x8000u;
    }
};

template <int Size_> struct SeparablePairTaps : PairSums
{
    static constexpr WindowSums kSums = WindowSums::Pairs;
    static constexpr int Size = Size_;
    template <class Shape> using Row = std::uint32_t[Shape::scalars / 2];

    int row[Size_], column[Size_];

    template <class Shape>
    __device__ void unpack(Row<Shape>& filtered, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars / 2; ++v)
            {
                const int at = Shape::first + 2 * v + i * Shape::channels;
                const int next = at / 4 + 1 < Shape::words ? at / 4 + 1 : at / 4;
                filtered[v] = (i == 0 ? 0u : filtered[v]) +
                              static_cast<std::uint32_t>(row[i]) * bytePair(strip[at / 4], strip[next], at % 4);
            }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& filtered, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
            sum[v] = (j == 0 ? start : before[v]) + static_cast<std::uint32_t>(column[j]) * filtered[v];
    }
};

// The same with sums that are scaled in float, which holds them all. Results are bytes.
template <int Size_> struct ScaledPairTaps : SeparablePairTaps<Size_>
{
    ScaleAddDelta<float> epilogue;

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords],
                         const std::uint32_t (&sum)[Shape::scalars / 2]) const
    {
        constexpr int kTwoTo23 = 1 << 23; // an integer below it makes the mantissa of a float between 2^23 and 2^24
        const float ofZero = static_cast<float>(kTwoTo23 + this->bias);
        float result[Shape::scalars];
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            result[v] = epilogue(asFloat(joinedU16x2(sum[v / 2], v % 2, 0x4b00u, 0)) - ofZero);
        packRounded<Shape>(words, result);
    }
};

// Sums of Size x Size pixels in float, exact for integers below 2^24, times a scale.
template <int Size_> struct BoxTaps
{
    static constexpr WindowSums kSums = WindowSums::Separable;
    static constexpr int Size = Size_;
    template <class Shape> using Row = float[Shape::scalars];
    template <class Shape> using Sums = float[Shape::scalars];

    float scale;

    template <class Shape> __device__ void unpack(Row<Shape>& summed, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars; ++v)
                summed[v] = (i == 0 ? 0.f : summed[v]) +
                            stripScalar<typename Shape::S>(strip, Shape::first + v + i * Shape::channels);
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& summed, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            sum[v] = j == 0 ? summed[v] : before[v] + summed[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        float scaled[Shape::scalars];
#pragma unroll
        for (int v = 0; v < Shape::scalars; ++v)
            scaled[v] = sum[v] * scale;
        packRounded<Shape>(words, scaled);
    }
};

// Means of at most 256 bytes, two sums at a time in the halves of a word; ByteBoxArithmetic's division, whose quotient
// lies in byte 3.
template <int Size_> struct ByteBoxTaps
{
    static constexpr WindowSums kSums = WindowSums::ByteBoxes;
    static constexpr int Size = Size_;
    template <class Shape> using Row = std::uint32_t[Shape::scalars / 2];
    template <class Shape> using Sums = std::uint32_t[Shape::scalars / 2];

    std::uint32_t twiceScale, offset; // the quotient of a sum is (sum * twiceScale + offset) >> 24

    template <class Shape> __device__ void unpack(Row<Shape>& summed, const std::uint32_t (&strip)[Shape::words]) const
    {
#pragma unroll
        for (int i = 0; i < Size_; ++i)
#pragma unroll
            for (int v = 0; v < Shape::scalars / 2; ++v)
            {
                const int at = Shape::first + 2 * v + i * Shape::channels;
                const int next = at / 4 + 1 < Shape::words ? at / 4 + 1 : at / 4;
                summed[v] = (i == 0 ? 0u : summed[v]) + bytePair(strip[at / 4], strip[next], at % 4);
            }
    }

    template <class Shape>
    __device__ void add(Sums<Shape>& sum, const Sums<Shape>& before, const Row<Shape>& summed, int j) const
    {
#pragma unroll
        for (int v = 0; v < Shape::scalars / 2; ++v)
            sum[v] = j == 0 ? summed[v] : before[v] + summed[v];
    }

    template <class Shape>
    __device__ void pack(std::uint32_t (&words)[Shape::resultWords], const Sums<Shape>& sum) const
    {
        const auto quotient = [&](std::uint32_t total) {
            return total * twiceScale + offset;
        };
#pragma unroll
        for (int w = 0; w < Shape::resultWords; ++w)
            words[w] = gatherBytes3(quotient(sum[2 * w] & 0xffffu), quotient(sum[2 * w] >> 16),
                                    quotient(sum[2 * w + 1] & 0xffffu), quotient(sum[2 * w + 1] >> 16));
    }
};

}} // namespace cv::cudatiled
