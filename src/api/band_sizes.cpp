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

// Page-locked: n bands cost n * 3 us between copies, and 1 us for every 50 KB of one band, whose download waits for its
// upload: least with sqrt(bytes * 150 KB). Pieces add the start and end of threads. Estimates of an H200, 2026-11-23.
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
