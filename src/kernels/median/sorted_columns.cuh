// SPDX-License-Identifier: Apache-2.0
// Medians of squares that are too large for registers alone: threads sort parts of columns and rows once for all whose
// windows have them, and keep them in shared memory. From there on as in MedianParting, 4 x 4 words of results a
// thread; what the four halves and quarters of these do alike is written once, in loops.
#pragma once

#include <algorithm>

#include "../load/dynamic_shared.cuh"
#include "network.cuh"

namespace cv { namespace cudatiled {

// Shape of the work of one block: a thread for each four columns ("quad") of the tile. Windows of its results begin in
// its quad, at the second column; what all of them have in common begins with the quad to the right.
template <class T, int Size_> struct MedianSortedColumnsPatch
{
    using Word = MedianWord<T>;
    static constexpr int ThreadsX = 32, ThreadsY = 2, Threads = 64;
    static constexpr int Across = 4, Down = 4, Size = Size_, WordRows = Down;
    static constexpr int Plane = Threads, Pitch = Across * Plane; // as in MedianPatch
    static constexpr int SharedRows = WordRows + Size - 1;
    static constexpr int RowsAhead = Size == 15 ? 3 : 4; // few rounds, and whole ones
    static constexpr int MinBlocks = Size <= 13 ? 6 : 4; // in a multiprocessor
    static constexpr int Part = Size - 3;                // what the windows have in common of a column or row
    static constexpr int Quads = Part / 4;               // of whose columns all are common to the windows
    static constexpr int Beyond = (Size + 3) / 4;        // quads to the right that have pixels of the windows
    static constexpr int Groups = Threads - Beyond;      // threads with results
    // Whether four quads have values enough to need more registers than there are.
    static constexpr bool Tight = Quads >= 4;
    // Words of a thread beside the tile: for what it merges for others; for rows, results and values that registers
    // have no room for. With more of them, fewer blocks would fit.
    static constexpr int Merged = Tight ? std::min(8 * Part, 127) : 4 * Part;
    static constexpr int Results = (Tight ? 2 : 3) * Part, WithResults = Results + Across * Down;
    static constexpr int Aside = Size == 13 ? 20 : Size == 19 ? 23 : Size == 21 ? 64 : 0;
    static constexpr int Lists = std::max(Merged, WithResults + Aside);
    static constexpr int Chunks = (SharedRows * Pitch + Lists * Threads) / 4;
};

// Sorts values of which some ascend and those before and behind descend, or the other way round.
template <int N, class V> __device__ inline void sortBitonic(V* values)
{
    if constexpr (N % 2 == 0)
    {
#pragma unroll
        for (int i = 0; i < N / 2; ++i)
        {
            const V low = lower(values[i], values[i + N / 2]);
            values[i + N / 2] = higher(values[i], values[i + N / 2]);
            values[i] = low;
        }
        sortBitonic<N / 2>(values);
        sortBitonic<N / 2>(values + N / 2);
    }
    else if constexpr (N > 1)
    {
        const auto all = sorted<0, N, V>([&](int i) { return values[i]; });
#pragma unroll
        for (int i = 0; i < N; ++i)
            values[i] = all.value[i];
    }
}

// The work of one thread. A list's values lie Threads words apart, those of neighbours side by side.
template <class Patch, class V> struct MedianLists
{
    static constexpr int Size = Patch::Size, Part = Patch::Part, Quads = Patch::Quads, Rest = Part % 4;
    using Parting = MedianParting<Size, V>;
    static constexpr int known(int width, int height) { return Parting::known(width, height); }
    template <int Width, int Height> using Core = typename Parting::template Core<Width, Height>;

    V *tile, *sortedColumns;
    int thread;
    // The thread whose quad the results begin in, and that before two quads: this one, but for threads near the end of
    // the tile.
    int lane, pairLane;

    // Where column x of the windows of this thread's results lies in a row; their first has number 0.
    __device__ int place(int x) const { return (x + 1) % 4 * Patch::Plane + (x + 1) / 4 + lane; }
    __device__ V pixel(int x, int y) const { return tile[y * Patch::Pitch + place(x)]; }

    template <int N> __device__ static Sorted<N, V> load(const V* from, int step)
    {
        Sorted<N, V> list;
#pragma unroll
        for (int i = 0; i < N; ++i)
            list.value[i] = from[i * step];
        return list;
    }
    template <int N> __device__ static void store(V* to, int step, const Sorted<N, V>& list)
    {
#pragma unroll
        for (int i = 0; i < N; ++i)
            to[i * step] = list.value[i];
    }
    __device__ Sorted<Part, V> column(int x) const
    {
        return load<Part>(tile + 3 * Patch::Pitch + place(x), Patch::Pitch);
    }
    __device__ Sorted<2 * Part, V> twoColumns(int x) const
    {
        return merge(column(x), column(x + 1));
    }
    __device__ Sorted<4 * Part, V> quad(int number) const
    {
        return load<4 * Part>(sortedColumns + lane + number, Patch::Threads);
    }

    // The parts of this thread's own quad: its columns, where its pixels were, and all of them together.
    __device__ void sortQuad() const
    {
        V* const pixels = tile + 3 * Patch::Pitch + thread;
#pragma unroll 1
        for (int i = 0; i < 4; ++i)
        {
            V* const from = pixels + i * Patch::Plane;
            store(from, Patch::Pitch, sorted<0, Part, V>([&](int y) { return from[y * Patch::Pitch]; }));
        }
        Sorted<Part, V> columns[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            columns[i] = load<Part>(pixels + i * Patch::Plane, Patch::Pitch);
        store(sortedColumns + thread, Patch::Threads, mergeAll<4>(columns));
    }

    __device__ Sorted<Part, V> sortedRow(int y) const
    {
        const V* const from = tile + y * Patch::Pitch;
        return sorted<3, Part, V>([&](int x) { return from[place(x)]; });
    }
    __device__ V* rowList(int i) const
    {
        return sortedColumns + i * (Part * Patch::Threads) + thread;
    }
    __device__ void sortRow(int y, int i) const
    {
        store(rowList(i), Patch::Threads, sortedRow(y));
    }
    // With the pixels of columns x and x + 1.
    __device__ Sorted<Part + 2, V> longerRow(int y, int i, int x) const
    {
        return merge(load<Part>(rowList(i), Patch::Threads), sorted<0, 2, V>([&](int j) { return pixel(x + j, y); }));
    }
    // With those of rows y and y + 1.
    __device__ Sorted<Part + 2, V> longerColumn(int x, int y) const
    {
        return merge(column(x), sorted<0, 2, V>([&](int j) { return pixel(x, y + j); }));
    }

    // Half-cleaner of a bitonic merge of two sorted lists of `eight` values: value i of one meets value eight - 1 - i
    // of the other. The lower and the upper results are bitonic lists; only `kept` values of each, next to the middle,
    // can still be a median (rounded up to a length that sortBitonic splits evenly).
    static constexpr int eight = 8 * Part, four = 16 * Part;
    static constexpr int below = eight - Parting::first(four), above = Parting::end(four) - eight;
    static constexpr int kept = ((below > above ? below : above) + 15) / 16 * 16, paired = eight - kept;
    // Threads tell one another their lists by way of `lists`. What does not fit there is told later, of both lists the
    // same numbers.
    static constexpr bool isLate(int i)
    {
        return eight > Patch::Merged && (i == 0 || (i >= paired - 1 && i <= kept) || i == eight - 1);
    }
    static constexpr int slot(int i)
    {
        return !isLate(i) ? (i < kept ? i : i - kept + paired) : i == 0 ? 0 : i == eight - 1 ? 1 : i - (paired - 3);
    }
    template <bool Late> __device__ void publish(const Sorted<eight, V>& own) const
    {
#pragma unroll
        for (int i = 0; i < eight; ++i)
            if (isLate(i) == Late)
                sortedColumns[slot(i) * Patch::Threads + thread] = own.value[i];
        __syncthreads();
    }
    template <bool Late> __device__ void compareWith(const Sorted<eight, V>& own, V* low, V* high) const
    {
        const V* const others = sortedColumns + pairLane + 2;
#pragma unroll
        for (int i = 0; i < kept; ++i)
        {
            if (isLate(i) != Late)
                continue;
            const V a = own.value[i], b = others[slot(eight - 1 - i) * Patch::Threads];
            low[i] = lower(a, b);
            high[i] = higher(a, b);
            if (i >= paired)
                continue;
            const V c = own.value[i + kept], d = others[slot(paired - 1 - i) * Patch::Threads];
            low[i] = higher(low[i], lower(c, d));
            high[i] = lower(high[i], higher(c, d));
        }
    }

    // The core by way of the columns of two quads, which threads merge for one another.
    __device__ Core<4, 4> coreOfPairs() const
    {
        const V* const quads = sortedColumns + pairLane + 1;
        const auto own = merge(load<4 * Part>(quads, Patch::Threads), load<4 * Part>(quads + 1, Patch::Threads));
        V low[kept], high[kept];
        __syncthreads();
        publish<false>(own);
        compareWith<false>(own, low, high);
        if constexpr (isLate(0))
        {
            __syncthreads();
            publish<true>(own);
            compareWith<true>(own, low, high);
        }
#pragma unroll 1
        for (int i = 0; i < 2; ++i) // one code for both
        {
            sortBitonic<kept>(low);
#pragma unroll
            for (int n = 0; n < kept; ++n)
            {
                const V other = high[n];
                high[n] = low[n];
                low[n] = other;
            }
        }
        Sorted<below + above, V> some;
#pragma unroll
        for (int i = 0; i < below + above; ++i)
            some.value[i] = i < below ? low[kept - below + i] : high[i - below];
        if constexpr (Rest == 0)
            return some;
        else
            return Parting::template grow<four, known(4, 4)>(some, twoColumns(3 + 4 * Quads));
    }

    __device__ Core<4, 4> core() const
    {
        constexpr int first = Parting::first(known(4, 4)), count = Parting::end(known(4, 4)) - first;
        if constexpr (Quads == 4)
            return coreOfPairs();
        else if constexpr (Quads == 2 && Rest == 0)
            return part<first, count>(merge(quad(1), quad(2)));
        else if constexpr (Quads == 2)
            return part<first, count>(merge(merge(quad(1), quad(2)), twoColumns(3 + 4 * Quads)));
        else if constexpr (Rest == 0)
            return part<first, count>(merge(merge(quad(1), quad(2)), quad(3)));
        else
            return part<first, count>(merge(merge(quad(1), quad(2)), merge(quad(3), twoColumns(3 + 4 * Quads))));
    }

    // What the windows of the upper two rows of results have in common, or the lower two: they have these rows beside
    // the core. Those that are needed again are kept.
    template <class Read> __device__ Core<4, 2> grown(const Read& core, int y) const
    {
        const auto first = sortedRow(y), second = sortedRow(y + 1);
        if constexpr (!Patch::Tight)
            store(y == 1 ? rowList(2) : rowList(1), Patch::Threads, y == 1 ? second : first);
        const auto rows = merge(first, second);
        if constexpr (Patch::Tight)
            __syncwarp();
        return Parting::template grow<known(4, 4), known(4, 2)>(core(), rows);
    }
    // Where registers do not suffice, the core is read twice.
    __device__ void halves(const Core<4, 4>& core, Core<4, 2>& upper, Core<4, 2>& lower) const
    {
        if constexpr (Patch::Tight)
        {
            store(sortedColumns + thread, Patch::Threads, core);
            lower = {};
#pragma unroll 1
            for (int i = 0; i < 2; ++i)
            {
                upper = lower;
                lower = grown([&] { return load<Core<4, 4>::count>(sortedColumns + thread, Patch::Threads); },
                              i == 0 ? 1 : Size);
            }
        }
        else
        {
            upper = grown([&] { return core; }, 1);
            lower = grown([&] { return core; }, Size);
        }
    }

    // The medians of 4 x 4 words, to `lists` behind the rows.
    __device__ void finish(const Core<4, 4>& core) const
    {
        constexpr int count = Core<4, 2>::count, here = count - Patch::Aside;
        Core<4, 2> half, lower;
        halves(core, half, lower);
        V* const aside = sortedColumns + Patch::WithResults * Patch::Threads + thread;
        if constexpr (Patch::Aside > 0)
        {
            store(aside, Patch::Threads, part<here, Patch::Aside>(lower));
        }
#pragma unroll 1
        for (int y = 0; y < 4; y += 2)
        {
            finishHalf(half, y);
#pragma unroll
            for (int i = 0; i < count; ++i)
                half.value[i] = i < here ? lower.value[i] : aside[(i - here) * Patch::Threads];
        }
    }
    __device__ void finishHalf(const Core<4, 2>& core, int y) const
    {
        // Lists of the row above the core and of that below.
        const int upper = y == 0 ? 0 : Patch::Tight ? 1 : 2, lower = y == 0 ? 1 : 0;
        if constexpr (Patch::Tight)
        {
#pragma unroll 1
            for (int i = 0; i < 2; ++i)
                sortRow(i == 0 ? y : y + Size, i == 0 ? upper : lower);
        }
        else
            sortRow(y == 0 ? 0 : Size + 2, 0);
        const int joined = y == 0 ? 1 : Size; // rows that the core has beside the lists of columns: this and the next
#pragma unroll 1
        for (int x = 0; x < 4; x += 2)
        {
            const int joins = x == 0 ? 1 : Size;
            finishQuarter(Parting::template grow<known(4, 2), known(2, 2)>(
                              core, merge(longerColumn(joins, joined), longerColumn(joins + 1, joined))),
                          x, y, joined, longerRow(y, upper, joins), longerRow(y + Size, lower, joins));
        }
    }
    __device__ void finishQuarter(const Core<2, 2>& core, int x, int y, int joined, const Sorted<Part + 2, V>& upper,
                                  const Sorted<Part + 2, V>& lower) const
    {
#pragma unroll 1
        for (int i = 0; i < 2; ++i)
        {
            const int joins = x + i * Size;
            const auto common = Parting::template grow<known(2, 2), known(1, 2)>(core, longerColumn(joins, joined));
            V* const to = sortedColumns + (Patch::Results + 4 * y + x + i) * Patch::Threads + thread;
            to[0] = median(common, upper, pixel(joins, y));
            to[4 * Patch::Threads] = median(common, lower, pixel(joins, y + Size));
        }
    }
    __device__ static V median(const Core<1, 2>& core, const Sorted<Part + 2, V>& row, V pixel)
    {
        return Parting::template grow<known(1, 2), known(1, 1)>(core, merge(row, Sorted<1, V>{{pixel}})).value[0];
    }
};

// One block writes the medians of Size x Size pixels of one channel of a tile.
template <class Patch, class T>
__global__ void __launch_bounds__(Patch::Threads, Patch::MinBlocks)
    medianSortedColumnsKernel(const MedianNetworkArguments<T> a)
{
    awaitEarlierWork();
    using Word = typename Patch::Word;
    using Value = typename Word::Value;
    Value* const tile = reinterpret_cast<Value*>(dynamicShared<Words<4>, Patch::Chunks>());
    Value* const sortedColumns = tile + Patch::SharedRows * Patch::Pitch;
    const int column = static_cast<int>(blockIdx.x) / a.source.channels,
              channel = static_cast<int>(blockIdx.x) - column * a.source.channels;
    const int firstX = column * (Patch::Groups * Patch::Across);
    const int firstY = rowOfBlock(a.target) * Patch::WordRows * Word::rows;
    if (firstY >= a.target.rows)
        return;
    loadMedianTile<Patch>(tile, a, firstX - 1, firstY, Patch::Pitch, channel, 1, [](int word) { return word; });
    __syncthreads();

    const int thread = static_cast<int>(threadIdx.y * 32 + threadIdx.x);
    const MedianLists<Patch, Value> medians{tile, sortedColumns, thread,
                                            thread < Patch::Groups ? thread : Patch::Groups - 1,
                                            thread < Patch::Threads - 2 ? thread : Patch::Threads - 3};
    medians.sortQuad();
    __syncthreads();
    const auto core = medians.core();
    __syncthreads();
    medians.finish(core);
    const int x = firstX + thread * Patch::Across;
    if (thread >= Patch::Groups || x >= a.target.cols)
        return;
#pragma unroll
    for (int row = 0; row < Word::rows; ++row)
#pragma unroll
        for (int j = 0; j < Patch::Down; ++j)
        {
            const int y = firstY + j + row * Patch::WordRows;
            T result[Patch::Across];
#pragma unroll
            for (int i = 0; i < Patch::Across; ++i)
                result[i] = Word::of(sortedColumns[(Patch::Results + j * Patch::Across + i) * Patch::Threads + thread],
                                     row, a.flip);
            if (y < a.target.rows)
                storeMedians<Patch>(a, a.target.row(y) + static_cast<std::ptrdiff_t>(x) * a.target.channels + channel,
                                    result, a.target.cols - x);
        }
}

}} // namespace cv::cudatiled
