// SPDX-License-Identifier: Apache-2.0
// Strips: whole pixels of a row that a lane of a warp has, so that the channel of each scalar is known when the kernel
// is compiled. The lanes of a warp have neighbouring strips; what lies beside its own a lane asks of its neighbours.
#pragma once

#include <cstdint>
#include <type_traits>

#include "../../core/bulk_copy.cuh"
#include "../../core/half_scalar.hpp"
#include "../load/block.cuh"
#include "../load/source_tile.cuh"

namespace cv { namespace cudatiled {

template <class T_, int Channels_, int Bytes_> struct PixelStrip
{
    using T = T_;
    static constexpr int Channels = Channels_, Bytes = Bytes_, Words = Bytes / 4;
    static constexpr int Scalars = Bytes / static_cast<int>(sizeof(T)), Pixels = Scalars / Channels;
    static_assert(Pixels * Channels == Scalars && Bytes % 8 == 0, "strips are whole pixels, loaded in 8 or 16 bytes");

    // Numbers that are added up: two of bytes in the halves of a word, or one.
    static constexpr bool InPairs = sizeof(T) == 1;
    using Number = std::conditional_t<InPairs, std::uint32_t, std::conditional_t<kIsFloat<T>, float, int>>;
    static constexpr int Numbers = InPairs ? Scalars / 2 : Scalars;
};

// Warps of a block lie below each other. Where results need the pixels beside a strip, the first and the last lane have
// strips of other warps, for the lanes beside them.
constexpr int kStripWarps = 4;

// Rows of a warp, at most. Warps with as many rows as let all blocks run at once lay far apart in the image: kernels
// took up to a third longer.
constexpr int kStripRows = 2;

template <int Beside_> struct StripBlock
{
    static constexpr int ThreadsX = 32, ThreadsY = kStripWarps, Threads = 32 * kStripWarps, Beside = Beside_;
};

template <int Count> struct StripWords
{
    std::uint32_t word[Count];
};

template <int Unit, int Count> __device__ void loadUnits(StripWords<Count>& strip, const void* from)
{
#pragma unroll
    for (int i = 0; i < Count / Unit; ++i)
    {
        const auto unit = static_cast<const Words<Unit>*>(from)[i];
#pragma unroll
        for (int w = 0; w < Unit; ++w)
            strip.word[i * Unit + w] = unit.word[w];
    }
}

// How rows of a source lie in memory.
enum class StripAlignment
{
    None,
    Words, // all rows have the same place in a word
    Whole  // strips begin at multiples of 16 bytes, or of 8 if they are no multiple of 16 long
};

// The strip of a lane in each row of the source. `Outside` gives a column of the image for one beside it, and a row for
// one above or below. Of pixels beside the image, the two before it and the three behind it are made, no others.
template <class Shape, class Outside> class StripSource
{
public:
    using T = typename Shape::T;
    using Strip = StripWords<Shape::Words>;

    __device__ StripSource(const BatchSource<T>& source, Outside outside, std::ptrdiff_t firstPixel,
                           StripAlignment alignment)
        : source_(source), outside_(outside), first_(firstPixel * Shape::Channels), alignment_(alignment)
    {
        const std::ptrdiff_t end = static_cast<std::ptrdiff_t>(source.cols) * Shape::Channels;
        const std::ptrdiff_t margin = alignment == StripAlignment::Words ? 4 : 0; // words stick out of the strip
        isInside_ = first_ >= margin && first_ + Shape::Scalars + margin <= end;
        isBeside_ = firstPixel + Shape::Pixels <= 0 || firstPixel >= source.cols;
        if (isInside_)
            return;
        const std::ptrdiff_t toEnd = source.cols - firstPixel;
        last_ = toEnd < kFar ? static_cast<int>(toEnd) - 1 : kFar;
        before_ = firstPixel < 0 ? static_cast<int>(-firstPixel) : 0;
#pragma unroll
        for (int i = 0; i < 2; ++i)
            left_[i] = static_cast<int>(outside(-1 - i, source.cols) - firstPixel);
#pragma unroll
        for (int i = 0; i < 3; ++i)
            right_[i] = static_cast<int>(outside(source.cols + i, source.cols) - firstPixel);
    }

    // By all lanes: brings `rows` rows of the warp's strips, 32 at most, into the L2 cache, in whole chunks. A lane has
    // a row.
    __device__ void prefetch(int firstRow, int rows) const
    {
        const int first = __shfl_sync(0xffffffffu, static_cast<int>(first_), 0), all = source_.cols * Shape::Channels;
        const int lane = static_cast<int>(threadIdx.x % 32), y = firstRow + lane;
        if (lane >= rows || y < 0 || y >= source_.rows)
            return;
        const int left = first < 0 ? 0 : first, right = first + 32 * Shape::Scalars;
        const T* const row = source_.row(y);
        const auto from = reinterpret_cast<std::uintptr_t>(row + left) + kChunkBytes - 1;
        const auto to = reinterpret_cast<std::uintptr_t>(row + (right < all ? right : all));
        const auto begin = from - from % kChunkBytes, end = to - to % kChunkBytes;
        if (begin < end)
            prefetchBulk(reinterpret_cast<const void*>(begin), static_cast<int>(end - begin));
    }

    __device__ __forceinline__ Strip load(int y) const
    {
        const T* const row = source_.row(y >= 0 && y < source_.rows ? y : outside_(y, source_.rows));
        Strip strip;
        if (isInside_ && alignment_ == StripAlignment::Whole)
            loadUnits<Shape::Bytes % 16 == 0 ? 4 : 2>(strip, row + first_);
        else if (isInside_ && alignment_ == StripAlignment::Words)
            loadShifted(strip, row + first_);
        else if (isBeside_)
            loadBeside(strip, row + first_);
        else
            loadScalars(strip, row + first_);
        return strip;
    }

private:
    static constexpr int kFar = 1 << 20;

    __device__ static void loadShifted(Strip& strip, const T* from)
    {
        const int skew = static_cast<int>(reinterpret_cast<std::uintptr_t>(from) % 4);
        const auto* const words = reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(from) - skew);
        std::uint32_t word[Shape::Words + 1];
#pragma unroll
        for (int i = 0; i < Shape::Words; ++i)
            word[i] = words[i];
        word[Shape::Words] = skew == 0 ? 0u : words[Shape::Words];
#pragma unroll
        for (int i = 0; i < Shape::Words; ++i)
            strip.word[i] = shiftedWord(word[i], word[i + 1], 8 * skew);
    }

    // The place of a pixel, counted from the strip's first one: of pixel `number`, which lies behind the image.
    __device__ int placeBehind(int number) const
    {
        const int right = number - last_ - 1;
        return right == 0 ? right_[0] : right == 1 ? right_[1] : right_[2];
    }

    __device__ int placeOf(int number) const
    {
        if (isInside_)
            return number;
        const int left = before_ - number - 1;
        if (left >= 0)
            return left == 0 ? left_[0] : left_[1];
        return number <= last_ ? number : placeBehind(number);
    }

    __device__ static void loadPixel(Strip& strip, int number, const T* from)
    {
        constexpr int perWord = 4 / static_cast<int>(sizeof(T));
#pragma unroll
        for (int channel = 0; channel < Shape::Channels; ++channel)
        {
            const int scalar = number * Shape::Channels + channel;
            strip.word[scalar / perWord] |= scalarBits(from[channel]) << (8 * sizeof(T) * (scalar % perWord));
        }
    }

    __device__ static const T* pixelAt(const T* from, int place)
    {
        return from + static_cast<std::ptrdiff_t>(place) * Shape::Channels;
    }

    // Loads only the pixels next to the image: warps at its edges end last, and the others wait for them.
    __device__ void loadBeside(Strip& strip, const T* from) const
    {
        strip = {};
        if (before_ > 0)
#pragma unroll
            for (int i = 0; i < (Shape::Pixels < 2 ? Shape::Pixels : 2); ++i)
                loadPixel(strip, Shape::Pixels - 1 - i, pixelAt(from, left_[i]));
        else
#pragma unroll
            for (int i = 0; i < (Shape::Pixels < 3 ? Shape::Pixels : 3); ++i)
                loadPixel(strip, i, pixelAt(from, placeBehind(i)));
    }

    __device__ void loadScalars(Strip& strip, const T* from) const
    {
        strip = {};
#pragma unroll
        for (int pixel = 0; pixel < Shape::Pixels; ++pixel)
            loadPixel(strip, pixel, pixelAt(from, placeOf(pixel)));
    }

    const BatchSource<T>& source_;
    const Outside outside_;
    const std::ptrdiff_t first_; // scalar of a row, maybe outside
    const StripAlignment alignment_;
    bool isInside_, isBeside_;  // whether all pixels of the strip lie in the image, or none does
    int before_ = 0, last_ = 0; // pixels of the strip that lie before the image; its last one in the image
    int left_[2], right_[3];    // places of the pixels beside the image, the nearest first
};

template <class Shape> struct StripNumbers
{
    using T = typename Shape::T;
    typename Shape::Number of[Shape::Numbers];

    StripNumbers() = default;
    __device__ explicit StripNumbers(const StripWords<Shape::Words>& strip)
    {
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
            if constexpr (sizeof(T) == 1)
                of[i] = bytePair(strip.word[i / 2], 0, i % 2 * 2);
            else if constexpr (std::is_same_v<T, Half>)
                of[i] = halfToFloat(strip.word[i / 2], i % 2);
            else if constexpr (sizeof(T) == 2)
                of[i] = static_cast<T>(strip.word[i / 2] >> (16 * (i % 2)));
            else
                of[i] = asFloat(strip.word[i]);
    }
};

// The numbers of a strip between those of `Before` scalars to its left and `Behind` to its right. All lanes of a warp
// make them at the same time.
template <class Shape, int Before, int Behind> struct StripNeighbours
{
    using Number = typename Shape::Number;
    static constexpr int PerNumber = Shape::InPairs ? 2 : 1;
    static constexpr int Left = (Before + PerNumber - 1) / PerNumber, Right = (Behind + PerNumber - 1) / PerNumber;
    static_assert(Left <= Shape::Numbers && Right <= Shape::Numbers, "a strip has one neighbour on each side");
    Number of[Left + Shape::Numbers + Right];

    __device__ explicit StripNeighbours(const StripNumbers<Shape>& own)
    {
#pragma unroll
        for (int i = 0; i < Shape::Numbers; ++i)
            of[Left + i] = own.of[i];
#pragma unroll
        for (int i = 0; i < Left; ++i)
            of[i] = __shfl_up_sync(0xffffffffu, own.of[Shape::Numbers - Left + i], 1);
#pragma unroll
        for (int i = 0; i < Right; ++i)
            of[Left + Shape::Numbers + i] = __shfl_down_sync(0xffffffffu, own.of[i], 1);
    }

    // That of a scalar of the strip, or beside it; in pairs that of the next one too, where there is one.
    __device__ Number at(int scalar) const
    {
        constexpr int last = Left + Shape::Numbers + Right - 1;
        const int place = Left * PerNumber + scalar;
        if constexpr (Shape::InPairs)
            if (place % 2 != 0)
                return nextU16x2(of[place / 2], of[place / 2 < last ? place / 2 + 1 : last]);
        return of[place / PerNumber];
    }
};

// The first `count` scalars of some words, wide if `aligned` promises multiples of 16 bytes, or of 8 if they are no
// multiple of 16 bytes long. Else one by one: the loop over words stays rolled, for it is code for edges.
template <class T, int Count>
__device__ void storeStrip(T* to, const std::uint32_t (&word)[Count], std::ptrdiff_t count, bool aligned)
{
    constexpr int perWord = 4 / static_cast<int>(sizeof(T));
    if (aligned && count >= Count * perWord)
    {
        constexpr int unit = Count % 4 == 0 ? 4 : Count % 2 == 0 ? 2 : 1;
#pragma unroll
        for (int i = 0; i < Count / unit; ++i)
        {
            Words<unit> words;
#pragma unroll
            for (int w = 0; w < unit; ++w)
                words.word[w] = word[i * unit + w];
            storeWords(to + i * unit * perWord, words);
        }
        return;
    }
#pragma unroll 1
    for (int first = 0; first < Count && first * perWord < count; ++first)
    {
        std::uint32_t bits = word[0];
#pragma unroll
        for (int w = 1; w < Count; ++w)
            bits = first == w ? word[w] : bits;
#pragma unroll
        for (int i = 0; i < perWord; ++i)
            if (first * perWord + i < count)
                to[first * perWord + i] = scalarOfBits<T>(bits >> (8 * sizeof(T) * i));
    }
}

// storeStrip() for strips that are twice as long in the target. The memory is written in sectors of 32 bytes, of which
// a store of 16 bytes fills a half. Two neighbouring lanes therefore store the chunks of both their strips in turn, and
// give each other one chunk:
//
//   chunks of 16 bytes    of the first strip    of the second    stored by the first lane    by the second
//   two in a strip        a0 a1                 b0 b1            a0 b0                       a1 b1
//   three                 a0 a1 a2              b0 b1 b2         a0 a2 b1                    a1 b0 b2
//
// All lanes of a warp call it. `Beside` lanes at either end have no results; their `count` is 0.
template <class T, int Beside, int Count>
__device__ void storeDoubledStrip(T* to, const std::uint32_t (&word)[Count], std::ptrdiff_t count, bool aligned)
{
    constexpr int Chunks = Count / 4, Scalars = 16 / static_cast<int>(sizeof(T));
    static_assert(Count % 4 == 0 && (Chunks == 2 || Chunks == 3));
    const int lane = static_cast<int>(threadIdx.x) - Beside;
    const bool isSecond = lane % 2 != 0;
    std::uint32_t other[4];
#pragma unroll
    for (int w = 0; w < 4; ++w)
        other[w] = __shfl_sync(0xffffffffu, isSecond ? word[4 * (Chunks - 2) + w] : word[4 + w], (lane ^ 1) + Beside);
    if (!aligned || count < (isSecond ? 1 : 2) * Chunks * Scalars)
    {
        if (count > 0)
            storeStrip<T>(to, word, count, aligned);
        return;
    }
    to -= isSecond ? (Chunks - 1) * Scalars : 0;
#pragma unroll
    for (int i = 0; i < Chunks; ++i)
    {
        const int ofFirst = 2 * i, ofSecond = 2 * i + 1 - Chunks; // chunks of a lane's own strip, if it has so many
        Words<4> words;
#pragma unroll
        for (int w = 0; w < 4; ++w)
            words.word[w] = isSecond ? (ofSecond >= 0 ? word[4 * ofSecond + w] : other[w])
                                     : (ofFirst < Chunks ? word[4 * ofFirst + w] : other[w]);
        storeWords(to + 2 * i * Scalars, words);
    }
}

// Where the warp and the lane are: rows from y on, of which `rows` are there, maybe none or less; the first pixel of
// the lane's strip, and whether its results are the lane's to write. Of `Beside` lanes on both sides they are not.
template <class Shape, int Beside> struct StripPlace
{
    int y, rows;
    std::ptrdiff_t pixel;
    bool isOwn;

    __device__ StripPlace(int rowOfBlocks, int rowsOfWarp, int rowsOfImage)
    {
        const int lane = static_cast<int>(threadIdx.x);
        y = (rowOfBlocks * kStripWarps + static_cast<int>(threadIdx.y)) * rowsOfWarp;
        const int left = rowsOfImage - y;
        rows = left < rowsOfWarp ? left : rowsOfWarp;
        pixel = (static_cast<std::ptrdiff_t>(blockIdx.x) * (32 - 2 * Beside) + lane - Beside) * Shape::Pixels;
        isOwn = lane >= Beside && lane < 32 - Beside;
    }
};

}} // namespace cv::cudatiled
