// SPDX-License-Identifier: Apache-2.0
// Sums of two separable correlations on CUDA, both in one pass over the image.
#include <optional>

#include "../core/tap_sums.hpp"
#include "../launch/epilogue.hpp"
#include "../launch/general_separable.cuh"
#include "../launch/line_buffer.cuh"
#include "../launch/mma_march_u8.hpp"
#include "../launch/sliding_window.cuh"
#include "../plans/conv2d_plan.hpp"
#include "../plans/separable_sum_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class Real> std::vector<TapPair<Real>> pairsOf(const cv::Mat& first, const cv::Mat& second)
{
    std::vector<TapPair<Real>> pairs(first.total());
    for (int i = 0; i < first.cols; ++i)
        pairs[i] = {static_cast<Real>(first.at<double>(i)), static_cast<Real>(second.at<double>(i))};
    return pairs;
}

double largestSum(const SeparableSumPlan& plan)
{
    const auto magnitude = [](const cv::Mat& taps) {
        return cv::norm(taps, cv::NORM_L1);
    };
    return magnitude(plan.first.row) * magnitude(plan.first.column) +
           magnitude(plan.second.row) * magnitude(plan.second.column);
}

// Depth pairs with fast kernels.
template <class S, class D>
constexpr bool kIsFast = StripPair<S, D>::exists && !kHas32S<S, D> && !std::is_same_v<S, Half>;

template <class S, class D> bool canRound(const SeparableSumPlan& plan)
{
    const double largest = StripPair<S, D>::largest * largestSum(plan);
    return isRoundable<D>(largestWithEpilogue(largest, plan.scale, plan.delta));
}

// Taps that have room for the plan's, in floats.
template <class Taps> Taps tapsOf(const SeparableSumPlan& plan)
{
    Taps taps{};
    std::copy_n(pairsOf<float>(plan.first.row, plan.second.row).data(), plan.ksize.width, taps.row);
    std::copy_n(pairsOf<float>(plan.first.column, plan.second.column).data(), plan.ksize.height, taps.column);
    taps.epilogue = {static_cast<float>(plan.scale), static_cast<float>(plan.delta)};
    return taps;
}

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const SeparableSumPlan& plan)
{
    if constexpr (kIsFast<S, D>)
        if (isCentredSquare(plan, Size) && canRound<S, D>(plan))
            return slidingWindowFor<S, D>(plan, tapsOf<SeparableSumTaps<Size>>(plan));
    return nullptr;
}

template <class S, class D> CudaKernelPtr lineBuffer(const SeparableSumPlan& plan)
{
    if constexpr (kIsFast<S, D>)
        if (std::max(plan.ksize.width, plan.ksize.height) <= kLineBufferTaps && canRound<S, D>(plan))
            return lineBufferFor<S, D>(plan, tapsOf<LineBufferSeparableSum<D>>(plan));
    return nullptr;
}

template <class S, class D> CudaKernelPtr general(const SeparableSumPlan& plan)
{
    using Accumulator = AccumulatorOf<S, D>;
    using Real = typename Accumulator::Real;
    using Any = AnyDepthOf<S, D>;
    const SeparableSumArithmetic<Accumulator> arithmetic{
        {static_cast<Real>(plan.scale), static_cast<Real>(plan.delta)}};
    return generalSeparableFor<Any, Any>(plan, arithmetic, pairsOf<Real>(plan.first.row, plan.second.row).data(),
                                         pairsOf<Real>(plan.first.column, plan.second.column).data());
}

// The same filter as a dense one of 5x5 taps, if these are signed bytes, as those of Laplacians are.
std::optional<Conv2dPlan> withDenseTaps(const SeparableSumPlan& plan)
{
    const auto product = [](const SeparableSumPlan::Kernel& kernel) {
        return cv::Mat(kernel.column.t() * kernel.row);
    };
    if (!isCentredSquare(plan, 5))
        return std::nullopt;
    Conv2dPlan dense;
    static_cast<ImagePlan&>(dense) = plan;
    cv::Mat(product(plan.first) + product(plan.second)).convertTo(dense.kernel, CV_32F);
    dense.scale = static_cast<float>(plan.scale);
    dense.delta = static_cast<float>(plan.delta);
    if (!sumTaps(dense.kernel.ptr<float>(), static_cast<int>(dense.kernel.total())).fitBytes)
        return std::nullopt;
    return dense;
}

// Quicker than slidingWindowKernel in the images that it takes, which are large.
template <class S, class D> CudaKernelPtr mmaMarchU8(const SeparableSumPlan& plan)
{
    if constexpr (std::is_same_v<S, D> && sizeof(S) == 2 && std::is_integral_v<S>)
        if (const auto dense = withDenseTaps(plan))
            return mmaMarchU8For<S>(*dense);
    return nullptr;
}

} // namespace

CudaKernels kernelsFor(const SeparableSumPlan& plan)
{
    // Dense filters of 8U to 32S and 32F have no faster kernel.
    const int dstDepth = CV_MAT_DEPTH(plan.dstType);
    if (CV_MAT_DEPTH(plan.srcType) == CV_8U && (dstDepth == CV_8U || dstDepth == CV_16S) && fastKernels())
        if (const auto dense = withDenseTaps(plan))
            return kernelsFor(*dense);
    CudaKernels kernels;
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels = firstThatFit(plan, mmaMarchU8<S, D>, slidingWindow<5, S, D>, slidingWindow<7, S, D>,
                               slidingWindow<9, S, D>, lineBuffer<S, D>, general<S, D>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
