// SPDX-License-Identifier: Apache-2.0
// How mmaMarchU8Kernel cuts a correlation into products of matrices, for the kernel and for the host that makes the
// matrices of its taps.
#pragma once

namespace cv { namespace cudatiled {

// A product takes two source rows of 16 columns to Rows x Columns results. The taps are a square of Size x Size, whose
// anchor is its centre.
struct MarchShape
{
    int size, columns, rows;
    int pairs;   // of source rows that results depend on
    int before;  // columns of the source from the first of a product to that of its first result
    bool shifts; // products begin at no whole word
};

// Of an image with scalars of so many bytes.
constexpr MarchShape marchShape(int size, int bytes)
{
    const int inWord = 4 / bytes;
    MarchShape shape{size, size <= 9 ? 8 : 4, size <= 9 ? 2 : 4, 0, size / 2, false};
    shape.pairs = (shape.rows + size) / 2;
    const int aligned = (size / 2 + inWord - 1) / inWord * inWord, window = shape.columns + size - 1;
    shape.shifts = aligned - size / 2 + window > 16;
    if (!shape.shifts)
        shape.before = aligned;
    return shape;
}

}} // namespace cv::cudatiled
