// SPDX-License-Identifier: Apache-2.0
// How many rows of an image make a band, and bytes of a host image a piece of page-locked memory.
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

// A row of a device image on its way through a chain.
struct ChainRow
{
    int stages;
    std::size_t widest;  // bytes that one stage reads and writes, at most
    std::size_t between; // bytes of all that stages hand to each other
};

// Whether any stages of a chain may be better off with bands of a device image; few calls find out more.
bool mayCutChain(std::size_t widest, int rows);

// Rows of a device image that pass through a chain together; 0: all, stage by stage.
int chainBandRows(const ChainRow& row, int rows);

// For tests and measurements: so many rows from now on, in every chain that can be cut; 0 is the usual, -1: no cuts.
void setChainBandRows(int rows);
bool hasChainBandRows();

}} // namespace cv::cudatiled
