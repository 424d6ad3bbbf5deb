// SPDX-License-Identifier: Apache-2.0
// The taps of a kernel as matrices for mmaDenseU8Kernel and mmaMarchU8Kernel.
#pragma once

#include <cstdint>
#include <memory>

#include <opencv2/core.hpp>

#include "../core/device_table.hpp"
#include "../kernels/mma/march_shape.hpp"

namespace cv { namespace cudatiled {

constexpr int kMmaDenseSize = 15; // at most, of a row and of a column

// Taps as integers times a scale, split into `limbs` signed bytes (1, 3 or 4), and the matrices of these for each of
// the four places in a word at which the source of a result may begin.
struct TapMatrices
{
    std::shared_ptr<const DeviceTable> table; // null: the kernel is too large, or its taps are too unequal
    int limbs = 0, rowPairs = 0;
    float scale = 1;
    float offset = 0;          // of a sum, for what four limbs leave out: see makeMarchMatrices
    int chunks[4] = {};        // 16-byte chunks of a window
    std::size_t first[4] = {}; // word of the table
};

// Whether all taps are signed bytes.
bool haveByteTaps(const cv::Mat& kernel);

// For the bytes of an image with `channels` channels. The taps' rounding errors change no sum by more than 0.0005, or
// there is no table.
TapMatrices makeTapMatrices(const cv::Mat& kernel, int channels);

// The same for mmaMarchU8Kernel, shape.pairs x limbs matrices and four sums of `start`, with which results begin. The
// kernel's columns lie in the square of the shape, from column `left` on, and its rows from row 0 on. Scalars have one
// or two `bytes`; for two, taps that are no bytes have four limbs, and the kernel leaves out the product of the lowest
// bytes of taps and scalars. `offset` is what these products are on average.
TapMatrices makeMarchMatrices(const cv::Mat& kernel, const MarchShape& shape, int bytes, int left, std::uint32_t start);

}} // namespace cv::cudatiled
