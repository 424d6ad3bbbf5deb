// SPDX-License-Identifier: Apache-2.0
// How large the sums of a kernel's products can become, by which engines choose their arithmetic.
#pragma once

#include <cmath>

namespace cv { namespace cudatiled {

struct TapSums
{
    bool integers = true;              // whether every tap is an integer of at most 15 bits
    bool fitBytes = true;              // whether every tap is an integer from -128 to 127
    bool hasZeros = false;             // whether a tap is 0
    double positive = 0, negative = 0; // sums of magnitudes

    double magnitude() const { return positive + negative; }
};

inline TapSums sumTaps(const float* taps, int count)
{
    TapSums sums;
    for (int i = 0; i < count; ++i)
    {
        sums.integers = sums.integers && taps[i] == std::floor(taps[i]) && std::abs(taps[i]) < 32768.f;
        sums.fitBytes = sums.integers && sums.fitBytes && taps[i] >= -128.f && taps[i] <= 127.f;
        sums.hasZeros = sums.hasZeros || taps[i] == 0.f;
        (taps[i] > 0 ? sums.positive : sums.negative) += std::abs(static_cast<double>(taps[i]));
    }
    return sums;
}

// Those of the outer product of a row and a column.
inline TapSums outerProduct(const TapSums& row, const TapSums& column)
{
    return {row.integers && column.integers, false, row.hasZeros || column.hasZeros,
            row.positive * column.positive + row.negative * column.negative,
            row.positive * column.negative + row.negative * column.positive};
}

}} // namespace cv::cudatiled
