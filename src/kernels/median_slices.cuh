// SPDX-License-Identifier: Apache-2.0
// Medians of numbers of 16 or 32 bits in windows of any size: a block keeps no window, but reads all pixels of its tile's windows a few
// times. It finds out which slice of the values is likely to have the medians, counts for all windows at once the pixels below it, and
// sorts the slice's own ones. Medians that lie elsewhere are looked for in other slices.
#pragma once

#include "dynamic_shared.cuh"
#include "median_ranks.cuh"

namespace cv { namespace cudatiled {

// A tile of results of one channel. A warp has rows of them, a lane two in each row.
template <int Threads_, int Least_, int Segment_> struct SliceTile
{
    static constexpr int ThreadsX = Threads_, ThreadsY = 1, Threads = Threads_, Warps = Threads_ / 32;
    static constexpr int Width = 64, Height = 32, Each = Width * Height / Threads;
    static constexpr int Least = Least_;     // pixels for which a list has room
    static constexpr int Segment = Segment_; // of a sorted list, in which a thread looks at one after the other
    static constexpr int Digits = 256;
    static constexpr int MaxChunks = 4096; // of a list: 64 KB
    static_assert(Threads % 32 == 0 && Height % Warps == 0, "no warp has less work");
};

template <class K> struct MedianSlicesArguments : MedianRanksArguments<K>
{
    int most; // pixels of a list: a power of two
};

// Pixels that all windows of a tile have along x, or along y, need not be told apart by their column or row. Of `size` + `results` - 1
// columns this leaves 2 `results` - 1: window x begins with column x and has `results` of them.
__device__ inline int foldedPlace(int i, int size, int results)
{
    return (i < results ? i : results - 1) + (i < size ? 0 : i - size + 1);
}

// Counts pixels for all windows of a tile at once.
template <class Tile> struct WindowCounts
{
    // For each of 2 Width folded columns: 64 bits, one for each folded row, and the count in the row that all windows have.
    Words<4>* columns;
    std::uint32_t* rows; // for each folded row: the count in the column that all windows have
    int width;           // of the tile: no more than the window's

    __device__ void clear() const
    {
        for (int i = static_cast<int>(threadIdx.x); i < 2 * Tile::Width; i += Tile::Threads)
            columns[i] = {};
        for (int i = static_cast<int>(threadIdx.x); i < 2 * Tile::Height; i += Tile::Threads)
            rows[i] = 0;
    }

    // A pixel that is the only one in its place, or in the row that all windows have.
    __device__ void addBeside(int column, int row) const
    {
        const bool common = row == Tile::Height - 1;
        addShared(&columns[column].word[common ? 2 : row / 32], common ? 1u : 1u << row % 32);
    }
    __device__ void add(int column, int row) const
    {
        if (column == width - 1)
            addShared(rows + row, 1u);
        else
            addBeside(column, row);
    }

    __device__ int inColumn(int column, int y) const
    {
        const Words<4> words = columns[column];
        return static_cast<int>(countBits(shiftedWord(words.word[0], words.word[1], y)) + words.word[2]);
    }

    // What the windows of two results in row y have, `lane` and 32 further: the sums of all columns before their ends and beginnings.
    __device__ void ofRow(int y, int lane, int& first, int& second) const
    {
        int before[4], sum = 0, common = static_cast<int>(rows[y + lane]);
#pragma unroll
        for (int i = 0; i < 4; ++i)
        {
            const int own = inColumn(32 * i + lane, y);
            int upToOwn = own;
#pragma unroll
            for (int delta = 1; delta < 32; delta *= 2)
            {
                const int left = __shfl_up_sync(0xffffffffu, upToOwn, delta);
                upToOwn += lane >= delta ? left : 0;
            }
            before[i] = sum + upToOwn - own;
            sum += __shfl_sync(0xffffffffu, upToOwn, 31);
        }
#pragma unroll
        for (int delta = 16; delta > 0; delta /= 2)
            common += __shfl_xor_sync(0xffffffffu, common, delta);
        const bool whole = width == Tile::Width; // it is more than half of that
        const int end = lane + width % 32;
        const int low[] = {__shfl_sync(0xffffffffu, whole ? before[2] : before[1], end % 32),
                           __shfl_sync(0xffffffffu, whole ? before[3] : before[2], end % 32)};
        const int high[] = {__shfl_sync(0xffffffffu, before[2], end % 32),
                            __shfl_sync(0xffffffffu, before[3], end % 32)};
        first = common + (end < 32 ? low[0] : high[0]) - before[0];
        second = common + (end < 32 ? low[1] : high[1]) - before[1];
    }

    // What the windows of the results of a thread have.
    __device__ void ofWindows(int (&counts)[Tile::Each]) const
    {
        const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
#pragma unroll
        for (int i = 0; i < Tile::Each; i += 2)
            ofRow(warp + i / 2 * Tile::Warps, lane, counts[i], counts[i + 1]);
    }
};

// Keys from the first to the last one.
struct KeyRange
{
    std::uint32_t first, last;
};

// All that a block works with.
template <class Tile, class K> struct SliceSearch
{
    using Key = OrderedKey<K>;
    using Pixel = std::conditional_t<Key::kBits == 16, std::uint32_t, std::uint64_t>; // key, folded row and column
    static constexpr std::uint32_t kLastKey = ~0u >> (32 - Key::kBits);

    const MedianSlicesArguments<K>& a;
    WindowCounts<Tile> counts;
    Pixel* pixels; // of a slice: a list
    // Of digits; then how many pixels have lower ones, behind the last digit how many there are.
    std::uint32_t* histogram;
    std::uint32_t* taken; // places in the list; or tickets of threads that want to lead
    KeyRange* range;      // of the thread that leads
    KeyRange* sought;     // in which each result is, at last the first key; those of a thread are Threads apart
    int firstX, firstY, channel;

    __device__ int warp() const { return static_cast<int>(threadIdx.x / 32); }
    __device__ int lane() const { return static_cast<int>(threadIdx.x % 32); }

    // Where result i of a thread is.
    __device__ int resultX(int i) const { return lane() + i % 2 * 32; }
    __device__ int resultY(int i) const { return warp() + i / 2 * Tile::Warps; }

    // Minimum and maximum; comparisons and selections would be more instructions.
    static __device__ int inside(int i, int length)
    {
        const int right = i > 0 ? i : 0;
        return right < length - 1 ? right : length - 1;
    }

    __device__ std::uint32_t keyAt(const K* row, int x) const
    {
        const std::size_t pixel = static_cast<std::uint32_t>(inside(x, a.source.cols)); // unsigned: one multiplication
        return Key::of(row[pixel * static_cast<std::uint32_t>(a.source.channels)]) ^ a.flip;
    }

    // Calls f(column, key) for the columns of a row of pixels that a lane has. It reads four before it works on them.
    template <class F> __device__ __forceinline__ void forEachInRow(int y, const F& f) const
    {
        const int columns = a.size + counts.width - 1, left = a.source.x0 + firstX - a.size / 2;
        const K* const row = a.source.row(inside(a.source.y0 + firstY + y - a.size / 2, a.source.rows)) + channel;
#pragma unroll 1
        for (int x = lane(); x < columns; x += 128)
        {
            std::uint32_t keys[4];
#pragma unroll
            for (int i = 0; i < 4; ++i)
                keys[i] = x + 32 * i < columns ? keyAt(row, left + x + 32 * i) : 0;
#pragma unroll
            for (int i = 0; i < 4; ++i)
                if (x + 32 * i < columns)
                    f(x + 32 * i, keys[i]);
        }
    }

    // Makes the histogram of the keys in a range, by the digits from a bit on.
    __device__ void countDigits(const KeyRange& within, std::uint32_t base, int shift) const
    {
        for (int i = static_cast<int>(threadIdx.x); i < Tile::Digits; i += Tile::Threads)
            histogram[i] = 0;
        __syncthreads();
#pragma unroll 1
        for (int y = warp(); y < a.size + Tile::Height - 1; y += Tile::Warps)
            forEachInRow(y, [&](int, std::uint32_t key) {
                if (key - within.first <= within.last - within.first)
                    addShared(histogram + ((key - base) >> shift), 1u);
            });
        __syncthreads();
        if (warp() == 0)
            sumDigits();
        __syncthreads();
    }

    __device__ void sumDigits() const
    {
        constexpr int kEach = Tile::Digits / 32;
        std::uint32_t* const own = histogram + lane() * kEach;
        std::uint32_t sum = 0;
        for (int i = 0; i < kEach; ++i)
            sum += own[i];
        std::uint32_t before = sum;
#pragma unroll
        for (int delta = 1; delta < 32; delta *= 2)
        {
            const std::uint32_t lower = __shfl_up_sync(0xffffffffu, before, delta);
            before += lane() >= delta ? lower : 0;
        }
        if (lane() == 31)
            histogram[Tile::Digits] = before;
        before -= sum;
        for (int i = 0; i < kEach; ++i)
        {
            const std::uint32_t count = own[i];
            own[i] = before;
            before += count;
        }
    }

    __device__ int before(int digit) const
    {
        return static_cast<int>(histogram[digit]);
    }

    // The first digit with that many pixels before it.
    __device__ int digitFrom(int rank) const
    {
        int begin = 0, end = Tile::Digits + 1;
        while (begin < end)
        {
            const int middle = (begin + end) / 2;
            if (before(middle) < rank)
                begin = middle + 1;
            else
                end = middle;
        }
        return begin;
    }

    // How many pixels a slice may have: more where it takes longer to read all, and where the first slice has not had all medians.
    __device__ int mostOf(int round) const
    {
        const int all = (a.size + counts.width - 1) * (a.size + Tile::Height - 1),
                  some = round == 0 ? all / 32 : all / 8;
        return some < Tile::Least ? Tile::Least : some < a.most ? some : a.most;
    }

    // A slice of a range, of no more pixels than there is room for, or of one key. As medians of neighbours are seldom far from each other,
    // it begins or ends where the slices that have been looked at do; now and then it is in the middle, so that ranges are soon small.
    __device__ KeyRange choose(KeyRange within, int round) const
    {
        const int most = mostOf(round);
        const bool fromFirst = within.first > 0 && round % 4 != 3, fromLast = within.last < kLastKey && round % 4 != 3;
        for (int rank = -1; within.first != within.last;)
        {
            int shift = Key::kBits - 8;
            while (shift > 0 && (within.first ^ within.last) >> (shift + 7) == 0)
                --shift;
            const std::uint32_t base = within.first & ~((256u << shift) - 1u);
            const auto keys = [&](int begin, int end) -> KeyRange {
                const std::uint32_t first = base + (static_cast<std::uint32_t>(begin) << shift),
                                    last = base + (static_cast<std::uint32_t>(end) << shift) - 1u;
                return {first < within.first ? within.first : first, last < within.last ? last : within.last};
            };
            countDigits(within, base, shift);
            const int total = before(Tile::Digits);
            if (total == 0)
                return within;
            if (rank < 0)
                rank = fromFirst ? 0 : fromLast ? total - 1 : total / 2;
            const int digit = digitFrom(rank + 1) - 1;
            if (before(digit + 1) - before(digit) <= most)
            {
                const int spare = before(digit + 1) - most, centred = rank - most / 2;
                const int least = digitFrom(spare > centred ? spare : centred), begin = least < digit ? least : digit;
                return keys(begin, digitFrom(before(begin) + most + 1) - 1);
            }
            rank -= before(digit);
            within = keys(digit, digit + 1);
            __syncthreads();
        }
        return within;
    }

    __device__ void restart() const
    {
        __syncthreads();
        counts.clear();
        if (threadIdx.x == 0)
            *taken = 0;
        __syncthreads();
    }

    // There is room, unless the image has changed since its pixels were counted.
    __device__ void listPixel(Pixel pixel) const
    {
        const std::uint32_t place = takeTicket(taken);
        if (place < static_cast<std::uint32_t>(a.most))
            pixels[place] = pixel;
    }

    // Counts the pixels below a slice, and makes a list of its own ones if there is room for it.
    __device__ void countBelow(const KeyRange& slice, bool list) const
    {
        restart();
#pragma unroll 1
        for (int y = warp(); y < a.size + Tile::Height - 1; y += Tile::Warps)
        {
            const int row = foldedPlace(y, a.size, Tile::Height);
            std::uint32_t common = 0;
            forEachInRow(y, [&](int x, std::uint32_t key) {
                if (key > slice.last)
                    return;
                const int column = foldedPlace(x, a.size, counts.width);
                if (key >= slice.first)
                {
                    if (list)
                        listPixel(static_cast<Pixel>(key) << 16 | static_cast<Pixel>(row << 8 | column));
                }
                else if (column == counts.width - 1)
                    ++common;
                else
                    counts.addBeside(column, row);
            });
#pragma unroll
            for (int delta = 16; delta > 0; delta /= 2)
                common += __shfl_xor_sync(0xffffffffu, common, delta);
            if (lane() == 0)
                addShared(counts.rows + row, common);
        }
        __syncthreads();
    }

    // Bitonic: every round of comparisons makes runs of twice the length.
    __device__ void sort(int total) const
    {
        int length = 1;
        while (length < total)
            length *= 2;
        for (int i = total + static_cast<int>(threadIdx.x); i < length; i += Tile::Threads)
            pixels[i] = static_cast<Pixel>(~std::uint64_t(0));
        __syncthreads();
#pragma unroll 1
        for (int run = 2; run <= length; run *= 2)
#pragma unroll 1
            for (int apart = run / 2; apart > 0; apart /= 2)
            {
#pragma unroll 1
                for (int i = static_cast<int>(threadIdx.x); i < length / 2; i += Tile::Threads)
                {
                    const int low = 2 * i - (i & (apart - 1)), high = low + apart;
                    const Pixel first = pixels[low], second = pixels[high];
                    if ((second < first) == ((low & run) == 0))
                    {
                        pixels[low] = second;
                        pixels[high] = first;
                    }
                }
                __syncthreads();
            }
    }

    // For each window: how many pixels of the sorted list, in whole segments, certainly come before its median, in the upper half of a word;
    // in the lower half, how many of them the window has.
    __device__ void findSegments(int total, const int (&rank)[Tile::Each], int (&before)[Tile::Each]) const
    {
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
            before[i] = 0;
        restart();
#pragma unroll 1
        for (int end = Tile::Segment; end < total; end += Tile::Segment)
        {
            for (int i = end - Tile::Segment + static_cast<int>(threadIdx.x); i < end; i += Tile::Threads)
                counts.add(static_cast<int>(pixels[i] & 0xffu), static_cast<int>(pixels[i] >> 8 & 0xffu));
            __syncthreads();
            int have[Tile::Each];
            counts.ofWindows(have);
#pragma unroll
            for (int i = 0; i < Tile::Each; ++i)
                before[i] = have[i] <= rank[i] ? end << 16 | have[i] : before[i];
            __syncthreads();
        }
    }

    // Where pixel number `rank` of a window is in a segment of the sorted list; its end if it is not.
    __device__ int find(int x, int y, int i, int end, int rank) const
    {
#pragma unroll 1
        for (; i < end; ++i)
        {
            const std::uint32_t place = static_cast<std::uint32_t>(pixels[i]);
            const bool has =
                (place & 0xffu) - static_cast<std::uint32_t>(x) < static_cast<std::uint32_t>(counts.width) &&
                (place >> 8 & 0xffu) - static_cast<std::uint32_t>(y) < static_cast<std::uint32_t>(Tile::Height);
            if (has && rank-- == 0)
                break;
        }
        return i;
    }

    // Some thread that has medians to find says among which keys one of them is. False if there is none.
    __device__ bool lead(std::uint32_t waiting) const
    {
        if (threadIdx.x == 0)
            *taken = 0;
        __syncthreads();
        if (waiting != 0 && takeTicket(taken) == 0)
        {
            int i = 0;
            while ((waiting >> i & 1u) == 0)
                ++i;
            *range = soughtOf(i);
        }
        __syncthreads();
        return *taken != 0;
    }

    __device__ KeyRange& soughtOf(int i) const
    {
        return sought[i * Tile::Threads + static_cast<int>(threadIdx.x)];
    }

    __device__ void storeAll() const
    {
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            const std::ptrdiff_t x = firstX + resultX(i);
            if (exists(resultX(i), resultY(i)))
                a.target.row(firstY + resultY(i))[x * a.source.channels + channel] =
                    Key::valueOf(soughtOf(i).first ^ a.flip);
        }
    }
    __device__ bool exists(int x, int y) const
    {
        return x < counts.width && firstX + x < a.target.cols && firstY + y < a.target.rows;
    }

    // Result i of a thread lies below a slice, or above it. False if no key is left: then the image has changed meanwhile.
    __device__ bool exclude(int i, const KeyRange& slice, bool below) const
    {
        const KeyRange keys = soughtOf(i);
        if (below && keys.last >= slice.first)
            soughtOf(i).last = slice.first - 1u;
        if (!below && keys.first <= slice.last)
            soughtOf(i).first = slice.last + 1u;
        return below ? keys.first < slice.first : slice.last < keys.last;
    }

    // Looks for medians in a slice of one key.
    __device__ void lookAtKey(std::uint32_t& waiting, const KeyRange& slice, const int (&rank)[Tile::Each]) const
    {
        int to[Tile::Each];
        if (slice.last < kLastKey)
        {
            countBelow({slice.first + 1u, slice.last + 1u}, false);
            counts.ofWindows(to);
        }
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            if ((waiting >> i & 1u) == 0)
                continue;
            bool found = rank[i] >= 0 && (slice.last == kLastKey || to[i] > a.size * a.size / 2);
            if (found)
                soughtOf(i).first = slice.first;
            else
                found = !exclude(i, slice, rank[i] < 0);
            waiting &= ~(static_cast<std::uint32_t>(found) << i);
        }
    }

    // Looks for medians in a slice whose pixels are listed.
    __device__ void lookAtList(std::uint32_t& waiting, const KeyRange& slice, const int (&rank)[Tile::Each]) const
    {
        const int listed = static_cast<int>(*taken), total = listed < a.most ? listed : a.most;
        int before[Tile::Each];
        sort(total);
        findSegments(total, rank, before);
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            if ((waiting >> i & 1u) == 0)
                continue;
            const int start = before[i] >> 16, end = start + Tile::Segment < total ? start + Tile::Segment : total;
            const int at = rank[i] < 0 ? end : find(resultX(i), resultY(i), start, end, rank[i] - (before[i] & 0xffff));
            bool found = at < end;
            if (found)
                soughtOf(i).first = static_cast<std::uint32_t>(pixels[at] >> 16);
            else
                found = !exclude(i, slice, rank[i] < 0);
            waiting &= ~(static_cast<std::uint32_t>(found) << i);
        }
    }

    __device__ void run() const
    {
        std::uint32_t waiting = 0; // results that are not found yet, as bits
#pragma unroll
        for (int i = 0; i < Tile::Each; ++i)
        {
            waiting |= static_cast<std::uint32_t>(exists(resultX(i), resultY(i))) << i;
            soughtOf(i) = {0, kLastKey};
        }
#pragma unroll 1
        for (int round = 0; lead(waiting); ++round)
        {
            const KeyRange slice = choose(*range, round);
            const bool list = slice.first != slice.last;
            countBelow(slice, list);
            int rank[Tile::Each]; // of a window's median among its pixels that do not lie below
            counts.ofWindows(rank);
#pragma unroll
            for (int i = 0; i < Tile::Each; ++i)
                rank[i] = a.size * a.size / 2 - rank[i];
            if (list)
                lookAtList(waiting, slice, rank);
            else
                lookAtKey(waiting, slice, rank);
        }
        storeAll();
    }
};

// One block writes the medians of a tile of one channel.
template <class Tile, class K>
__global__ void __launch_bounds__(Tile::Threads, 1024 / Tile::Threads)
    medianSlicesKernel(const MedianSlicesArguments<K> a)
{
    awaitEarlierWork();
    using Search = SliceSearch<Tile, K>;
    auto* const pixels = reinterpret_cast<typename Search::Pixel*>(dynamicShared<Chunk, Tile::MaxChunks>());
    __shared__ Words<4> columns[2 * Tile::Width];
    __shared__ std::uint32_t rows[2 * Tile::Height], histogram[Tile::Digits + 1], taken;
    __shared__ KeyRange range, sought[Tile::Each * Tile::Threads];

    const int width = a.size < Tile::Width ? a.size : Tile::Width, channels = a.source.channels;
    const int tile = static_cast<int>(blockIdx.x) / channels, channel = static_cast<int>(blockIdx.x) - tile * channels;
    const int firstY = static_cast<int>(blockIdx.y + blockIdx.z * gridDim.y) * Tile::Height;
    if (firstY >= a.target.rows)
        return;
    Search{a, {columns, rows, width}, pixels, histogram, &taken, &range, sought, tile * width, firstY, channel}.run();
}

}} // namespace cv::cudatiled
