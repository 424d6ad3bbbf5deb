// SPDX-License-Identifier: Apache-2.0
// How many rows of a host image make a band, and a piece of page-locked memory.
#pragma once

#include <cstddef>

namespace cv { namespace cudatiled {

// The first and the last band of an image have the least rows, those between up to the most.
struct BandRows
{
    int least, most;
};

// For an image of so many rows, each of so many bytes on the wider of its two ways.
BandRows bandRows(std::size_t rowBytes, int rows, bool pageLocked);

// Bytes that a piece is filled with, at least one row; of these it is given more if a row is longer.
std::size_t pieceBytes();

// For tests, whose images are small: rows of a band and bytes of a piece from now on; 0 is the usual.
void setBandSizes(int rows, std::size_t pieceBytes);

}} // namespace cv::cudatiled
