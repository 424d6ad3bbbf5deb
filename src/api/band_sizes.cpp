// SPDX-License-Identifier: Apache-2.0
// How many rows of an image make a band, and bytes of a host image a piece of page-locked memory.
#include "band_sizes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace cv { namespace cudatiled {

namespace {

std::atomic<int> rowsOfTests{0}, chainRowsOfTests{0};
std::atomic<std::size_t> pieceBytesOfTests{0};

} // namespace

// Of page-locked memory, the download of a band waits for its upload, 1 / 50 us per KB, and each of n bands costs 3 us
// between two copies: the sum n * 3 us + KB / 50 us is least where a band has sqrt(bytes * 150 KB). Through pieces, a
// band also costs the start and the end of the threads that fill them, but the device waits until the first is filled.
// Estimates of an H200 with 16 threads, 2026-11-23; cudatiled_perf --views=transfers shows what they give.
BandRows bandRows(std::size_t rowBytes, int rows, bool pageLocked)
{
    constexpr double kBytesPerGap = 150e3, kLeast = 256e3, kMost = 4 << 20, kLeastOfPieces = 1 << 20;
    if (const int ofTests = rowsOfTests)
        return {ofTests, 3 * ofTests};
    const auto rowsOf = [rowBytes](double bytes) {
        return std::max(static_cast<int>(bytes / static_cast<double>(rowBytes)), 1);
    };
    if (!pageLocked)
        return {rowsOf(kLeastOfPieces), rowsOf(kMost)};
    const double bytes = static_cast<double>(rowBytes) * rows;
    const int same = rowsOf(std::clamp(std::sqrt(bytes * kBytesPerGap), kLeast, kMost));
    return {same, same};
}

std::size_t pieceBytes()
{
    constexpr std::size_t kUsual = 4 << 20;
    const std::size_t ofTests = pieceBytesOfTests;
    return ofTests ? ofTests : kUsual;
}

void setBandSizes(int rows, std::size_t pieceBytes)
{
    rowsOfTests = rows;
    pieceBytesOfTests = pieceBytes;
}

// An image of which one stage reads and writes no more than the cache has is in it anyway.
bool mayCutChain(std::size_t widest, int rows)
{
    constexpr double kCacheBytes = 40e6; // of 50 MB of an H200
    const int ofTests = chainRowsOfTests;
    return ofTests ? ofTests > 0 : static_cast<double>(widest) * rows > kCacheBytes;
}

// What a stage reads and writes of a band should stay in the cache, beside what passes through it from and to memory.
// Each stage of a band costs a launch; the cache saves half of the time that the bytes between stages take to memory
// and back. Estimates for an H200, 4 TB/s, 2026-11-23; cudatiled_perf --views=chains shows what they give.
int chainBandRows(const ChainRow& row, int rows)
{
    constexpr double kBandBytes = 24e6, kBytesPerMicrosecond = 8e6, kLaunchMicroseconds = 1.5;
    if (const int ofTests = chainRowsOfTests)
        return ofTests < 0 || ofTests >= rows ? 0 : ofTests;
    const double inBand = std::floor(kBandBytes / static_cast<double>(row.widest));
    const double saved = 2 * static_cast<double>(row.between) * inBand / kBytesPerMicrosecond;
    if (!mayCutChain(row.widest, rows) || saved < row.stages * kLaunchMicroseconds)
        return 0;
    const double bands = std::ceil(rows / inBand);
    return static_cast<int>(std::ceil(rows / bands));
}

void setChainBandRows(int rows)
{
    chainRowsOfTests = rows;
}

bool hasChainBandRows()
{
    return chainRowsOfTests != 0;
}

}} // namespace cv::cudatiled
