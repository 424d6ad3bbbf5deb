// SPDX-License-Identifier: Apache-2.0
// Extremes and sums of windows that slide down columns of words in shared memory.
//
// A Column is what is kept of a word: identity() changes nothing, add() takes in one or two others. A reader hands out
// the Columns below each other. Windows of `length` words give Rows results, each of a window that is a word further
// down than the one before, to `store`.
#pragma once

namespace cv { namespace cudatiled {

// Rows windows of `length` words, length >= Rows - 1; window r covers words [r, r + length). All share [Rows - 1,
// length), combined once. The part above is a suffix scan, the part below a prefix scan (van Herk/Gil-Werman with one
// segment).
template <class Column, int Rows_> struct LongWindows
{
    static constexpr int Rows = Rows_;
    int length;

    template <class Reader, class Store> __device__ void operator()(Reader reader, Store store) const
    {
        Column above[Rows - 1];
#pragma unroll
        for (int r = 0; r < Rows - 1; ++r)
            above[r] = reader.next();
#pragma unroll
        for (int r = Rows - 3; r >= 0; --r)
            above[r].add(above[r + 1]);

        Column shared = Column::identity();
        int i = Rows - 1;
#pragma unroll 1
        for (; i + 7 < length; i += 8)
        {
            Column group = reader.next(); // added up by itself, for the sake of the rounding errors of floats
#pragma unroll
            for (int pair = 0; pair < 3; ++pair)
            {
                const Column first = reader.next();
                group.add(first, reader.next());
            }
            shared.add(group, reader.next());
        }
#pragma unroll 1
        for (; i + 1 < length; i += 2)
        {
            const Column first = reader.next();
            shared.add(first, reader.next());
        }
        if (i < length)
            shared.add(reader.next());

        above[0].add(shared);
        store(0, above[0]);
        Column below = reader.next();
#pragma unroll
        for (int r = 1; r < Rows - 1; ++r)
        {
            above[r].add(shared, below);
            store(r, above[r]);
            below.add(reader.next());
        }
        below.add(shared);
        store(Rows - 1, below);
    }
};

// For one to three words.
template <class Column, int Length> struct ShortWindows
{
    static constexpr int Rows = 8;

    template <class Reader, class Store> __device__ void operator()(Reader reader, Store store) const
    {
        Column column[Rows + Length - 1];
#pragma unroll
        for (int i = 0; i < Rows + Length - 1; ++i)
            column[i] = reader.next();
#pragma unroll
        for (int r = 0; r < Rows; ++r)
        {
            if constexpr (Length == 3)
                column[r].add(column[r + 1], column[r + 2]);
            else if constexpr (Length == 2)
                column[r].add(column[r + 1]);
            column[r].finish();
            store(r, column[r]);
        }
    }
};

// Runs a pass with the windows that suit the length.
template <class Column, class Pass> __device__ void withWindows(int length, Pass pass)
{
    if (length >= 15)
        pass(LongWindows<Column, 16>{length});
    else if (length >= 7)
        pass(LongWindows<Column, 8>{length});
    else if (length > 3)
        pass(LongWindows<Column, 4>{length});
    else if (length == 3)
        pass(ShortWindows<Column, 3>{});
    else if (length == 2)
        pass(ShortWindows<Column, 2>{});
    else
        pass(ShortWindows<Column, 1>{});
}

// Rows of results are worked on by so many at most: they are computed up to a multiple of it, from what is there.
constexpr int kWindowRows = 16;

// Runs `pass` for all columns of `rows` rows of results: pass(windows, column, row) is for windows.Rows rows from `row`
// on.
template <class Column, int Threads, class Pass> __device__ void slideDown(int columns, int rows, int length, Pass pass)
{
    withWindows<Column>(length, [&](auto windows) {
        constexpr int Rows = decltype(windows)::Rows;
        const int thread = static_cast<int>(threadIdx.x);
        const float reciprocal = 1.f / static_cast<float>(columns); // quotients of small numbers are exact
        const int moreGroups = static_cast<int>((Threads + 0.5f) * reciprocal),
                  moreColumns = Threads - moreGroups * columns;
        int group = static_cast<int>((static_cast<float>(thread) + 0.5f) * reciprocal),
            column = thread - group * columns;
        while (group * Rows < rows)
        {
            pass(windows, column, group * Rows);
            column += moreColumns;
            group += moreGroups + (column >= columns ? 1 : 0);
            column -= column >= columns ? columns : 0;
        }
    });
}

}} // namespace cv::cudatiled
