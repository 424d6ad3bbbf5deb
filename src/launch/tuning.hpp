// SPDX-License-Identifier: Apache-2.0
// Sizes of tiles, rows that are read ahead, numbers of blocks: chosen by measuring, except where a comment says that
// nothing was measured. Results do not depend on them.
//
// The device is an NVIDIA H200 (compute capability 9.0, 132 multiprocessors), the compiler that of CUDA 13.0. Each
// kernel has the date of its numbers' last change and the options of cudatiled_perf that time it, besides
// `--sizes=8192x8192,1920x1080,640x480`. perf/NOTES.md says what was tried.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "../kernels/minmax/minmax_window.hpp"
#include "../kernels/sliding_window/window_sums.hpp"

namespace cv { namespace cudatiled {

// ---- The device

constexpr int kMultiprocessors = 132;
constexpr std::size_t kMultiprocessorShared = 227 * 1024; // bytes of shared memory that blocks may have
constexpr std::size_t kLeastFastShared = 99 * 1024;       // of one block on 8.6 and 8.9, the least with fast kernels
constexpr std::size_t kReservedShared = 1024;             // of each block, by CUDA
constexpr std::size_t kSharedUnit = 128;                  // in which CUDA gives it

// Bytes a second of memory that is fast, for each multiprocessor: see Low strips in perf/NOTES.md. An NVIDIA H100 has
// 25e9, an H200 36e9; nothing else was tried. 2026-11-28: --views=filters
constexpr double kFastMemory = 30e9;

// How many blocks with `bytes` of shared memory a multiprocessor runs at once.
constexpr int blocksByShared(std::size_t bytes)
{
    return static_cast<int>(kMultiprocessorShared / (bytes + kReservedShared));
}

// ---- Which kernels of strips have an instance for batches. More would make the library larger. 2026-11-26:
// --views=batches

constexpr bool hasBatchInstance(std::size_t srcBytes, std::size_t dstBytes, int channels, int size)
{
    return srcBytes == dstBytes && srcBytes != 2 && (channels == 1 || channels == 3) && size <= 5;
}

// ---- slidingWindowKernel. 2026-11-22:
// --filter='Sharpen|Emboss|Sobel|Laplacian|Gaussian [35]|Box [35]|Linear|Median 3'

struct SlidingWindowTuning
{
    int scalars;       // results of a thread in a row
    int rowsAhead;     // rows that a thread reads ahead; 0: the block loads its rows into shared memory
    bool readsLate;    // StripTile's Late, for strips that are not shifted
    int kilobytes;     // of shared memory for a tile
    int leastRows;     // of a thread
    int mostRows;      // of a thread, if the shared memory holds as many
    int lowRows;       // of a thread in large images
    int prefetchBytes; // StripTile's PrefetchBytes
    bool allowsThree;  // blocks of a multiprocessor instead of four, for images of one round
    bool shifts;       // strips that are not aligned in the source have a kernel of their own
    int minBlocks;     // StripTile's MinBlocks
    bool fewShifted;   // the kernel for shifted strips has 1 instead
    bool forBatches;   // there is a kernel for batches, of strips that are not shifted
    bool fewOfBatch;   // that kernel has 1 instead of minBlocks
};

constexpr int kSlidingWindowWarps = 4;  // of a block, one below the other
constexpr int kSlidingWindowBlocks = 4; // of a multiprocessor at a time, if nothing else was tried
constexpr int kNoLowRows = 1 << 20;     // for strips that are as high in large images as in others

// An arithmetic with windows of size x size, and depths of such sizes in bytes.
struct SlidingWindowCase
{
    WindowSums sums;
    int size, srcBytes, dstBytes, channels;
    bool floatTarget;
};

constexpr bool takesWindows(WindowSums sums)
{
    return sums == WindowSums::Dense || sums == WindowSums::DenseBytes || sums == WindowSums::Median;
}

// Windows of 5x5 bytes with 16 results of a thread in a row, whose source rows are read ahead for any number of
// channels. Means of one channel are quicker with 8 results. 2026-11-29, on an NVIDIA H200: --filter='Box 5x5'
constexpr bool hasWideStrips(const SlidingWindowCase& c)
{
    return c.size == 5 && (c.sums == WindowSums::Binomials || (c.sums == WindowSums::ByteBoxes && c.channels >= 3));
}

// As many scalars as make 16 bytes of the wider depth; fewer where their sums would fill the registers.
constexpr int slidingWindowScalars(const SlidingWindowCase& c)
{
    const bool twoInRegister = c.sums == WindowSums::Pairs || c.sums == WindowSums::Binomials || hasWideStrips(c);
    const int inRegister = twoInRegister ? 2 : 1;
    const int registers = c.sums == WindowSums::Moments ? 24 : c.size >= 7 ? 120 : 72;
    int scalars = 16 / std::max(c.srcBytes, c.dstBytes);
    while (scalars > 4 && scalars / inRegister * c.size > registers)
        scalars /= 2;
    return scalars;
}

// Dense filters of 5x5 do not gain by rows ahead, and wide halos are read too often.
constexpr int slidingWindowRowsAhead(const SlidingWindowCase& c)
{
    const int haloWords = (c.size / 2 * c.channels * c.srcBytes + 3) / 4;
    const int widest = c.srcBytes == 4 || c.size == 3 || hasWideStrips(c) ? 2 : 1;
    if (c.size > 5 || (c.size == 5 && takesWindows(c.sums)) || haloWords > widest)
        return 0;
    if (c.size == 5)
        return 5;
    if (c.srcBytes == 4)
        return c.sums == WindowSums::Median ? 6 : 4;
    return c.srcBytes == 2 && c.sums == WindowSums::Dense ? 2 : 3;
}

// With rows that are read late, one or two blocks more share a multiprocessor. But the other kernels of 16 bits and of
// floats waited for them in small images; medians and wider results spilled. 2026-11-28, on an NVIDIA H200.
constexpr bool slidingWindowReadsLate(const SlidingWindowCase& c)
{
    if (c.sums == WindowSums::LongFixedPoint)
        return c.size == 3 && c.channels == 1;
    return c.srcBytes == 1 && c.dstBytes == 1 && c.sums != WindowSums::Median && c.sums != WindowSums::Moments;
}

// Shared memory is taken from the L1 cache, which direct reads need. Filters with few registers, of which many blocks
// share a multiprocessor, therefore get small tiles.
constexpr int slidingWindowKilobytes(const SlidingWindowCase& c)
{
    const bool manyRegisters =
        (takesWindows(c.sums) && c.srcBytes == 1) || (c.sums == WindowSums::Median && c.srcBytes == 4);
    const bool fewRegisters = c.size == 3 ? !manyRegisters : c.sums == WindowSums::ByteBoxes && c.size == 5;
    if (takesWindows(c.sums) && c.size >= 7) // every warp reads many rows beside its own
        return 46;
    if (hasWideStrips(c) && c.channels >= 3) // likewise, and blocks are few
        return 44;
    return slidingWindowRowsAhead(c) > 0 && fewRegisters ? 20 : 28;
}

constexpr bool slidingWindowSpills(const SlidingWindowCase& c)
{
    return c.size >= 7 || (c.size == 3 && c.srcBytes > 1 && c.sums == WindowSums::Moments) ||
           (c.srcBytes == 1 && c.floatTarget && c.sums == WindowSums::Separable &&
            (c.size == 5 ? c.channels == 1 : c.channels == 2)) ||
           (c.floatTarget && c.sums == WindowSums::Gradients && c.channels >= 2) ||
           (c.channels >= 3 && c.sums == WindowSums::Median && c.srcBytes == 1) ||
           (c.channels == 2 && c.srcBytes == 4 && takesWindows(c.sums));
}

// See takeManyRounds; each strip sums up size - 1 rows beside its own. 2026-11-28, on an NVIDIA H100.
constexpr int slidingWindowLowRows(const SlidingWindowCase& c)
{
    const bool takesPairs = c.sums == WindowSums::Pairs || c.sums == WindowSums::Binomials ||
                            c.sums == WindowSums::ByteBoxes || c.sums == WindowSums::Gradients;
    if (c.sums == WindowSums::Median || c.sums == WindowSums::Moments)
        return kNoLowRows;
    if (c.size > 3)
        return c.size == 5 && c.sums == WindowSums::Separable && c.srcBytes == 4 ? 7 : kNoLowRows;
    if (c.srcBytes == 4)
        return c.channels == 1 ? 3 : 8;
    if (c.srcBytes == 2)
        return c.sums == WindowSums::Dense ? 5 : 7;
    return !takesPairs ? kNoLowRows : c.dstBytes == 1 ? 6 : 4;
}

// The size in bytes from which an image gains by prefetches; 0: none does. Smaller images take up to 15 % longer with
// them. Filters that instructions bind do not gain, nor do wider results, or 5x5 of 16 bits. 2026-11-29, on an NVIDIA
// H200: --filter='(Linear|Sharpen|Sobel|Gradient) 3x3|(SeparableLinear|Box|Gaussian) [35]x'
constexpr int slidingWindowPrefetchBytes(const SlidingWindowCase& c)
{
    if (slidingWindowRowsAhead(c) == 0 || c.dstBytes > c.srcBytes)
        return 0;
    switch (c.sums)
    {
    case WindowSums::DenseBytes: return 96'000'000;
    case WindowSums::ByteBoxes: return c.channels >= 3 ? 192'000'000 : 0;
    case WindowSums::Binomials:
    case WindowSums::Gradients: return 192'000'000;
    case WindowSums::Pairs: return c.size == 3 ? 192'000'000 : 0;
    case WindowSums::LongFixedPoint: return 128'000'000;
    case WindowSums::Dense:
    case WindowSums::Separable:
        if (c.srcBytes == 4)
            return 192'000'000;
        return c.srcBytes == 2 && c.size == 3 ? 256'000'000 : 0;
    default: return 0;
    }
}

// The best of 1 to 3 at 640 x 480. 2026-11-29, on an NVIDIA H200:
// --sizes=640x480 --filter='(Linear|SeparableLinear|Sobel|Box|Gaussian) 5x5'
constexpr int slidingWindowLeastRows(const SlidingWindowCase& c)
{
    if (c.size == 5 && (c.sums == WindowSums::Binomials || c.sums == WindowSums::ByteBoxes))
        return c.channels == 3 ? 2 : 1;
    return c.size == 3 ? 1 : 3;
}

// Shifted strips of several channels would take more registers and more reads than a tile saves.
constexpr SlidingWindowTuning slidingWindowTuning(const SlidingWindowCase& c)
{
    SlidingWindowTuning t{};
    t.scalars = slidingWindowScalars(c);
    t.rowsAhead = slidingWindowRowsAhead(c);
    t.readsLate = slidingWindowReadsLate(c);
    t.kilobytes = slidingWindowKilobytes(c);
    t.leastRows = slidingWindowLeastRows(c);
    t.mostRows = c.size == 3 ? 12 : 32;
    t.lowRows = slidingWindowLowRows(c);
    t.prefetchBytes = slidingWindowPrefetchBytes(c);
    // 2026-11-28, on an NVIDIA H100; binomials: on an NVIDIA H200.
    t.allowsThree =
        c.size >= 5 && c.sums != WindowSums::Moments && !hasWideStrips(c) && (t.rowsAhead == 0 || c.srcBytes < 4);
    t.shifts = c.srcBytes == 1 && c.channels == 1 && t.rowsAhead > 0;
    t.minBlocks = slidingWindowSpills(c) ? 1 : 0;
    t.fewShifted = t.minBlocks == 1 || c.dstBytes == 4;
    t.fewOfBatch =
        t.minBlocks == 1 || (c.sums == WindowSums::Separable && (c.srcBytes == 1 || (c.size == 3 && c.channels == 1)));
    // The instance for separable 5 x 5 taps of 32FC1 would have 104 registers instead of 88, so four blocks, not five.
    t.forBatches = c.sums != WindowSums::Moments && hasBatchInstance(c.srcBytes, c.dstBytes, c.channels, c.size) &&
                   !(c.sums == WindowSums::Separable && c.srcBytes == 4 && c.channels == 1 && c.size == 5);
    return t;
}

// ---- bilateralWindowKernel, of radius 1 and 2. Nothing else was tried.

// Results of a thread in a row: wide strips share more weights, and fill the registers sooner.
constexpr int bilateralScalars(std::size_t bytes)
{
    return bytes < 4 ? 8 : 4;
}

constexpr int kBilateralRows = 28; // of a thread, at most

// ---- minmaxWindowKernel. 2026-11-26, on an NVIDIA H100, centred windows 2026-11-28, on an NVIDIA H200:
// --filter='Morphology (3x3|5x5)'

struct MinmaxWindowTuning
{
    int rowsAhead, kilobytes, leastRows, mostRows, lowRows; // as above
    bool fewBlocks, fewOfBatch, readsLate;
    int prefetchBytes = 0;
};

// 2026-11-29, on an NVIDIA H200, as slidingWindowPrefetchBytes: --filter='Morphology (3x3|5x5)'. Crosses of floats take
// 1 to 2 % longer with it.
constexpr int minmaxWindowPrefetchBytes(MinmaxWindow window, std::size_t bytes)
{
    return window == MinmaxWindow::Mask && bytes == 4 ? 0 : 192'000'000;
}

constexpr int minmaxWindowLowRows(MinmaxWindow window, int reach, std::size_t bytes)
{
    if (window == MinmaxWindow::Rectangle && reach == 3)
        return bytes == 1 ? 5 : bytes == 2 ? 4 : 3;
    if (window == MinmaxWindow::Rectangle && reach == 5)
        return bytes == 1 ? kNoLowRows : bytes == 2 ? 5 : 8;
    if (bytes == 1 || (window != MinmaxWindow::Gradient && (window != MinmaxWindow::Mask || reach > 3)))
        return kNoLowRows;
    return window == MinmaxWindow::Gradient ? 5 : 4;
}

// `reach` is the number of source rows of a result, `bytes` the size of a scalar.
constexpr MinmaxWindowTuning minmaxWindowTuning(MinmaxWindow window, int reach, std::size_t bytes)
{
    const int leastRows = reach == 3 ? 1 : 3, ahead3x3 = bytes == 1 ? 3 : 6;
    const int low = minmaxWindowLowRows(window, reach, bytes);
    const int prefetch = minmaxWindowPrefetchBytes(window, bytes);
    switch (window)
    {
    case MinmaxWindow::Rectangle:
        return {reach > 3 ? reach : ahead3x3,
                reach > 3 || bytes == 2 ? 28 : 20,
                leastRows,
                16,
                low,
                false,
                bytes == 4,
                reach == 3 ? bytes == 1 : bytes == 4,
                prefetch};
    case MinmaxWindow::Mask:
        return {reach > 3 ? 0 : ahead3x3, reach > 3 ? 28 : 20, leastRows, 16, low, true, true, bytes == 1, prefetch};
    case MinmaxWindow::Centred: return {0, 28, leastRows, 16, low, true, true, false};
    case MinmaxWindow::Ellipse: return {0, 40, leastRows, 16, low, true, true, false}; // nothing else was tried
    case MinmaxWindow::Gradient: return {6, 28, leastRows, 16, low, false, false, false, prefetch};
    default: return {0, 40, leastRows, 16, low, false, false, false}; // every row is filtered twice, also of the halo
    }
}

// ---- minmaxIdentityKernel. 2026-11-26, on an NVIDIA H100:
// --filter='Morphology 3x3 open' --types=8UC1,16UC1,32FC1

struct MinmaxIdentityTuning
{
    int rowsAhead, leastRows, mostRows, lowRows;
    int blocks; // of a multiprocessor
    bool readsLate;
};
constexpr MinmaxIdentityTuning minmaxIdentityTuning(std::size_t bytes)
{
    return {6, 3, 16, bytes == 2 ? 6 : 12, 4, bytes == 1};
}

// ---- minmaxSquareKernel. 2026-11-28, on an NVIDIA H100:
// --filter='Morphology 15x15 erode'

struct MinmaxSquareTuning
{
    int rowsAhead;
    int blocks;    // of a multiprocessor
    int mostRows;  // of the source for each warp
    int startRows; // the time that a warp waits for its first rows, in rows
    int lowRows;   // of the source for each warp in large images: see takeManyRounds
};

// `words` is the width of a strip with its halo: the registers of four blocks hold no more rows ahead.
constexpr MinmaxSquareTuning minmaxSquareTuning(std::size_t bytes, int channels, int words)
{
    const int lowRows = channels > 1 || bytes == 4 ? kNoLowRows : bytes == 1 ? 36 : 24;
    return {channels == 1 && bytes < 4 ? 6 : words <= 12 ? 3 : 2, 4, 96, 8, lowRows};
}

// Whether the kernel is at least as quick as minmaxTransposeKernel, and its gain worth its code.
constexpr bool hasMinmaxSquare(std::size_t bytes, int channels, int size)
{
    return bytes == 1 ? channels != 2 : channels == 1 && (bytes == 2 || size <= 9);
}

// Openings and closings by two minmaxSquareKernel instead of one minmaxTransposeKernel. 2026-11-28, on an NVIDIA H200:
// --filter='Morphology 15x15 open'
struct TwoSquaresTuning
{
    int leastSize;          // of the square
    std::size_t leastBytes; // of the image
};
constexpr TwoSquaresTuning kTwoSquares{15, 16 << 20};

// ---- minmaxMarchKernel. 2026-11-26, on an NVIDIA H100:
// --filter='Morphology (15x15|31x31) erode'

struct MinmaxMarchTuning
{
    bool packed;     // lanes exchange words, not registers
    int stagesAhead; // of four rows each
    int blocks;      // of a multiprocessor
    int leastRows;   // of a strip
    int lowRows;     // of a strip in large images
    int fewestRows;  // of strips that fill the device in one round: with fewer, other kernels are quicker
};

constexpr MinmaxMarchTuning minmaxMarchTuning(std::size_t bytes, int channels, int size)
{
    const int lowOfLargest = bytes == 2 ? 64 : bytes == 1 && channels == 1 ? kNoLowRows : 112;
    return {bytes == 1 && channels > 1, 2, size > 15 ? 8 : 12, 24, size > 15 ? lowOfLargest : 24,
            channels == 1 ? 12 : 1};
}

constexpr bool hasMinmaxMarch(std::size_t bytes, int channels, int size)
{
    return bytes == 1 ? channels != 2 && (channels > 1 || size > 15) : channels == 1 && (bytes == 4 || size > 15);
}

// ---- minmaxTransposeKernel. 2026-11-22:
// --filter='Morphology (15x15|31x31)'

struct MinmaxTransposeTuning
{
    int storedBytes; // tiles start at a multiple of them, if all rows of the target do
    int leastSide;   // of a tile, in rows and in scalars: with smaller tiles the kernel does not pay
    int narrow;      // scalars of a narrow tile
    int lowestRows;  // rows of the lowest tile
    int blocksOf[2]; // narrow and low tiles are taken up to so many of a multiprocessor, for one step and for two
};
constexpr MinmaxTransposeTuning kMinmaxTranspose{32, 16, 64, 32, {2, 1}};

// ---- pyrDownKernel. 2026-11-29, on an NVIDIA H200, of 3840x2160, 8192x8192 and 16384x16384: --filter='PyrDown'

// Large images have rows brought into the L2 cache. Their warps take more rows than Tile::MostRows.
struct PyrDownTuning
{
    bool prefetches;
    int mostRows;
};

// Of a source of so many bytes.
constexpr PyrDownTuning pyrDownTuning(std::int64_t bytes, std::size_t scalarBytes, int channels)
{
    const bool hasManyBytes = scalarBytes == 1 && channels >= 3;
    const int least = hasManyBytes ? 24'000'000 : scalarBytes == 4 ? 192'000'000 : 64'000'000;
    return {bytes >= least, bytes >= 192'000'000 ? 5 : 3};
}

// ---- mmaSeparableU8Kernel. 2026-11-27, on an NVIDIA H100:
// --filter='Gaussian (7|15|31|51)|Box' --views=filters,borders,batches

struct MmaSeparableU8Tuning
{
    int warps, rows; // of a block
    int blocks;      // of a multiprocessor
    bool reorders;   // results: see MmaResults
};

// As many rows as shared memory holds for the blocks that registers allow, at most kLeastFastShared for a block. The
// source of 16 x 16 results lies in rowChunks x columnChunks squares of 32 x 32 scalars. BORDER_INSIDE has no register
// to reorder results.
constexpr MmaSeparableU8Tuning mmaSeparableU8Tuning(int rowChunks, int columnChunks, bool inside)
{
    const int rows = rowChunks >= 4 ? 112 : columnChunks == 2 ? 128 : rowChunks == 1 ? 80 : inside ? 96 : 112;
    return {8, rows, columnChunks == 2 ? 2 : rowChunks == 1 ? 4 : 3, !inside};
}

// ---- Kernels whose sums along rows lie in scratch memory. 2026-11-27, on an NVIDIA H100:
// --filter='Gaussian (51|101)'

// For a band of the image: what the pool of a small device keeps. With 24 to 64 MB, of which the L2 cache holds much,
// 8192 x 8192 floats took 10 to 28 % longer.
constexpr std::size_t kScratchBytes = 256 * 1024 * 1024;

// longRowsKernel, longColumnsKernel: fewer taps were not measured.
constexpr int kFewestLongTaps = 34;

// ---- mmaLongRowsU8Kernel, mmaLongColumnsU8Kernel. 2026-11-27, on an NVIDIA H100:
// --filter='Gaussian (51|101)' --types=8UC1,8UC3,8UC4

struct MmaLongU8Tuning
{
    int rowWarps, rows, rowBlocks;          // of a block, of a tile at most, of a multiprocessor
    int columnWarps, columns, columnBlocks; // the same of the second kernel: rows, too
};
constexpr MmaLongU8Tuning kMmaLongU8{8, 64, 4, 4, 64, 6};

// ---- mmaDenseU8Kernel. 2026-11-22:
// --filter='Linear (7x7|11x11)' --types=8UC1,8UC4

struct MmaDenseU8Tuning
{
    int warps, rows, blocks; // as above
    int blocksOfOneRound;    // of a multiprocessor, for taps of one byte, if the image then takes one round of blocks
};
constexpr MmaDenseU8Tuning kMmaDenseU8{8, 64, 2, 3};

// ---- mmaMarchU8Kernel. 2026-11-28, on an NVIDIA H100:
// --filter='Linear (5x5|7x7|11x11)' --types=8UC1,8UC3,8UC4,16UC1,16SC1

struct MmaMarchU8Tuning
{
    int sets, warps;       // of eight places, of a warp; beside each other in a block
    int stages, stageRows; // of the ring of rows
    int blocks;            // of a multiprocessor
    int mostRows;          // of a strip, about: several rounds of blocks balance blocks that make borders
    int lowRows;           // of a strip, about, from five rounds of such strips on: see takeManyRounds
    int leastRows;         // of strips that fill the device in one round: with fewer, other kernels are quicker
    bool apart = false;    // each warp has one channel
};

// Scalars of one or two bytes, taps of one or of bytes + 2 signed bytes.
constexpr MmaMarchU8Tuning mmaMarchU8Tuning(std::size_t bytes, int size, int limbs, int channels)
{
    if (bytes == 2 && limbs == 4)
        return size == 11 ? MmaMarchU8Tuning{1, 4, 4, 16, 2, 96, 192, 1}
                          : MmaMarchU8Tuning{2, 4, 5, 12, 2, 128, 128, 1};
    if (bytes == 2)
        return size == 5   ? MmaMarchU8Tuning{2, 4, 5, 12, 3, 20, 24, 40}
               : size == 7 ? MmaMarchU8Tuning{2, 4, 4, 16, 3, 176, 24, 1}
                           : MmaMarchU8Tuning{2, 4, 4, 16, 3, 128, 128, 1};
    if (limbs == 3 && channels == 1)
        return size == 5   ? MmaMarchU8Tuning{2, 4, 4, 16, 3, 96, 96, 48}
               : size == 7 ? MmaMarchU8Tuning{2, 4, 4, 16, 2, 128, 96, 24}
                           : MmaMarchU8Tuning{2, 4, 4, 16, 2, 128, 128, 16};
    if (limbs == 3 && size == 11)
        return channels == 3 ? MmaMarchU8Tuning{2, 3, 4, 16, 2, 72, 192, 32, true}
                             : MmaMarchU8Tuning{2, 4, 4, 16, 2, 72, 192, 16, true};
    if (limbs == 3 && size == 7 && channels == 4)
        return {2, 4, 4, 16, 2, 48, 96, 16, true};
    if (limbs == 3 && size == 5 && channels == 3)
        return {1, 4, 4, 16, 3, 32, 76, 48};
    if (limbs == 3)
        return {1, 4, 6, 8, 2, 192, 128, size == 5 ? 48 : 16};
    if (channels == 1)
        return {4, 4, 4, 16, 3, size == 11 ? 128 : 176, size == 11 ? 128 : 24, 16};
    if (channels == 3)
        return size == 5   ? MmaMarchU8Tuning{2, 4, 4, 8, 3, 20, 16, 16}
               : size == 7 ? MmaMarchU8Tuning{1, 4, 6, 8, 4, 26, 50, 16}
                           : MmaMarchU8Tuning{2, 4, 6, 8, 2, 176, 176, 16};
    return size == 5   ? MmaMarchU8Tuning{1, 4, 4, 8, 4, 20, 28, 16}
           : size == 7 ? MmaMarchU8Tuning{2, 4, 4, 8, 2, 128, 32, 16}
                       : MmaMarchU8Tuning{1, 4, 6, 8, 3, 96, 96, 16};
}

// Whether an image of so many channels gains by the kernel.
constexpr bool hasMmaMarchU8(std::size_t bytes, int size, int limbs, int channels)
{
    if (bytes == 2)
        return channels == 1 && !(limbs == 4 && size == 5);
    return channels != 2;
}

// ---- separableMarchKernel, denseMarchKernel. 2026-11-29, on an NVIDIA H200:
// --views=filters,radius --filter='Gaussian|SeparableLinear|Linear (7x7|11x11)' --types=32FC1,32FC3,32FC4

struct FloatMarchTuning
{
    int warps, blocks;       // of a block, of a multiprocessor
    int leastRows, mostRows; // of a strip, about
    int rowsOfRound;         // of strips that fill the device in one round: with fewer, other kernels are quicker
};
constexpr FloatMarchTuning separableMarchTuning(int taps, int channels)
{
    const int blocks = channels > 1 ? (taps <= 25 ? 3 : 2) : taps <= 17 ? 4 : taps <= 31 ? 3 : 2;
    if (taps > 17)
        return {4, blocks, 70, 512, channels > 1 || taps <= 29 ? 30 : taps == 31 ? 60 : 100};
    return {4, blocks, taps <= 13 ? 32 : 46, 512, channels > 1 ? 60 : 30};
}
constexpr FloatMarchTuning denseMarchTuning(int taps, int channels)
{
    return {2, taps > 9 && channels > 1 ? 6 : 8, 4, 128, taps > 7 ? 8 : 16};
}

// ---- mmaSplitKernel. 2026-11-22:
// --filter='Gaussian|SeparableLinear|Box' --types=8UC1,16UC1,32FC1,32FC3

// Blocks of a multiprocessor, as registers and shared memory allow. The halo has 16 or 32 pixels;
// pixels are multiplied as bytes, as halves, or as floats if they have 4 bytes.
constexpr int mmaSplitBlocks(bool asBytes, std::size_t bytes, int channels, int halo)
{
    if (bytes == 4)
        return channels > 2 ? 2 : halo == 16 ? 4 : 3;
    if (asBytes)
        return channels > 2 ? (channels == 3 && halo == 16 ? 3 : 2) : halo == 16 ? 4 : 3;
    return halo == 16 ? 4 : channels == 4 && bytes == 2 ? 2 : 3;
}

// ---- lineBufferKernel. 2026-11-21:
// --filter='Gaussian|SeparableLinear|Box' --types=8UC1,16UC1,32FC1

struct LineBufferTuning
{
    int threads, width; // of a tile
    int blocks;         // of a multiprocessor: tiles are as high as leaves so many
    int mostRows;
};
constexpr LineBufferTuning kWideLineBuffer{256, 128, 8, 256};

// For sums of two kernels, which keep two sums of every row: also what fits into 48 KB. Nothing else was tried:
// --filter='(LaplacianOfGaussian|DifferenceOfGaussians) 15x15'
constexpr LineBufferTuning kSumLineBuffer{128, 64, 8, 256};

// ---- registerTileKernel. 2026-11-27, on an NVIDIA H100:
// --filter='Linear (11x11|17x17)' --types=8UC1,16UC1,32FC1

constexpr int kRegisterTileWarps = 4;

// Blocks of a multiprocessor. With five of them, other kernels than those of floats would spill registers. Sparse ones
// test whether a tap is 0.
constexpr int registerTileBlocks(std::size_t bytes, int channels, bool sparse)
{
    return bytes == 4 && channels == 1 && !sparse ? 5 : 4;
}

// For taps in device memory; nothing else was tried. Two rows of 31 taps make as long a chain of float sums as four
// rows of 15.
struct LargeRegisterTileTuning
{
    int size;       // at most, of a row and of a column
    int rowsAtOnce; // of the source, whose products are added up by themselves
};
constexpr LargeRegisterTileTuning kLargeRegisterTile{31, 2};

// ---- Integer taps of rank 1 as separable filters: h200.csv of perf/results, commit fa9c76b. 2026-11-23:
// --filter='Linear'

struct RankOneTuning
{
    int leastSide, mostSide; // of a kernel for which two passes are quicker; SeparableLinear is recorded up to mostSide
};

// µs at 8192x8192    two passes    dense
//   8UC1             15x15:  82    7x7:  75, 11x11: 137
//   8UC4             15x15: 305    7x7: 379, 11x11: 782    (3840x2160: 54, 7x7: 54)
//   16UC1              5x5:  77    5x5: 113
// Measured before mmaMarchU8Kernel, by which dense 7x7 and 11x11 of 8UC1 take 47 and 69, of 8UC4 169 and 315.
constexpr RankOneTuning rankOneTuning(std::size_t bytes)
{
    return {bytes == 1 ? 11 : 5, 31};
}

// ---- runningBoxKernel. 2026-11-28, on an NVIDIA H100:
// --views=filters,radius --filter='Box'

struct RunningBoxTuning
{
    int warps, blocks;  // of a block; of a multiprocessor, as many as there are registers for
    int groups;         // of rows of a window of floats, at most: 80 of them are 405 rows
    int tilesPerWindow; // a tile is at least 1 / tilesPerWindow as high as the window,
    int fewBlocks;      // unless a multiprocessor then had fewer blocks than this
    int lowRows;        // of a tile in large images, for windows of up to 40 rows,
    int lowRowsOfHigh;  // and for windows above 80 rows; between them nothing was measured
};

constexpr RunningBoxTuning runningBoxTuning(std::size_t bytes, int channels, bool floats)
{
    const int ofHigh = channels >= 3 ? 128 : bytes == 2 && !floats ? 30 : kNoLowRows;
    if (floats)
        return {5, 3, 80, 3, 2, 20, ofHigh};
    return bytes == 1 ? RunningBoxTuning{7, 4, 0, 5, 2, 20, ofHigh}
                      : RunningBoxTuning{5, channels == 3 ? 4 : 5, 0, 3, 4, 20, ofHigh};
}

// The same of pixels and of their squares. 2026-11-28, on an NVIDIA H200:
// --filter='(SqrBox|LocalVariance|Wiener) 31x31'
constexpr RunningBoxTuning runningMomentsTuning(std::size_t bytes)
{
    return {5, bytes == 1 ? 4 : 3, 0, 3, 2, kNoLowRows, kNoLowRows};
}

// ---- boxMarchKernel. 2026-11-29, on an NVIDIA H200, its limits by a program that timed squares of 7 to 127 pixels,
// too:
// --views=filters --filter='Box'

struct BoxMarchTuning
{
    int blocks;    // of a multiprocessor, as many as there are registers for
    int rows;      // of results at a time
    int firstRows; // of the source at a time, for the window above the first result
    bool streams;  // the L2 cache keeps rows that enter windows longer than rows that leave them, and results
};

constexpr bool hasBoxMarch(std::size_t bytes, int channels)
{
    return bytes == 1 ? channels != 2 : channels == 1;
}
// isOne: for ToLast::One.
constexpr BoxMarchTuning boxMarchTuning(std::size_t bytes, int channels, bool isOne)
{
    if (bytes == 2)
        return isOne ? BoxMarchTuning{8, 8, 8, true} : BoxMarchTuning{12, 4, 8, true};
    return channels == 1 ? BoxMarchTuning{8, 8, 8, true} : BoxMarchTuning{8, 2, channels == 3 ? 4 : 2, false};
}
// Of strips that fill the device in one round: with fewer rows, other kernels are quicker. 0: one of them always is.
// For boxes of at most `taps` pixels along rows and along columns.
constexpr int boxMarchLeastRows(std::size_t bytes, int channels, int taps, bool isOne)
{
    if (bytes == 2)
        return taps > 71 ? 0 : isOne ? 64 : taps < 17 ? 2 : 1;
    if (taps < 21)
        return 0;
    if (channels == 1)
        return taps < 49 ? 60 : 2;
    return channels == 4 && taps < 41 ? 16 : 8;
}

// ---- rowSumKernel, columnSumKernel. 2026-11-21, tiles of many rows 2026-11-28, on an NVIDIA H200:
// --filter='Sum'

struct RowSumTuning
{
    int threads, width, taps;
    int rows, manyRows; // of a tile; of one where a multiprocessor still has `blocks`
    int blocks;
};
constexpr RowSumTuning rowSumTuning(std::size_t bytes, int channels)
{
    return {256, 256, 33, bytes == 1 ? 32 : 16, bytes == 1 ? (channels >= 3 ? 64 : 32) : 16, 8};
}

struct ColumnSumTuning
{
    int threads, words; // of a row of a tile
};
constexpr ColumnSumTuning kColumnSum{256, 128};

constexpr int kSumLineBytes = 128; // tiles start at a multiple of them, if all rows of the target do

// ---- medianNetworkKernel. 2026-11-22:
// --views=filters,median --filter='Median'

struct MedianNetworkTuning
{
    int threadsX, threadsY;
    int across, down; // words of results of a thread
    int mostRepeats;  // how often a thread works at most, one patch below the other
    int blocks;       // of a multiprocessor: threads work as often as leaves so many
};
constexpr MedianNetworkTuning medianNetworkTuning(int size)
{
    return {32, 4, size == 3 ? 2 : 4, 2, size <= 7 ? 4 : 2, 6};
}

// ---- medianHistogramKernel. 2026-11-21:
// --views=filters,median --filter='Median'

struct MedianHistogramTuning
{
    int enoughBlocks;   // of the device: tiles are as high as leaves so many
    int mostRows;       // of a tile
    int tilesPerWindow; // a tile is at least 1 / tilesPerWindow as high as the window
    int windowsPerTile; // a tile of an image that does not fill the device is at most so many windows high
};
constexpr MedianHistogramTuning kMedianHistogram{2048, 192, 3, 2};

// ---- mmaMedianU8Kernel. 2026-11-28, on an NVIDIA H200:
// --views=filters,median --filter='Median'

struct MedianColumnsTuning
{
    int threads, minBlocks;
};
constexpr MedianColumnsTuning medianColumnsTuning(int matrices)
{
    return {matrices <= 5 ? 256 : 384, matrices <= 5 ? 3 : 2};
}

struct MedianColumnsRows
{
    int leastRows, mostRows; // of a tile
};
constexpr MedianColumnsRows kMedianColumns{4, 256};

// ---- medianTileOrderKernel, mmaMedianBucketsKernel. 2026-11-28, on an NVIDIA H200:
// --views=filters,median --filter='Median'

struct MedianBucketsTuning
{
    int minBlocks;
    int leastRows; // of a block
    int mostTiles; // of 46.5 KB each in scratch memory
};
constexpr MedianBucketsTuning kMedianBuckets{5, 4, 8192};

// ---- medianLargeRanksKernel. 2026-11-22:
// --views=filters,median --filter='Median'

struct MedianRanksTuning
{
    int width, rows, threads;
};

// For devices that let a block have 227, 163 or 96 KB of shared memory: those of compute capability 9.0, of 8.0, and
// most others. Nothing was measured: tiles are as large as the memory allows.
constexpr MedianRanksTuning kLargeRanksIn227K{168, 192, 896}, kLargeRanksIn163K{144, 160, 768},
    kLargeRanksIn96K{112, 120, 448};

}} // namespace cv::cudatiled
