// SPDX-License-Identifier: Apache-2.0
// How many rows of a host image make a band, and a piece of page-locked memory.
#include "band_sizes.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace cv { namespace cudatiled {

namespace {

std::atomic<int> rowsOfTests{0};
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

}} // namespace cv::cudatiled
