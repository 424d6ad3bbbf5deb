// SPDX-License-Identifier: Apache-2.0
// Separable correlations with float taps on CUDA.
#include "../launch/general_separable.cuh"
#include "../launch/line_buffer.cuh"
#include "../launch/long_separable.cuh"
#include "../launch/mma_split.cuh"
#include "../launch/separable_march.hpp"
#include "../launch/separable_taps.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Depth pairs of fast kernels that scale their sums: sums of other pairs are not exact, or not in float.
template <class S, class D> constexpr bool kScales = !kIsFloat<S> && !kHas32S<S, D>;

template <int Size, class S, class D> CudaKernelPtr slidingWindowPairs(const SummedPlan& summed)
{
    if constexpr (kHasPairTaps<Size, S, D>)
    {
        SeparablePairTaps<Size> taps;
        if (fitTaps<Size, S, D>(summed, taps))
            return slidingWindowFor<S, D>(summed.plan, taps);
    }
    return nullptr;
}

// Where a scale is wanted, of tents for instance.
template <int Size, class S, class D> CudaKernelPtr slidingWindowScaledPairs(const SummedPlan& summed)
{
    if constexpr (Size == 5 && std::is_same_v<S, std::uint8_t> && std::is_same_v<S, D>)
    {
        ScaledPairTaps<Size> taps;
        if (fitTaps<Size, S, D>(summed, taps))
            return slidingWindowFor<S, D>(summed.plan, taps);
    }
    return nullptr;
}

template <int Size, class S, class D> CudaKernelPtr slidingWindowFloats(const SummedPlan& summed)
{
    if constexpr (StripPair<S, D>::exists)
    {
        const SeparablePlan& plan = summed.plan;
        if (!isCentredSquare(plan, Size) || !floatsSuffice<Size, S, D>(summed))
            return nullptr;
        return withLeastEpilogue<kScales<S, D>>(plan.scale, plan.delta, [&](const auto& epilogue) {
            SeparableTaps<Size, std::decay_t<decltype(epilogue)>> taps{{}, {}, epilogue};
            copyTaps(taps, plan);
            return slidingWindowFor<S, D>(plan, taps);
        });
    }
    return nullptr;
}

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const SummedPlan& summed)
{
    CudaKernelPtr kernel = slidingWindowPairs<Size, S, D>(summed);
    if (!kernel)
        kernel = slidingWindowScaledPairs<Size, S, D>(summed);
    return kernel ? std::move(kernel) : slidingWindowFloats<Size, S, D>(summed);
}

// Depth pairs for which strips of 7x7 and 9x9 are quicker than the kernels after them in the list.
template <class S, class D> CudaKernelPtr slidingWindow7(const SummedPlan& summed)
{
    if constexpr (std::is_same_v<S, D>)
        return slidingWindow<7, S, D>(summed);
    return nullptr;
}
template <class S, class D> CudaKernelPtr slidingWindow9(const SummedPlan& summed)
{
    if constexpr (std::is_same_v<S, float> && std::is_same_v<D, float>)
        return slidingWindow<9, S, D>(summed);
    return nullptr;
}

// Whether integers stay exact: both parts of a sum along a row hold it.
template <class T> bool staysExact(const SummedPlan& summed)
{
    const double largest = StripPair<T, T>::largest * summed.sums.magnitude();
    return std::is_same_v<T, float> ||
           (isRoundable<T>(largestWithEpilogue(largest, summed.plan.scale, summed.plan.delta)) &&
            (!summed.sums.integers || largest < (1 << 22)));
}

ScaleAddDelta<float> epilogueOf(const SeparablePlan& plan)
{
    return {static_cast<float>(plan.scale), static_cast<float>(plan.delta)};
}

template <class S, class D> CudaKernelPtr separableMarch(const SummedPlan& summed)
{
    if constexpr (std::is_same_v<S, float> && std::is_same_v<D, float>)
        return separableMarchFor(summed.plan);
    return nullptr;
}

template <class S, class D> CudaKernelPtr mmaSplit(const SummedPlan& summed)
{
    if constexpr (kHasMmaSplit<S, D>)
    {
        const SeparablePlan& plan = summed.plan;
        const ScaleAddDelta<float> epilogue = epilogueOf(plan);
        SplitTaps<SplitFactors<S, false>> taps{};
        if (fitsMmaSplit(plan) && staysExact<S>(summed) &&
            fitFactors<S>(plan.rowKernel.ptr<float>(), plan.ksize, plan.columnKernel.ptr<float>(),
                          summed.sums.magnitude(), epilogue.scale, epilogue.delta, taps))
            return mmaSplitFor<S>(plan, taps);
    }
    return nullptr;
}

template <class S, class D> CudaKernelPtr lineBuffer(const SummedPlan& summed)
{
    if constexpr (kHasLineBuffer<S, D>)
    {
        if (summed.plan.ksize.width > kLineBufferTaps || summed.plan.ksize.height > kLineBufferTaps)
            return nullptr;
        const SeparablePlan& plan = summed.plan;
        return withEpilogue<kScales<S, D>>(plan.scale, plan.delta, [&](const auto& epilogue) {
            LineBufferFloat<D, std::decay_t<decltype(epilogue)>> taps{{}, {}, epilogue};
            copyTaps(taps, plan);
            return lineBufferFor<S, D>(plan, taps);
        });
    }
    return nullptr;
}

template <class S, class D> CudaKernelPtr longSeparable(const SummedPlan& summed)
{
    if constexpr (!kHas32S<S, D>)
    {
        const SeparablePlan& plan = summed.plan;
        if (std::max(plan.ksize.width, plan.ksize.height) < kFewestLongTaps)
            return nullptr;
        return longSeparableFor<S, D, LongFloats<float>>(plan, LongFloats<D>{epilogueOf(plan)},
                                                         plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
    }
    return nullptr;
}

template <class S, class D> CudaKernelPtr general(const SummedPlan& summed)
{
    using Accumulator = AccumulatorOf<S, D>;
    using Real = typename Accumulator::Real;
    const SeparablePlan& plan = summed.plan;
    using Any = AnyDepthOf<S, D>;
    const LinearArithmetic<Accumulator> arithmetic{{static_cast<Real>(plan.scale), static_cast<Real>(plan.delta)}};
    return generalSeparableFor<Any, Any>(plan, arithmetic, plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
}

// Distance from the centre of the outermost tap that counts: taps below 2^-40 of their sum do not change a float of 24
// bits. A Gaussian whose sigma is small for its size has many of these.
int reachOf(const cv::Mat& kernel)
{
    const float* const taps = kernel.ptr<float>();
    const int centre = kernel.cols / 2;
    const double least = std::ldexp(sumTaps(taps, kernel.cols).magnitude(), -40);
    int reach = centre;
    while (reach > 0 && std::abs(taps[centre - reach]) < least && std::abs(taps[centre + reach]) < least)
        --reach;
    return reach;
}

// The same filter without outer taps that change no result. Short kernels become a square, which the sliding window
// takes.
SeparablePlan shortened(const SeparablePlan& plan)
{
    const cv::Point centre(plan.ksize.width / 2, plan.ksize.height / 2);
    const bool centred = plan.ksize.width % 2 == 1 && plan.ksize.height % 2 == 1 && plan.anchor == centre;
    if (!centred || CV_MAT_DEPTH(plan.srcType) == CV_32S || CV_MAT_DEPTH(plan.dstType) == CV_32S)
        return plan;
    cv::Point reach(reachOf(plan.rowKernel), reachOf(plan.columnKernel));
    const int larger = std::max(reach.x, reach.y);
    if (larger <= 4)
        reach = {std::min(larger, centre.x), std::min(larger, centre.y)};
    SeparablePlan shorter = plan;
    shorter.rowKernel = plan.rowKernel.colRange(centre.x - reach.x, centre.x + reach.x + 1).clone();
    shorter.columnKernel = plan.columnKernel.colRange(centre.y - reach.y, centre.y + reach.y + 1).clone();
    shorter.ksize = {2 * reach.x + 1, 2 * reach.y + 1};
    shorter.anchor = reach;
    return shorter;
}

} // namespace

CudaKernels kernelsFor(const SeparablePlan& whole)
{
    const SeparablePlan plan = shortened(whole);
    const SummedPlan summed(plan);
    CudaKernels kernels;
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels = firstThatFit(summed, slidingWindow<3, S, D>, slidingWindow<5, S, D>, slidingWindow7<S, D>,
                               slidingWindow9<S, D>, separableMarch<S, D>, mmaSplit<S, D>, lineBuffer<S, D>,
                               longSeparable<S, D>, general<S, D>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
