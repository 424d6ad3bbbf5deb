// SPDX-License-Identifier: Apache-2.0
// Separable correlations with float taps on CUDA.
#include "ring_launch.cuh"
#include "separable.hpp"
#include "separable_launch.cuh"
#include "split_band_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int Size, class S, class D>
bool tryPairs(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    SeparablePairTaps<Size> taps;
    if (!fitPairs<D>(plan.sums, plan.delta, taps))
        return false;
    std::copy_n(plan.rowKernel.ptr<float>(), Size, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Size, taps.column);
    return tryStrips<S, D>(plan, taps, src, dst, stream);
}

// Whether float sums become the results that are promised. 32-bit ones are rounded as sums in double: those of integers are exact, of
// others the 2 * Size + 2 roundings have to stay below 1e-3.
template <int Size, class S, class D> bool floatsSuffice(const SeparablePlan& plan)
{
    const double largest = StripPair<S, D>::largest * plan.sums.magnitude() + std::abs(plan.delta);
    if (!std::is_same_v<D, std::int32_t>)
        return isRoundable<D>(largest);
    const bool integers = plan.sums.integers && plan.delta == std::floor(plan.delta);
    return largest < (integers ? 16777216. : 16777216. * 1e-3 / (2 * Size + 2));
}

template <int Size, class S, class D>
bool trySeparableStrips(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size) || !floatsSuffice<Size, S, D>(plan))
        return false;
    if constexpr (sizeof(S) == 1 && sizeof(D) <= 2 && Size <= 7)
        if (tryPairs<Size, S, D>(plan, src, dst, stream))
            return true;
    SeparableTaps<Size> taps;
    std::copy_n(plan.rowKernel.ptr<float>(), Size, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Size, taps.column);
    taps.delta = static_cast<float>(plan.delta);
    return tryStrips<S, D>(plan, taps, src, dst, stream);
}

// Integers come out exact as long as both parts of a sum along a row hold it.
template <class T> bool staysExact(const SeparablePlan& plan)
{
    const double largest = StripPair<T, T>::largest * plan.sums.magnitude();
    return std::is_same_v<T, float> ||
           (isRoundable<T>(largest + std::abs(plan.delta)) && (!plan.sums.integers || largest < (1 << 22)));
}

template <class T>
bool tryMedium(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    SplitFactors<T, false> factors{};
    return fitsSplitBand(plan, src.region) && staysExact<T>(plan) &&
           fitFactors<T>(plan.rowKernel.ptr<float>(), plan.ksize, plan.columnKernel.ptr<float>(), plan.sums.magnitude(),
                         1, static_cast<float>(plan.delta), factors) &&
           runSplitBand<T>(plan, factors, src, dst, stream);
}

template <class S, class D>
bool tryLong(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    RingFloat<D> taps{};
    if (plan.ksize.width > kRingTaps || plan.ksize.height > kRingTaps)
        return false;
    std::copy_n(plan.rowKernel.ptr<float>(), plan.ksize.width, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), plan.ksize.height, taps.column);
    taps.delta = static_cast<float>(plan.delta);
    return tryRing<S, D>(plan, taps, src, dst, stream);
}

// Distance from the centre of the outermost tap that counts: others are below 2^-40 of their sum, where floats have 24 bits. A Gaussian whose
// sigma is small for its size has many of those.
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

// Null if all taps count. Short ones become a square, for which there are kernels.
std::shared_ptr<const SeparablePlan> shorterPlan(const SeparablePlan& plan)
{
    const cv::Point centre(plan.ksize.width / 2, plan.ksize.height / 2);
    const bool centred = plan.ksize.width % 2 == 1 && plan.ksize.height % 2 == 1 && plan.anchor == centre;
    if (!centred || CV_MAT_DEPTH(plan.srcType) == CV_32S || CV_MAT_DEPTH(plan.dstType) == CV_32S)
        return nullptr;
    cv::Point reach(reachOf(plan.rowKernel), reachOf(plan.columnKernel));
    const int larger = std::max(reach.x, reach.y);
    if (larger <= 4)
        reach = {std::min(larger, centre.x), std::min(larger, centre.y)};
    if (reach == centre)
        return nullptr;
    SeparablePlan shorter = plan;
    shorter.rowKernel = plan.rowKernel.colRange(centre.x - reach.x, centre.x + reach.x + 1).clone();
    shorter.columnKernel = plan.columnKernel.colRange(centre.y - reach.y, centre.y + reach.y + 1).clone();
    shorter.ksize = {2 * reach.x + 1, 2 * reach.y + 1};
    shorter.anchor = reach;
    prepareForCuda(shorter);
    return std::make_shared<SeparablePlan>(std::move(shorter));
}

} // namespace

void prepareForCuda(SeparablePlan& plan)
{
    plan.shorter = shorterPlan(plan);
    if (plan.shorter)
        return;
    plan.sums = outerProduct(sumTaps(plan.rowKernel.ptr<float>(), plan.ksize.width),
                             sumTaps(plan.columnKernel.ptr<float>(), plan.ksize.height));
    plan.storedTaps = storeIfMany(plan, plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
}

void runOnCuda(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.shorter)
        return runOnCuda(*plan.shorter, src, dst, stream);
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (StripPair<S, D>::exists)
            if (trySeparableStrips<3, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<5, S, D>(plan, src, dst, stream))
                return;
        if constexpr (StripPair<S, D>::exists && std::is_same_v<S, D>)
            if (trySeparableStrips<7, S, D>(plan, src, dst, stream))
                return;
        if constexpr (std::is_same_v<S, float> && std::is_same_v<D, float>)
            if (trySeparableStrips<9, S, D>(plan, src, dst, stream))
                return;
        if constexpr (kHasSplitBand<S, D>)
            if (tryMedium<S>(plan, src, dst, stream))
                return;
        if constexpr (kHasRing<S, D>)
            if (tryLong<S, D>(plan, src, dst, stream))
                return;
        using Accumulator = AccumulatorOf<S, D>;
        const LinearArithmetic<D, Accumulator> arithmetic{static_cast<typename Accumulator::Real>(plan.delta)};
        launchSeparable<S, D>(plan, arithmetic, plan.storedTaps.get(), plan.rowKernel.ptr<float>(),
                              plan.columnKernel.ptr<float>(), src, dst, stream);
    });
}

}} // namespace cv::cudatiled
