// SPDX-License-Identifier: Apache-2.0
// Sums of the columns of a strip over the rows of a window, for boxMarchKernel: in registers of a warp, and in shared
// memory, where the warp's lanes find those of other lanes.
#pragma once

#include "../load/source_tile.cuh"

namespace cv { namespace cudatiled {

// How many scalars the last column of a lane's first window lies before the lane's columns: see
// BoxMarchArguments::toLast.
enum class ToLast
{
    Even, // or any number, where a word is one sum
    Odd,
    One // of words that are one sum: a lane has all but the first in registers, and asks the lane before for that
};

// Rows of the source, as far as a lane has them. Each of its chunks lies in the image or beside it.
template <class Tile> class BoxMarchSource
{
public:
    using S = typename Tile::S;
    using Row = Chunk[Tile::Chunks];

    // The strip's first scalar is number `x` of a row.
    __device__ BoxMarchSource(const BatchSource<S>& source, int x)
        : source_(source), step_(static_cast<int>(source.step)),
          lane_(reinterpret_cast<const char*>(source.pixels() + x) + chunkOfLane(0) * kChunkBytes)
    {
#pragma unroll
        for (int k = 0; k < Tile::Chunks; ++k)
            isInside_[k] = static_cast<unsigned>(x + chunkOfLane(k) * Tile::ChunkScalars) <
                           static_cast<unsigned>(source.cols * Tile::Channels);
    }

    // Fetches Count rows from `first` on, and then as many from `second` on, which may lie anywhere. Chunks beside the
    // image stay as they are. Returns a bit for each row that is constant, for setOutside(). A policy for each half.
    template <int Count>
    __device__ unsigned fetch(Row (&rows)[2 * Count], int first, int second, CachePolicy ofFirst,
                              CachePolicy ofSecond) const
    {
        int number[2 * Count];
        unsigned outside = 0;
        if (first >= 0 && second >= 0 && first + Count <= source_.rows && second + Count <= source_.rows)
        {
#pragma unroll
            for (int r = 0; r < 2 * Count; ++r)
                number[r] = r < Count ? first + r : second + r - Count;
        }
        else
        {
            const int lane = static_cast<int>(threadIdx.x), y = lane < Count ? first + lane : second + lane - Count;
            const int resolved = borderIndex(y, source_.rows, source_.columnBorder);
#pragma unroll
            for (int r = 0; r < 2 * Count; ++r)
            {
                const int row = __shfl_sync(0xffffffffu, resolved, r);
                outside |= (row < 0 ? 1u : 0u) << r;
                number[r] = row < 0 ? 0 : row;
            }
        }
#pragma unroll
        for (int r = 0; r < 2 * Count; ++r)
        {
            const char* const from = rowFrom(lane_, number[r], step_);
#pragma unroll
            for (int k = 0; k < Tile::Chunks; ++k)
                if (isInside_[k])
                    rows[r][k] = load(from + Tile::Threads * k * kChunkBytes, r < Count ? ofFirst : ofSecond);
        }
        return outside;
    }

    template <int Count> __device__ void setOutside(Row (&rows)[Count], unsigned outside) const
    {
        // Words repeat after `period`, counted from the lane's first one.
        constexpr int perWord = 4 / static_cast<int>(sizeof(S)), period = Tile::Channels == 3 ? 3 : 1;
        std::uint32_t pattern[period] = {};
#pragma unroll
        for (int i = 0; i < period * perWord; ++i)
        {
            const int channel = (chunkOfLane(0) * Tile::ChunkScalars + i) % Tile::Channels;
            pattern[i / perWord] |= scalarBits(source_.outsideOf(channel)) << (i % perWord * (32 / perWord));
        }
#pragma unroll
        for (int r = 0; r < Count; ++r)
            if ((outside >> r & 1u) != 0)
#pragma unroll
                for (int i = 0; i < 4 * Tile::Chunks; ++i)
                    rows[r][i / 4].word[i % 4] = pattern[(Tile::Threads * (i / 4) * 4 + i % 4) % period];
    }

    // Number of the lane's chunk `k` in the strip: lanes have neighbouring chunks.
    static __device__ int chunkOfLane(int k)
    {
        return static_cast<int>(threadIdx.x) + Tile::Threads * k;
    }

private:
    __device__ static Chunk load(const char* from, [[maybe_unused]] CachePolicy policy)
    {
        if constexpr (Tile::Streams)
            return loadWords(from, policy);
        else
            return *reinterpret_cast<const Chunk*>(from);
    }

    const BatchSource<S>& source_;
    const int step_;         // narrow images have such
    const char* const lane_; // in row 0
    bool isInside_[Tile::Chunks];
};

// The sums of a lane's columns: of bytes two in a word, the first in the lower half.
template <class Tile> struct BoxMarchColumns
{
    using Row = typename BoxMarchSource<Tile>::Row;
    std::uint32_t word[Tile::Words];

    __device__ void enter(const Row& row)
    {
#pragma unroll
        for (int i = 0; i < Tile::Words; ++i)
        {
            if constexpr (Tile::PerWord == 2)
                word[i] += pair(row, i);
            else
                word[i] = add<1>(row, i, word[i]);
        }
    }
    __device__ void move(const Row& entering, const Row& leaving)
    {
#pragma unroll
        for (int i = 0; i < Tile::Words; ++i)
        {
            if constexpr (Tile::PerWord == 2)
                word[i] += pair(entering, i) - pair(leaving, i);
            else
                word[i] = add<1>(entering, i, add<-1>(leaving, i, word[i]));
        }
    }

private:
    // Two bytes as halves.
    __device__ static std::uint32_t pair(const Row& row, int i)
    {
        return permuteBytes(row[i / 8].word[i / 2 % 4], 0, i % 2 == 0 ? 0x4140u : 0x4342u);
    }
    template <int Sign> __device__ static std::uint32_t add(const Row& row, int i, std::uint32_t sum)
    {
        const std::uint32_t word = row[i / 8].word[i / 2 % 4];
        const std::uint32_t tap = static_cast<std::uint32_t>(Sign & 0xff) << (8 * (i % 2));
        return static_cast<std::uint32_t>(
            dot16x2Signed<std::is_signed_v<typename Tile::S>>(word, tap, static_cast<int>(sum)));
    }
};

// A row of sums in shared memory: `before` lanes of zeros, the lanes of the warp, and the sums of columns of a
// constant. Behind the words of a lane lies one that is not used.
template <class Tile> struct BoxMarchRow
{
    using Sum = std::conditional_t<Tile::PerWord == 2, std::uint16_t, std::uint32_t>;
    std::uint32_t* words;
    int before;

    // Where the sum of scalar `i` of the strip lies, in sums.
    __device__ int placeOf(int i) const
    {
        return (before + i / Tile::Scalars) * Tile::LaneWords * Tile::PerWord + i % Tile::Scalars;
    }
    __device__ int placeOfConstant(int channel) const
    {
        return (before + Tile::Threads) * Tile::LaneWords * Tile::PerWord + channel;
    }
    __device__ Sum& at(int place) const { return reinterpret_cast<Sum*>(words)[place]; }
};

// Writes the sums of a lane's columns to a row.
template <class Tile> class BoxMarchWriter
{
public:
    __device__ explicit BoxMarchWriter(int before)
    {
#pragma unroll
        for (int k = 0; k < Tile::Chunks; ++k)
        {
            const int first = BoxMarchSource<Tile>::chunkOfLane(k) * Tile::ChunkWords;
            at_[k] = (before + first / Tile::Words) * Tile::LaneWords + first % Tile::Words;
        }
    }
    __device__ void write(const BoxMarchRow<Tile>& row, const BoxMarchColumns<Tile>& columns) const
    {
#pragma unroll
        for (int i = 0; i < Tile::Words; ++i)
            row.words[at_[i / Tile::ChunkWords] + i % Tile::ChunkWords] = columns.word[i];
    }
    __device__ void read(const BoxMarchRow<Tile>& row, BoxMarchColumns<Tile>& columns) const
    {
#pragma unroll
        for (int i = 0; i < Tile::Words; ++i)
            columns.word[i] = row.words[at_[i / Tile::ChunkWords] + i % Tile::ChunkWords];
    }

private:
    int at_[Tile::Chunks]; // words
};

// Reads sums that lie `distance` scalars before those of a lane.
template <class Tile, ToLast Distance> class BoxMarchReader
{
    static constexpr bool IsOdd = Distance == ToLast::Odd;
    static_assert(!IsOdd || Tile::PerWord == 2);
    static constexpr int Words = Tile::Words, Count = Words + (IsOdd ? 1 : 0);

public:
    __device__ BoxMarchReader(int before, int distance)
    {
        const int apart = (distance + Tile::PerWord - 1) / Tile::PerWord, lanes = apart / Words, more = apart % Words;
        const int first = (before + static_cast<int>(threadIdx.x) - lanes) * Tile::LaneWords - more;
#pragma unroll
        for (int i = 0; i < Count; ++i)
        {
            const int skipped = i < more ? -1 : i < more + Words ? 0 : 1; // words that are not used
            at_[i] = kept(4 * (first + i + skipped));
        }
    }
    __device__ void read(BoxMarchColumns<Tile>& columns, const BoxMarchRow<Tile>& row,
                         const BoxMarchColumns<Tile>&) const
    {
        std::uint32_t word[Count];
#pragma unroll
        for (int i = 0; i < Count; ++i)
            word[i] = *reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const char*>(row.words) + at_[i]);
#pragma unroll
        for (int i = 0; i < Words; ++i)
            columns.word[i] = IsOdd ? permuteBytes(word[i], word[i + 1 < Count ? i + 1 : i], 0x5432u) : word[i];
    }

private:
    int at_[Count]; // bytes
};

template <class Tile> class BoxMarchReader<Tile, ToLast::One>
{
    static_assert(Tile::Channels == 1 && Tile::PerWord == 1);

public:
    __device__ BoxMarchReader(int, int) {}
    __device__ void read(BoxMarchColumns<Tile>& columns, const BoxMarchRow<Tile>&,
                         const BoxMarchColumns<Tile>& own) const
    {
        const std::uint32_t other = __shfl_up_sync(0xffffffffu, own.word[Tile::Words - 1], 1);
        const std::uint32_t before = threadIdx.x == 0 ? 0 : other;
#pragma unroll
        for (int i = 0; i < Tile::Words; ++i)
            columns.word[i] = i == 0 ? before : own.word[i > 0 ? i - 1 : 0];
    }
};

// Columns beside the image that windows of the strip have: each repeats another one, or is constant.
template <class Tile> class BoxMarchEdges
{
public:
    using Rows = BoxMarchRow<Tile>[Tile::Rows];

    // Lists them in `list`. The strip's first scalar is number `x` of a row of the source.
    template <class Arguments>
    __device__ BoxMarchEdges(const Arguments& a, std::uint32_t* list, const Rows& rows, int x) : list_(list)
    {
        constexpr int scalars = Tile::Threads * Tile::Scalars; // of the strip
        const int reach = (a.kernelWidth - 1) * Tile::Channels, before = a.anchorX * Tile::Channels;
        const int end = a.source.cols * Tile::Channels, lane = static_cast<int>(threadIdx.x);
        const int left = x >= 0 ? 0 : before < -x ? before : -x, right = x + scalars > end ? reach - before : 0;
        count_ = left + right;
        if (count_ == 0)
            return;
#pragma unroll 1
        for (int i = lane; i < count_; i += Tile::Threads)
        {
            const int at = i < left ? i - left : end + i - left;
            const PixelOfScalar of(at, Tile::Channels);
            const int inside = borderIndex(of.pixel, a.source.cols, a.source.rowBorder);
            const int from = inside < 0 ? rows[0].placeOfConstant(of.channel)
                                        : rows[0].placeOf(inside * Tile::Channels + of.channel - x);
            const bool isInStrip = at - x < scalars; // if not, a zero repeats itself
            list_[i] = isInStrip ? static_cast<std::uint32_t>(rows[0].placeOf(at - x) | from << 16) : 0;
        }
        if (lane < Tile::Channels)
            for (int r = 0; r < Tile::Rows; ++r)
                rows[r].at(rows[r].placeOfConstant(lane)) =
                    static_cast<typename BoxMarchRow<Tile>::Sum>(a.source.outsideOf(lane) * a.kernelHeight);
        __syncwarp();
    }

    __device__ bool any() const
    {
        return count_ > 0;
    }

    // By all lanes, when the rows are written.
    __device__ void repeat(const Rows& rows) const
    {
#pragma unroll 1
        for (int i = static_cast<int>(threadIdx.x); i < count_; i += Tile::Threads)
        {
            const std::uint32_t places = list_[i];
#pragma unroll
            for (int r = 0; r < Tile::Rows; ++r)
                rows[r].at(static_cast<int>(places & 0xffffu)) = rows[r].at(static_cast<int>(places >> 16));
        }
        __syncwarp();
    }

private:
    std::uint32_t* const list_; // two places in a row: below, the column; above, the one that it repeats
    int count_;
};

}} // namespace cv::cudatiled
