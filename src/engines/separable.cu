// SPDX-License-Identifier: Apache-2.0
// Separable correlations with float taps on CUDA.
#include "ring_launch.cuh"
#include "separable.hpp"
#include "separable_launch.cuh"
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

template <int Size, class S, class D>
bool trySeparableStrips(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    // Of many channels, so much lies beside a strip that ringKernel is quicker.
    if (plan.ksize != cv::Size(Size, Size) || (Size >= 13 && CV_MAT_CN(plan.srcType) >= 3) ||
        !isRoundable<D>(StripPair<S, D>::largest * plan.sums.magnitude() + std::abs(plan.delta)))
        return false;
    if constexpr (sizeof(S) == 1 && sizeof(D) <= 2 && Size <= 7)
        if (tryPairs<Size, S, D>(plan, src, dst, stream))
            return true;
    SeparableTaps<Size> taps;
    std::copy_n(plan.rowKernel.ptr<float>(), Size, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), Size, taps.column);
    taps.delta = plan.delta;
    return tryStrips<S, D>(plan, taps, src, dst, stream);
}

template <class S, class D>
bool tryLong(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    RingFloat<D> taps{};
    if (plan.ksize.width > kRingTaps || plan.ksize.height > kRingTaps)
        return false;
    std::copy_n(plan.rowKernel.ptr<float>(), plan.ksize.width, taps.row);
    std::copy_n(plan.columnKernel.ptr<float>(), plan.ksize.height, taps.column);
    taps.delta = plan.delta;
    return tryRing<S, D>(plan, taps, src, dst, stream);
}

} // namespace

void prepareForCuda(SeparablePlan& plan)
{
    plan.sums = outerProduct(sumTaps(plan.rowKernel.ptr<float>(), plan.ksize.width),
                             sumTaps(plan.columnKernel.ptr<float>(), plan.ksize.height));
    plan.storedTaps = storeIfMany(plan, plan.rowKernel.ptr<float>(), plan.columnKernel.ptr<float>());
}

void runOnCuda(const SeparablePlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (StripPair<S, D>::exists)
            if (trySeparableStrips<3, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<5, S, D>(plan, src, dst, stream))
                return;
        if constexpr (StripPair<S, D>::exists && std::is_same_v<S, D>)
            if (trySeparableStrips<7, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<9, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<11, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<13, S, D>(plan, src, dst, stream) ||
                trySeparableStrips<15, S, D>(plan, src, dst, stream))
                return;
        if constexpr (kHasRing<S, D>)
            if (tryLong<S, D>(plan, src, dst, stream))
                return;
        launchSeparable<S, D>(plan, FloatArithmetic<D>{plan.delta}, plan.storedTaps.get(), plan.rowKernel.ptr<float>(),
                              plan.columnKernel.ptr<float>(), src, dst, stream);
    });
}

}} // namespace cv::cudatiled
