// SPDX-License-Identifier: Apache-2.0
// From the taps of a fixed-point Gaussian to the arithmetic of its kernels; false if they do not fit it.
#pragma once

#include "../kernels/sliding_window/fixed_point.cuh"
#include "../plans/gaussian_plan.hpp"

namespace cv { namespace cudatiled {

// Whether all taps are below 2^bits: a tap of 1 is no blur at all.
inline bool areBelow(const GaussianPlan& plan, int bits)
{
    const auto fits = [&](std::uint32_t tap) {
        return tap < 1u << bits;
    };
    return std::all_of(plan.rowTaps.begin(), plan.rowTaps.end(), fits) &&
           std::all_of(plan.columnTaps.begin(), plan.columnTaps.end(), fits);
}

template <int Size> bool fitTaps(const GaussianPlan& plan, BinomialTaps<Size>&)
{
    const auto isBinomial = [](const std::vector<std::uint32_t>& taps) {
        for (int i = 0; i < Size; ++i)
            if (taps[i] != BinomialTaps<Size>::tap(i) * 256 / BinomialTaps<Size>::rowSum)
                return false;
        return true;
    };
    return plan.ksize == cv::Size(Size, Size) && isBinomial(plan.rowTaps) && isBinomial(plan.columnTaps);
}

template <int Size> bool fitTaps(const GaussianPlan& plan, FixedPointTaps<Size>& taps)
{
    if (plan.ksize != cv::Size(Size, Size) || !areBelow(plan, 8))
        return false;
    for (int i = 0; i < Size; ++i)
    {
        taps.row[i / 4] |= plan.rowTaps[i] << (i % 4 * 8);
        taps.column[i / 2] |= plan.columnTaps[i] << (i % 2 * 8);
    }
    taps.column[Size / 2] <<= 8;
    return true;
}

template <int Size> bool fitTaps(const GaussianPlan& plan, LongFixedPointTaps<Size>& taps)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    std::copy_n(plan.rowTaps.data(), Size, taps.row);
    std::copy_n(plan.columnTaps.data(), Size, taps.column);
    return true;
}

}} // namespace cv::cudatiled
