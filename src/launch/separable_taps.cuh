// SPDX-License-Identifier: Apache-2.0
// The arithmetic of sliding windows for a separable plan: which one gives results within the contract.
#pragma once

#include "../core/tap_sums.hpp"
#include "../plans/separable_plan.hpp"
#include "epilogue.hpp"
#include "sliding_window.cuh"

namespace cv { namespace cudatiled {

// A plan with sums of its taps, which its kernels need.
struct SummedPlan
{
    explicit SummedPlan(const SeparablePlan& separable)
        : plan(separable), sums(outerProduct(sumTaps(plan.rowKernel.ptr<float>(), plan.ksize.width),
                                             sumTaps(plan.columnKernel.ptr<float>(), plan.ksize.height)))
    {}

    const SeparablePlan& plan;
    TapSums sums; // of the products of row and column taps
};

template <class Taps> void copyTaps(Taps& taps, const SeparablePlan& plan)
{
    std::copy_n(plan.rowKernel.ptr<float>(), plan.ksize.width, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), plan.ksize.height, taps.column);
}

template <int Size, class S, class D>
constexpr bool kHasPairTaps = StripPair<S, D>::exists && sizeof(S) == 1 && sizeof(D) <= 2 && Size <= 7;

// Two 16-bit sums in a register; false if they do not suffice.
template <int Size, class S, class D> bool fitTaps(const SummedPlan& summed, SeparablePairTaps<Size>& taps)
{
    static_assert(kHasPairTaps<Size, S, D>);
    if (!isCentredSquare(summed.plan, Size) || summed.plan.scale != 1 ||
        !fitPairs<D>(summed.sums, summed.plan.delta, taps))
        return false;
    copyTaps(taps, summed.plan);
    return true;
}

// Whether float sums become the results that are promised. 32-bit ones are rounded as sums in double: those of integers
// are exact, of others the 2 * Size + 2 roundings have to stay below 1e-3; they are scaled in double.
template <int Size, class S, class D> bool floatsSuffice(const SummedPlan& summed)
{
    const double scale = summed.plan.scale, delta = summed.plan.delta;
    const double largest = largestWithEpilogue(StripPair<S, D>::largest * summed.sums.magnitude(), scale, delta);
    if (!std::is_same_v<D, std::int32_t>)
        return isRoundable<D>(largest);
    if (scale != 1)
        return false;
    const bool integers = summed.sums.integers && delta == std::floor(delta);
    return largest < (integers ? 16777216. : 16777216. * 1e-3 / (2 * Size + 2));
}

// The same with a scale.
template <int Size, class S, class D> bool fitTaps(const SummedPlan& summed, ScaledPairTaps<Size>& taps)
{
    const SeparablePlan& plan = summed.plan;
    if (!isCentredSquare(plan, Size) || !floatsSuffice<Size, S, D>(summed) || !fitPairs<D>(summed.sums, 0, taps))
        return false;
    copyTaps(taps, plan);
    taps.epilogue = {static_cast<float>(plan.scale), static_cast<float>(plan.delta)};
    return true;
}

// Float sums without a scale; false if they do not suffice.
template <int Size, class S, class D> bool fitTaps(const SummedPlan& summed, SeparableTaps<Size>& taps)
{
    static_assert(StripPair<S, D>::exists);
    if (!isCentredSquare(summed.plan, Size) || summed.plan.scale != 1 || !floatsSuffice<Size, S, D>(summed))
        return false;
    copyTaps(taps, summed.plan);
    taps.epilogue.delta = static_cast<float>(summed.plan.delta);
    return true;
}

}} // namespace cv::cudatiled
