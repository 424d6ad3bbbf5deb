// SPDX-License-Identifier: Apache-2.0
// Morphology with rectangles of any size whose halo fits into a tile, one step or two: a tile is filtered down its
// columns, turned by 90 degrees, so that its rows are filtered as columns, and turned back.
#pragma once

#include "../../core/earlier_work.cuh"
#include "../load/source_tile.cuh"
#include "../sliding_window/shape.cuh"
#include "column_windows.cuh"
#include "lanes.cuh"

namespace cv { namespace cudatiled {

// Two buffers in shared memory, used in turn: `upright` holds image rows (pitch Pitch as loaded, TurnBack between the
// passes of a second step, Finished before the store); `turned` holds the transpose, one row of Turned words for each
// scalar of an image row. The pitches avoid bank conflicts.
template <class T_> struct MinmaxTile
{
    using T = T_;
    static constexpr int Threads = 256, ThreadsX = Threads, ThreadsY = 1, Warps = Threads / 32;
    static constexpr int PerWord = 4 / static_cast<int>(sizeof(T_));
    static constexpr int Chunks = sizeof(T_) == 1 ? 11 : 21; // of 16 bytes in a row of the source
    static constexpr int Pitch = Chunks * 4;
    static constexpr int YWords = sizeof(T_) == 4 ? 64 : 32; // words of a turned row that count
    static constexpr int Turned = YWords + 1;
    static constexpr int TurnBack = sizeof(T_) == 1 ? 42 : 66;
    static constexpr int Finished = sizeof(T_) == 1 ? 33 : 66; // pitch of results that wait to be written
    static constexpr int SourceRows = 26 * 1024 / (Pitch * 4);
    static constexpr int TurnedRows = 5400 / Turned / PerWord * PerWord;
    static constexpr int SourceWords = SourceRows * Pitch, TurnedWords = TurnedRows * Turned;
    static_assert(Finished * YWords * PerWord <= TurnedWords, "the turned plane takes the results of two steps");
    static constexpr int MostRows = YWords * PerWord;            // of the image between two steps, or of results of one
    static constexpr int MostScalars = (Finished - 1) * PerWord; // of results in a row
};

template <class T> struct MinmaxTransposeArguments
{
    BatchSource<T> source;
    BatchTarget<T> target;
    const T* other; // at the first pixel of the target, rows `otherStep` bytes apart; null without a combination
    std::ptrdiff_t otherStep;
    Combination combination;
    bool isSigned; // 16-bit pixels, where they are subtracted
    int kernelWidth, kernelHeight;
    int anchorX, anchorY;
    Alignment alignment;
    int tileWidth, tileRows; // of results; the width in scalars
    bool wholeOthers;        // words of the other image may be read as such
    std::uint32_t flip;      // exclusive-or that makes the wanted extreme of the pixels in a word a lowest one
    T outside[4];            // between two steps, for every channel
};

// The scalars of a word as they are compared: bytes in two registers, see kLanes.
template <class MinOrMax, class T> struct MinmaxColumn
{
    static constexpr int registers = sizeof(T) == 1 ? 2 : 1;
    std::uint32_t lanes[registers];

    __device__ static MinmaxColumn of(std::uint32_t word)
    {
        if constexpr (sizeof(T) == 1)
            return {{word << 8, word}};
        else
            return {{word}};
    }
    __device__ static MinmaxColumn identity() { return of(MinOrMax::template kIdentity<T>); }
    __device__ void add(const MinmaxColumn& other)
    {
#pragma unroll
        for (int i = 0; i < registers; ++i)
            lanes[i] = MinOrMax::template of<T>(lanes[i], other.lanes[i]);
    }
    __device__ void add(const MinmaxColumn& first, const MinmaxColumn& second)
    {
#pragma unroll
        for (int i = 0; i < registers; ++i)
            lanes[i] = MinOrMax::template of<T>(lanes[i], first.lanes[i], second.lanes[i]);
    }
    __device__ void finish()
    {
        if (kIsFloat<T>) // see withoutNan
            add(identity());
    }
    __device__ std::uint32_t word() const
    {
        if constexpr (sizeof(T) == 1)
            return mergeHighBytes(lanes[0], lanes[1]);
        else
            return lanes[0];
    }
};

// Words below each other, `step` words apart.
template <class Column> struct MinmaxReader
{
    const std::uint32_t* at;
    int step;
    std::uint32_t flip;

    __device__ Column next()
    {
        const Column column = Column::of(*at ^ flip);
        at += step;
        return column;
    }
};

// Filters the columns of an upright plane: `store` takes Rows results in the column of words `column`, from row `row`
// on.
template <class MinOrMax, class Tile, class Store>
__device__ void filterUpright(const std::uint32_t* plane, int pitch, int columns, int rows, int length,
                              std::uint32_t flip, Store store)
{
    using Column = MinmaxColumn<MinOrMax, typename Tile::T>;
    slideDown<Column, Tile::Threads>(columns, rows, length, [&](auto windows, int column, int row) {
        Column result[decltype(windows)::Rows];
        windows(MinmaxReader<Column>{plane + row * pitch + column, pitch, flip},
                [&](int r, const Column& extreme) { result[r] = extreme; });
        store(column, row, result);
    });
}

// Filters rows of a turned plane, where the next pixel is `channels` rows further, to those of another one: `scalars`
// rows, and as many more as it takes that all windows of a run count.
template <class MinOrMax, class Tile>
__device__ void filterTurned(std::uint32_t* to, const std::uint32_t* from, int channels, int scalars, int words,
                             int length)
{
    using Column = MinmaxColumn<MinOrMax, typename Tile::T>;
    withWindows<Column>(length, [&](auto windows) {
        constexpr int Rows = decltype(windows)::Rows;
        const int step = channels * Tile::Turned, runs = (scalars + Rows * channels - 1) / (Rows * channels) * channels;
        const unsigned reciprocal =
            65535u / static_cast<unsigned>(channels) + 1; // a run's number / channels, times 2^16
        for (int run = static_cast<int>(threadIdx.x) / 32; run < runs; run += Tile::Warps)
        {
            const int group = static_cast<int>(static_cast<unsigned>(run) * reciprocal >> 16);
            const int first = group * (Rows - 1) * channels + run;
            for (int k = static_cast<int>(threadIdx.x) % 32; k < words; k += 32)
            {
                std::uint32_t* result = to + first * Tile::Turned + k;
                windows(MinmaxReader<Column>{from + first * Tile::Turned + k, step, 0u},
                        [&](int, const Column& extreme) {
                            *result = extreme.word();
                            result += step;
                        });
            }
        }
    });
}

// Turns as many results below each other as a word has scalars.
template <class Column> __device__ void turnColumns(std::uint32_t (&word)[4], const Column* result)
{
#pragma unroll
    for (int odd = 0; odd < 2; ++odd)
    {
        std::uint32_t pair[2] = {mergeHighBytes(result[0].lanes[odd], result[1].lanes[odd]),
                                 mergeHighBytes(result[2].lanes[odd], result[3].lanes[odd])};
        turnWords(pair);
        word[odd] = pair[0];
        word[odd + 2] = pair[1];
    }
}
template <class Column> __device__ void turnColumns(std::uint32_t (&word)[2], const Column* result)
{
    word[0] = result[0].word();
    word[1] = result[1].word();
    turnWords(word);
}
template <class Column> __device__ void turnColumns(std::uint32_t (&word)[1], const Column* result)
{
    word[0] = result[0].word();
}

// Writes the results of a column of words into a turned plane.
template <class Tile, class Column, int Rows>
__device__ void storeTurned(std::uint32_t* plane, int column, int row, const Column (&result)[Rows])
{
    constexpr int PerWord = Tile::PerWord;
#pragma unroll
    for (int block = 0; block < Rows; block += PerWord)
    {
        std::uint32_t word[PerWord];
        turnColumns(word, result + block);
#pragma unroll
        for (int i = 0; i < PerWord; ++i)
            plane[(column * PerWord + i) * Tile::Turned + (row + block) / PerWord] = word[i];
    }
}

// Turns a turned plane back: `store` takes words below each other, by the row of the first one and their column of
// words. The lanes of a warp share rows by eights and more.
template <class Tile, class Store>
__device__ void turnBack(const std::uint32_t* plane, int scalars, int rows, Store store)
{
    constexpr int PerWord = Tile::PerWord, Columns = 32 / PerWord; // of words, that a warp turns at a time
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    for (int k = warp * PerWord + lane / Columns; k * PerWord < rows; k += Tile::Warps * PerWord)
        for (int column = lane % Columns; column * PerWord < scalars; column += Columns)
        {
            std::uint32_t word[PerWord];
#pragma unroll
            for (int i = 0; i < PerWord; ++i)
                word[i] = plane[(column * PerWord + i) * Tile::Turned + k];
            turnWords(word);
            store(k * PerWord, column, word);
        }
}

// A word of another image, at scalar `x` of a row.
template <class T> __device__ std::uint32_t otherWord(const MinmaxTransposeArguments<T>& a, int x, int y, bool whole)
{
    constexpr int PerWord = 4 / static_cast<int>(sizeof(T)), bits = 32 / PerWord;
    const T* from = reinterpret_cast<const T*>(reinterpret_cast<const char*>(a.other) + y * a.otherStep) + x;
    if (whole && a.wholeOthers)
        return *reinterpret_cast<const std::uint32_t*>(from);
    if constexpr (PerWord == 1)
        return asBits(*from);
    std::uint32_t word = 0;
    const int end = a.target.cols * a.target.channels;
    for (int i = 0; i < PerWord; ++i)
        if (x + i >= 0 && x + i < end)
            word |= scalarBits(from[i]) << (bits * i);
    return word;
}

// Writes the word of results at scalar `x` of row `y`, as far as it lies in the target.
template <class T>
__device__ void storeMinmax(const MinmaxTransposeArguments<T>& a, int x, int y, std::uint32_t flipped)
{
    constexpr int PerWord = 4 / static_cast<int>(sizeof(T));
    const int end = a.target.cols * a.target.channels - x;
    if (x <= -PerWord || end <= 0)
        return;
    const bool whole = x >= 0 && end >= PerWord;
    Words<1> result{{flipped ^ a.flip}};
    if (a.combination != Combination::None)
        result.word[0] = combined<T>(a.combination, result.word[0], otherWord(a, x, y, whole), a.isSigned);
    T* const to = a.target.row(y) + x;
    if (whole && a.alignment.wholeTarget)
        *reinterpret_cast<Words<1>*>(to) = result;
    else
        storeScalars(to, result, -x, end);
}

// Writes those of the words below each other that lie above row `rows` of a tile which the target has as a whole.
template <class T, int Count>
__device__ void storeWhole(const MinmaxTransposeArguments<T>& a, int x, int y, int rows,
                           const std::uint32_t (&flipped)[Count])
{
    char* to = reinterpret_cast<char*>(a.target.row(y) + x);
    const auto storeRows = [&](bool all) {
#pragma unroll
        for (int r = 0; r < Count; ++r)
        {
            if (all || r < rows)
                *reinterpret_cast<std::uint32_t*>(to) = flipped[r] ^ a.flip;
            to += a.target.step;
        }
    };
    if (rows >= Count)
        storeRows(true);
    else
        storeRows(false);
}

// A tile of results, and how many scalars its rows have in the target.
struct MinmaxTilePlace : BlockPlace
{
    int scalars;

    template <class T>
    __device__ MinmaxTilePlace(const MinmaxTransposeArguments<T>& a)
        : BlockPlace(placeBlock(a, a.tileWidth, a.tileRows))
    {
        const int right = a.target.cols * a.target.channels - x;
        scalars = right < a.tileWidth ? right : a.tileWidth;
    }

    // Whether results are whole words and nothing else has to be done with them.
    template <class T> __device__ bool storesWords(const MinmaxTransposeArguments<T>& a) const
    {
        return x >= 0 && scalars == a.tileWidth && a.alignment.wholeTarget && a.combination == Combination::None;
    }
};

// Brings the source of `steps` steps, and says where the first scalar that they need is in a row of it.
template <class Tile, class T>
__device__ int loadMinmaxTile(Chunk* plane, const MinmaxTransposeArguments<T>& a, const MinmaxTilePlace& place,
                              int steps)
{
    const int channels = a.target.channels, sourceSkew = a.alignment.template sourceSkew<T>();
    SourceWindow window;
    window.x = (a.source.x0 - steps * a.anchorX) * channels + place.x - sourceSkew;
    window.y = a.source.y0 + place.y - steps * a.anchorY;
    window.rows = place.rows + steps * (a.kernelHeight - 1);
    window.first = sourceSkew;
    window.last = sourceSkew + place.scalars + steps * (a.kernelWidth - 1) * channels;
    window.aligned = a.alignment.wholeSource;
    loadSourceTile<Tile::Threads, 0>(SourceTile<Tile::Chunks>{plane}, a.source, window);
    waitForCopies();
    return sourceSkew;
}

// Without an index that is known at run time only, for which a kernel would copy its arguments to local memory.
template <class T> __device__ T perChannel(const T (&value)[4], int channel)
{
    return channel == 0 ? value[0] : channel == 1 ? value[1] : channel == 2 ? value[2] : value[3];
}

// Puts a.outside in the place of those scalars of a turned plane that lie outside the target. Row 0 stands for scalar
// `x`.
template <class Tile, class T>
__device__ void cutOff(std::uint32_t* plane, const MinmaxTransposeArguments<T>& a, int x, int y, int scalars, int rows)
{
    constexpr int PerWord = Tile::PerWord, bits = 32 / PerWord;
    const int channels = a.target.channels, end = a.target.cols * channels;
    if (x >= 0 && y >= 0 && x + scalars <= end && y + rows <= a.target.rows)
        return;
    for (int row = static_cast<int>(threadIdx.x) / 32; row < scalars; row += Tile::Warps)
    {
        const bool inside = x + row >= 0 && x + row < end;
        const int channel = ((x + row) % channels + channels) % channels;
        const T value = perChannel(a.outside, channel);
        for (int k = static_cast<int>(threadIdx.x) % 32; k * PerWord < rows; k += 32)
        {
            std::uint32_t outside = 0, word = 0;
#pragma unroll
            for (int i = 0; i < PerWord; ++i)
            {
                const int middleY = y + k * PerWord + i;
                const std::uint32_t lane = PerWord == 1 ? 0xffffffffu : ((1u << (bits % 32)) - 1) << (bits * i);
                outside |= inside && middleY >= 0 && middleY < a.target.rows ? 0u : lane;
                word |= scalarBits(value) << (bits * i);
            }
            std::uint32_t& at = plane[row * Tile::Turned + k];
            at = (at & ~outside) | ((word ^ a.flip) & outside);
        }
    }
}

// The lowest pixels of rectangles; if Steps is 2, the highest such pixels of rectangles, too.
template <class Tile, int Steps>
__global__ void __launch_bounds__(Tile::Threads)
    minmaxTransposeKernel(const MinmaxTransposeArguments<typename Tile::T> a)
{
    awaitEarlierWork();
    constexpr int PerWord = Tile::PerWord;
    __shared__ Chunk uprightChunks[Tile::SourceWords / 4];
    __shared__ std::uint32_t turned[Tile::TurnedWords];
    std::uint32_t* const upright = reinterpret_cast<std::uint32_t*>(uprightChunks);

    const MinmaxTilePlace place(a);
    if (place.rows <= 0)
        return;
    const int channels = a.target.channels;
    const int firstScalar = loadMinmaxTile<Tile>(uprightChunks, a, place, Steps);
    __syncthreads();

    const int beyondX = (Steps - 1) * (a.kernelWidth - 1) * channels, beyondY = (Steps - 1) * (a.kernelHeight - 1);
    const int scalars = place.scalars + beyondX, rows = place.rows + beyondY; // of the results of the first step
    const int read = firstScalar % PerWord + scalars + (a.kernelWidth - 1) * channels;
    filterUpright<Lowest, Tile>(
        upright + firstScalar / PerWord, Tile::Pitch, (read + PerWord - 1) / PerWord, rows, a.kernelHeight, a.flip,
        [&](int column, int row, const auto& result) { storeTurned<Tile>(turned, column, row, result); });
    __syncthreads();
    filterTurned<Lowest, Tile>(upright, turned + firstScalar % PerWord * Tile::Turned, channels, scalars,
                               (rows + PerWord - 1) / PerWord, a.kernelWidth);
    __syncthreads();
    const bool storesWords = place.storesWords(a);
    if constexpr (Steps == 1)
        turnBack<Tile>(upright, place.scalars, place.rows, [&](int row, int column, const auto& word) {
            const int x = place.x + column * PerWord, y = place.y + row;
            if (storesWords)
                return storeWhole(a, x, y, place.rows - row, word);
#pragma unroll
            for (int i = 0; i < PerWord; ++i)
                if (row + i < place.rows)
                    storeMinmax(a, x, y + i, word[i]);
        });
    else
    {
        cutOff<Tile>(upright, a, place.x - a.anchorX * channels, place.y - a.anchorY, scalars, rows);
        __syncthreads();
        filterTurned<Highest, Tile>(turned, upright, channels, place.scalars, (rows + PerWord - 1) / PerWord,
                                    a.kernelWidth);
        __syncthreads();
        turnBack<Tile>(turned, place.scalars, rows, [&](int row, int column, const auto& word) {
#pragma unroll
            for (int i = 0; i < PerWord; ++i)
                upright[(row + i) * Tile::TurnBack + column] = word[i];
        });
        __syncthreads();
        const int columns = (place.scalars + PerWord - 1) / PerWord;
        filterUpright<Highest, Tile>(upright, Tile::TurnBack, columns, place.rows, a.kernelHeight, 0u,
                                     [&](int column, int row, const auto& result) {
                                         constexpr int Rows = static_cast<int>(sizeof(result) / sizeof(result[0]));
                                         std::uint32_t word[Rows];
#pragma unroll
                                         for (int r = 0; r < Rows; ++r)
                                             word[r] = result[r].word();
                                         if (storesWords)
                                             return storeWhole(a, place.x + column * PerWord, place.y + row,
                                                               place.rows - row, word);
#pragma unroll
                                         for (int r = 0; r < Rows; ++r)
                                             turned[(row + r) * Tile::Finished + column] = word[r];
                                     });
        __syncthreads();
        if (!storesWords)
            for (int i = static_cast<int>(threadIdx.x); i < place.rows * columns; i += Tile::Threads)
                storeMinmax(a, place.x + i % columns * PerWord, place.y + i / columns,
                            turned[i / columns * Tile::Finished + i % columns]);
    }
}

}} // namespace cv::cudatiled
