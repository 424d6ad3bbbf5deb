// SPDX-License-Identifier: Apache-2.0
// How many rows of a host image make a band, and a piece of page-locked memory.
#pragma once

#include <cstddef>

namespace cv { namespace cudatiled {

// Bands grow from the first one on and shrink towards the last one: nothing runs beside the upload of the first band
// and the download of the last one, but large bands take fewer calls.
struct BandRows
{
    int least, most;
};

// For rows of so many bytes, on the wider of their two ways.
BandRows bandRows(std::size_t rowBytes, bool pageLocked);

// Bytes that a piece is filled with, at least one row; of these it is given more if a row is longer.
std::size_t pieceBytes();

// For tests, whose images are small: rows of a band and bytes of a piece from now on; 0 is the usual.
void setBandSizes(int rows, std::size_t pieceBytes);

}} // namespace cv::cudatiled
