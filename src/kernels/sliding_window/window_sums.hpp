// SPDX-License-Identifier: Apache-2.0
// How an arithmetic of slidingWindowKernel adds up a window: what its registers and its speed depend on.
#pragma once

namespace cv { namespace cudatiled {

enum class WindowSums
{
    Separable,      // rows, then columns of these
    LongFixedPoint, // the same, a sum in two registers
    Pairs,          // the same, two sums in a register
    Binomials,      // two sums in a register, taps as shifts
    Gradients,      // two sums of both derivatives in two registers
    ByteBoxes,      // two sums in a register, without taps
    Dense,          // all pixels of the window
    DenseBytes,     // the same, four bytes at a time
    Moments,        // rows, then columns, of pixels and of their squares
    Median,         // no sums: all pixels are compared
};

}} // namespace cv::cudatiled
