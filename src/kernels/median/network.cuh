// SPDX-License-Identifier: Apache-2.0
// Medians of small squares in registers: pixels that the windows of neighbours share are sorted once. Then each half of
// the results merges in the further pixels that its windows share, and so on (L. Sugy, hierarchical tiling, 2025).
#pragma once

#include <type_traits>

#include "../../core/earlier_work.cuh"
#include "../../core/thread_divisor.hpp"
#include "../load/block.cuh"
#include "merge.cuh"

namespace cv { namespace cudatiled {

// Width x Height results with windows of Size x Size, halved until one is left. Columns and rows count from the first
// window's. The core: the pixels that all windows share, sorted, without values that cannot be a median.
template <int Size, class V> struct MedianParting
{
    static constexpr int half = Size * Size / 2;
    static constexpr int known(int width, int height) { return (Size - width + 1) * (Size - height + 1); }
    // Ranks [first, end) among the `count` known values: no more than `half` known ones lie on either side.
    static constexpr int first(int count) { return count - 1 > half ? count - 1 - half : 0; }
    static constexpr int end(int count) { return count - 1 < half ? count : half + 1; }

    template <int Width, int Height> using Core = Sorted<end(known(Width, Height)) - first(known(Width, Height)), V>;

    // Sorted, as long as the core is high and wide; first those before it, then those behind.
    template <int Width, int Height> struct Sides
    {
        Sorted<Size - Height + 1, V> columns[2 * Width - 1]; // Width - 1 on either side
        Sorted<Size - Width + 1, V> rows[2 * Height - 1];    // Height - 1
    };

    // The core with a sorted list of what comes to it, of which there is `Count` then.
    template <int Known, int Count, int N, int M>
    __device__ static Sorted<end(Count) - first(Count), V> grow(const Sorted<N, V>& core, const Sorted<M, V>& list)
    {
        static_assert(Known + M == Count && N == end(Known) - first(Known), "no value is lost or entering twice");
        if constexpr (Count == Size * Size)
            return {{select<half - first(Known)>(core, list)}};
        else
            return part<first(Count) - first(Known), end(Count) - first(Count)>(merge(core, list));
    }

    // read(x, y) is a value; take(x, y, median) gets the results.
    template <int Width, int Height, int X, int Y, class Read, class Take>
    __device__ static void finish(const Core<Width, Height>& core, const Sides<Width, Height>& sides, const Read& read,
                                  const Take& take)
    {
        if constexpr (Width == 1 && Height == 1)
            take(X, Y, core.value[0]);
        else if constexpr (Width >= Height)
        {
            finishColumns<Width, Height, X, Y, 0>(core, sides, read, take);
            finishColumns<Width, Height, X, Y, 1>(core, sides, read, take);
        }
        else
        {
            finishRows<Width, Height, X, Y, 0>(core, sides, read, take);
            finishRows<Width, Height, X, Y, 1>(core, sides, read, take);
        }
    }

    // The left (Part 0) or right half of the results.
    template <int Width, int Height, int X, int Y, int Part, class Read, class Take>
    __device__ static void finishColumns(const Core<Width, Height>& core, const Sides<Width, Height>& sides,
                                         const Read& read, const Take& take)
    {
        constexpr int Half = Width / 2, Kept = Half - 1;
        // Columns that join the core: in Sides, and in the image.
        constexpr int Joining = Part == 0 ? Kept : Width - 1, JoiningX = Part == 0 ? X + Kept : X + Size;
        Sides<Half, Height> own;
#pragma unroll
        for (int i = 0; i < Kept; ++i)
        {
            own.columns[i] = sides.columns[Part * Half + i];
            own.columns[Kept + i] = sides.columns[Width - 1 + Part * Half + i];
        }
#pragma unroll
        for (int j = 0; j < 2 * (Height - 1); ++j)
        {
            const int y = j < Height - 1 ? Y + j : Y + Size + j - (Height - 1);
            own.rows[j] = merge(sides.rows[j], sorted<JoiningX, Half, V>([&](int x) { return read(x, y); }));
        }
        const auto grown =
            grow<known(Width, Height), known(Half, Height)>(core, mergeAll<Half>(sides.columns + Joining));
        finish<Half, Height, X + Part * Half, Y>(grown, own, read, take);
    }

    // The upper (Part 0) or lower half.
    template <int Width, int Height, int X, int Y, int Part, class Read, class Take>
    __device__ static void finishRows(const Core<Width, Height>& core, const Sides<Width, Height>& sides,
                                      const Read& read, const Take& take)
    {
        constexpr int Half = Height / 2, Kept = Half - 1;
        constexpr int Joining = Part == 0 ? Kept : Height - 1, JoiningY = Part == 0 ? Y + Kept : Y + Size;
        Sides<Width, Half> own;
#pragma unroll
        for (int j = 0; j < Kept; ++j)
        {
            own.rows[j] = sides.rows[Part * Half + j];
            own.rows[Kept + j] = sides.rows[Height - 1 + Part * Half + j];
        }
#pragma unroll
        for (int i = 0; i < 2 * (Width - 1); ++i)
        {
            const int x = i < Width - 1 ? X + i : X + Size + i - (Width - 1);
            own.columns[i] = merge(sides.columns[i], sorted<JoiningY, Half, V>([&](int y) { return read(x, y); }));
        }
        const auto grown = grow<known(Width, Height), known(Width, Half)>(core, mergeAll<Half>(sides.rows + Joining));
        finish<Width, Half, X, Y + Part * Half>(grown, own, read, take);
    }

    template <int Width, int Height, class Read, class Take>
    __device__ static void medians(const Read& read, const Take& take)
    {
        constexpr int Columns = Size - Width + 1, Rows = Size - Height + 1, Known = known(Width, Height);
        const auto column = [&](int x) {
            return sorted<Height - 1, Rows, V>([&](int y) { return read(x, y); });
        };
        Sides<Width, Height> sides;
#pragma unroll
        for (int i = 0; i < 2 * (Width - 1); ++i)
            sides.columns[i] = column(i < Width - 1 ? i : Size + i - (Width - 1));
#pragma unroll
        for (int j = 0; j < 2 * (Height - 1); ++j)
        {
            const int y = j < Height - 1 ? j : Size + j - (Height - 1);
            sides.rows[j] = sorted<Width - 1, Columns, V>([&](int x) { return read(x, y); });
        }
        Sorted<Rows, V> columns[Columns];
#pragma unroll
        for (int i = 0; i < Columns; ++i)
            columns[i] = column(Width - 1 + i);
        const auto core = part<first(Known), end(Known) - first(Known)>(mergeAll<Columns>(columns));
        finish<Width, Height, 0, 0>(core, sides, read, take);
    }
};

// How pixels of a depth share a word of the tile: two rows of results, one far below the other, in its halves; or one
// float of 32 bits. `flip` makes unsigned numbers of the signed ones in both halves, and back.
template <class T> struct MedianWord
{
    using Value = std::uint32_t;
    static constexpr int rows = 2;

    template <class At> __device__ static Value make(const At& at, std::uint32_t flip)
    {
        return (static_cast<std::uint32_t>(at(0)) | static_cast<std::uint32_t>(at(1)) << 16) ^ flip;
    }
    __device__ static T of(Value word, int row, std::uint32_t flip)
    {
        return static_cast<T>((word ^ flip) >> (16 * row));
    }
};

template <> struct MedianWord<float>
{
    using Value = float;
    static constexpr int rows = 1;

    template <class At> __device__ static float make(const At& at, std::uint32_t) { return at(0); }
    __device__ static float of(float word, int, std::uint32_t) { return word; }
};

template <> struct MedianWord<Half>
{
    using Value = HalfPair;
    static constexpr int rows = 2;

    template <class At> __device__ static HalfPair make(const At& at, std::uint32_t)
    {
        return {scalarBits<Half>(at(0)) | scalarBits<Half>(at(1)) << 16};
    }
    __device__ static Half of(HalfPair pair, int row, std::uint32_t) { return Half::ofBits(pair.bits >> (16 * row)); }
};

// Shape of the work of one block: threads side by side that own Across x Down words of results each, up to Repeat times
// one below the other.
template <class T, int ThreadsX_, int ThreadsY_, int Across_, int Down_, int Repeat_, int Size_> struct MedianPatch
{
    using Word = MedianWord<T>;
    static constexpr int ThreadsX = ThreadsX_, ThreadsY = ThreadsY_, Threads = ThreadsX_ * ThreadsY_;
    static constexpr int Across = Across_, Down = Down_, Repeat = Repeat_, Size = Size_;
    static constexpr int MinBlocks = Size_ == 3 ? 1 : 0; // the compiler would take fewer registers, and spill one
    static constexpr int WordRows = ThreadsY_ * Down_;   // at a time
    // Column x of a tile lies in plane x % Across, so that neighbouring threads read neighbouring words.
    static constexpr int RowsAhead = 1; // that a warp brings at a time
    static constexpr int MostChannels = 4, SharedRows = WordRows * Repeat_ + Size_ - 1;
    static constexpr int Plane = ThreadsX_ + ((Size_ + Across_ - 2) / Across_ + 1) * MostChannels,
                         Pitch = Plane * Across_;
};

template <class T> struct MedianNetworkArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    ThreadDivisor channels; // of a pixel
    std::uint32_t flip;
    int repeat;       // words of a thread one below the other, in units of Down
    bool wholeStores; // results of a thread that lie side by side may be stored at once
};

// Brings the words of a tile, whose first result is (firstX, firstY) of the target and which is `pixels` wide with the
// halo: of `channels` channels from `firstChannel` on, which lie side by side. A warp's thread has several words of a
// row on their way at a time. pixelOf(word) divides words of a row by the channels.
template <class Patch, class T, class PixelOf>
__device__ void loadMedianTile(typename Patch::Word::Value* tile, const MedianNetworkArguments<T>& a, int firstX,
                               int firstY, int pixels, int firstChannel, int channels, PixelOf pixelOf)
{
    using Word = typename Patch::Word;
    constexpr int Words = (Patch::Pitch - 1) / 32 + 1, RowsOfWarp = (Patch::SharedRows - 1) / Patch::ThreadsY + 1;
    static_assert(Patch::ThreadsX == 32 && RowsOfWarp * Word::rows <= 32, "a lane for each source row of a warp");
    static_assert(32 * Words <= ThreadDivisor::most, "words of a row are divided");
    const BatchSource<T>& source = a.source;
    const int x0 = source.x0 + firstX - Patch::Size / 2, y0 = source.y0 + firstY - Patch::Size / 2;
    const int lane = static_cast<int>(threadIdx.x), warp = static_cast<int>(threadIdx.y);
    std::ptrdiff_t from[Words];
    int to[Words];
#pragma unroll
    for (int w = 0; w < Words; ++w)
    {
        const int pixel = pixelOf(32 * w + lane), channel = 32 * w + lane - pixel * channels;
        const int x = borderIndex(x0 + pixel, source.cols, Border::Replicate);
        from[w] = static_cast<std::ptrdiff_t>(x) * source.channels + firstChannel + channel;
        to[w] = pixel < pixels ? pixel % Patch::Across * Patch::Plane + pixel / Patch::Across * channels + channel : -1;
    }
    const int wordRows = Patch::WordRows * a.repeat, rows = wordRows + Patch::Size - 1;
    const int resolved = borderIndex(y0 + warp + lane / Word::rows * Patch::ThreadsY + lane % Word::rows * wordRows,
                                     source.rows, Border::Replicate);
    constexpr int Ahead = Patch::RowsAhead;
#pragma unroll 1
    for (int i = 0, y = warp; y < rows; i += Ahead, y += Ahead * Patch::ThreadsY)
    {
        typename Word::Value value[Ahead][Words];
#pragma unroll
        for (int n = 0; n < Ahead; ++n)
        {
            const T* row[Word::rows];
#pragma unroll
            for (int r = 0; r < Word::rows; ++r)
                row[r] = source.row(__shfl_sync(0xffffffffu, resolved, (i + n) * Word::rows + r));
#pragma unroll
            for (int w = 0; w < Words; ++w)
                value[n][w] = Word::make([&](int r) { return row[r][from[w]]; }, a.flip);
        }
#pragma unroll
        for (int n = 0; n < Ahead; ++n)
            if (y + n * Patch::ThreadsY < rows)
            {
#pragma unroll
                for (int w = 0; w < Words; ++w)
                    if (to[w] >= 0)
                        tile[(y + n * Patch::ThreadsY) * Patch::Pitch + to[w]] = value[n][w];
            }
    }
}

// Writes the results of a thread in one row, whose first one is at `to`; pixels beyond `left` are outside the target.
template <class Patch, class T>
__device__ void storeMedians(const MedianNetworkArguments<T>& a, T* to, const T (&result)[Patch::Across], int left)
{
    if (a.wholeStores && left >= Patch::Across)
    {
        struct alignas(Patch::Across * sizeof(T)) Whole
        {
            T value[Patch::Across];
        } whole;
#pragma unroll
        for (int i = 0; i < Patch::Across; ++i)
            whole.value[i] = result[i];
        *reinterpret_cast<Whole*>(to) = whole;
        return;
    }
#pragma unroll
    for (int i = 0; i < Patch::Across; ++i)
        if (i < left)
            to[i * a.target.channels] = result[i];
}

// One block writes the medians of Size x Size pixels of a tile.
template <class Patch, class T>
__global__ void __launch_bounds__(Patch::Threads, Patch::MinBlocks)
    medianNetworkKernel(const MedianNetworkArguments<T> a)
{
    awaitEarlierWork();
    using Word = typename Patch::Word;
    using Value = typename Word::Value;
    __shared__ Value tile[Patch::SharedRows * Patch::Pitch];

    const int channels = a.source.channels;
    const auto pixelOf = [&](int word) { // of a row; floats took up to 5 % longer with a product
        return Word::rows == 1 ? word / channels : a.channels.quotient(word);
    };
    const int groups = pixelOf(Patch::ThreadsX);
    const int firstX = static_cast<int>(blockIdx.x) * groups * Patch::Across, wordRows = Patch::WordRows * a.repeat;
    const int firstY = rowOfBlock(a.target) * wordRows * Word::rows;
    if (firstY >= a.target.rows)
        return;
    loadMedianTile<Patch>(tile, a, firstX, firstY, groups * Patch::Across + Patch::Size - 1, 0, channels, pixelOf);
    __syncthreads();

    const int group = pixelOf(static_cast<int>(threadIdx.x)),
              channel = static_cast<int>(threadIdx.x) - group * channels;
    const int x = firstX + group * Patch::Across;
    if (group >= groups || x >= a.target.cols)
        return;
#pragma unroll 1
    for (int r = 0; r < a.repeat; ++r)
    {
        const int wordRow = (r * Patch::ThreadsY + static_cast<int>(threadIdx.y)) * Patch::Down;
        const Value* const first = tile + wordRow * Patch::Pitch + threadIdx.x;
        Value median[Patch::Down][Patch::Across];
        MedianParting<Patch::Size, Value>::template medians<Patch::Across, Patch::Down>(
            [&](int i, int j) {
                return first[i % Patch::Across * Patch::Plane + j * Patch::Pitch + i / Patch::Across * channels];
            },
            [&](int i, int j, Value value) { median[j][i] = value; });
#pragma unroll
        for (int row = 0; row < Word::rows; ++row)
#pragma unroll
            for (int j = 0; j < Patch::Down; ++j)
            {
                const int y = firstY + wordRow + j + row * wordRows;
                T result[Patch::Across];
#pragma unroll
                for (int i = 0; i < Patch::Across; ++i)
                    result[i] = Word::of(median[j][i], row, a.flip);
                if (y < a.target.rows)
                    storeMedians<Patch>(a, a.target.row(y) + static_cast<std::ptrdiff_t>(x) * channels + channel,
                                        result, a.target.cols - x);
            }
    }
}

}} // namespace cv::cudatiled
