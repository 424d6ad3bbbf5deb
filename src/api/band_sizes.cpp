// SPDX-License-Identifier: Apache-2.0
// How many rows of a host image make a band, and a piece of page-locked memory.
#include "band_sizes.hpp"

#include <algorithm>
#include <atomic>

namespace cv { namespace cudatiled {

namespace {

std::atomic<int> rowsOfTests{0};
std::atomic<std::size_t> pieceBytesOfTests{0};

} // namespace

// A band takes some 8 us of the host's time, and the start and the end of its threads another 20 us where it is copied
// through pieces: measured on an H200 with 16 threads, 2026-11-23, cudatiled_perf --views=transfers.
BandRows bandRows(std::size_t rowBytes, bool pageLocked)
{
    constexpr std::size_t kLeast = 256 << 10, kLeastOfPieces = 1 << 20, kMost = 4 << 20;
    if (const int ofTests = rowsOfTests)
        return {ofTests, 3 * ofTests};
    const auto rows = [rowBytes](std::size_t bytes) {
        return static_cast<int>(std::max<std::size_t>(bytes / rowBytes, 1));
    };
    return {rows(pageLocked ? kLeast : kLeastOfPieces), rows(kMost)};
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
