// SPDX-License-Identifier: Apache-2.0
// Taps as mmaSplitKernel takes them.
#pragma once

#include <algorithm>
#include <cmath>

#include "../core/half.hpp"
#include "split_bands.hpp"

namespace cv { namespace cudatiled {

// The exponent of the power of two that, multiplied with the taps, makes their magnitudes add up to 2^14 at most; and
// the smallest magnitude after that.
struct TapScale
{
    int exponent = 0;
    double smallest = 1;

    TapScale(const float* taps, int count)
    {
        double sum = 0;
        for (int i = 0; i < count; ++i)
            sum += std::abs(static_cast<double>(taps[i]));
        int ofSum = 0;
        std::frexp(sum, &ofSum);
        exponent = 14 - ofSum;
        for (int i = 0; i < count; ++i)
            if (taps[i] != 0)
                smallest = std::min(smallest, std::ldexp(std::abs(static_cast<double>(taps[i])), exponent));
    }
};

template <int Limbs>
void splitTaps(std::uint16_t (&halves)[Limbs][kMmaSplitTaps], const float* taps, int count, int exponent)
{
    for (int i = 0; i < count; ++i)
    {
        double rest = std::ldexp(static_cast<double>(taps[i]), exponent);
        for (auto& limb : halves)
        {
            limb[i] = roundToHalf(static_cast<float>(rest));
            rest -= halfToFloat(limb[i]);
        }
    }
}

// Splitting a number into two loses up to 2^-23 of it, which the accuracy contract allows sums of so many taps, of a
// row and a column, or more.
constexpr int kFewestSplitTaps = 10;

inline bool areIntegers(const float* taps, int count)
{
    return std::all_of(taps, taps + count, [](float tap) { return tap == std::floor(tap); });
}

// Root of the sum of squares over the sum of magnitudes: 1 for a single tap, 1 / sqrt(count) for equal ones.
inline double concentration(const float* taps, int count)
{
    double squares = 0, magnitudes = 0;
    for (int i = 0; i < count; ++i)
    {
        squares += static_cast<double>(taps[i]) * taps[i];
        magnitudes += std::abs(static_cast<double>(taps[i]));
    }
    return magnitudes > 0 ? std::sqrt(squares) / magnitudes : 1;
}

// Errors of split floats average out, unless a few taps outweigh the others, as in Gaussians with a sigma below 1.1.
constexpr double kMostConcentrated = 0.25;

// False if results could be further off than the accuracy contract allows. `gain` is the sum of the magnitudes of all
// products of taps.
template <class T, bool UnitTaps>
bool fitFactors(const float* row, cv::Size size, const float* column, double gain, float scale, float delta,
                SplitTaps<F16Factors<UnitTaps>>& taps)
{
    if (sizeof(T) > 1 && size.width + size.height < kFewestSplitTaps &&
        !(areIntegers(row, size.width) && areIntegers(column, size.height)))
        return false;
    const TapScale ofRow(row, size.width), ofColumn(column, size.height);
    // Two halves hold 22 bits of a tap from 2^-3 on, multiples of 2^-25 below. With 66 taps results are off by at most
    // gain * 2^-15 (8 bits: 2^-23), sums along rows by gain * 2^-22; the contract allows 2^-12.
    const bool allBits = std::min(ofRow.smallest, ofColumn.smallest) >= 0.125;
    if (gain > (allBits ? 1024. : 8.) * (sizeof(T) == 1 ? 256 : 1))
        return false;
    splitTaps(taps.row, row, size.width, ofRow.exponent);
    splitTaps(taps.column, column, size.height, ofColumn.exponent);
    taps.factors.scale = static_cast<float>(
        std::ldexp(static_cast<double>(scale), (sizeof(T) == 1 ? 8 : 15) - ofRow.exponent - ofColumn.exponent));
    taps.factors.delta = delta;
    return true;
}

template <class T, bool UnitTaps>
bool fitFactors(const float* row, cv::Size size, const float* column, double, float scale, float delta,
                SplitTaps<Tf32Factors<UnitTaps>>& taps)
{
    if (size.width + size.height < kFewestSplitTaps ||
        concentration(row, size.width) * concentration(column, size.height) > kMostConcentrated)
        return false;
    std::copy_n(row, size.width, taps.factors.row);
    std::copy_n(column, size.height, taps.factors.column);
    taps.factors.scale = scale;
    taps.factors.delta = delta;
    return true;
}

template <class T, bool UnitTaps>
using SplitFactors = std::conditional_t<std::is_same<T, float>::value, Tf32Factors<UnitTaps>, F16Factors<UnitTaps>>;

}} // namespace cv::cudatiled
