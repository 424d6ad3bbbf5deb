// SPDX-License-Identifier: Apache-2.0
// Means and sums of rectangles on CUDA.
#include <array>
#include <limits>

#include "../launch/box_march.hpp"
#include "../launch/box_means.cuh"
#include "../launch/general_separable.cuh"
#include "../launch/line_buffer.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/mma_split.cuh"
#include "../launch/running_box.cuh"
#include "../launch/sliding_window.cuh"
#include "../plans/box_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Left to itself, the compiler takes two registers too many for eight blocks: with seven, an image of 3840 x 2160 takes
// three rounds instead of two.
template <>
constexpr SlidingWindowTuning kSlidingWindow<std::int16_t, std::int16_t, 1, BoxTaps<3>> = [] {
    SlidingWindowTuning tuning = kSlidingWindow<std::uint16_t, std::uint16_t, 1, BoxTaps<3>>;
    tuning.minBlocks = 8;
    return tuning;
}();

// The largest magnitude of a box's sum: an integer, but infinite for 32F and beyond all kernels for 32S.
double largestSum(int srcDepth, double area)
{
    const double largest = srcDepth == CV_8U    ? 255.
                           : srcDepth == CV_8S  ? 128.
                           : srcDepth == CV_16U ? 65535.
                           : srcDepth == CV_16S ? 32768.
                                                : std::numeric_limits<double>::infinity();
    return largest * area;
}

// A box with derived values that its kernels need.
struct ScaledBox
{
    const BoxPlan& box;
    double area, largest; // pixels; the largest magnitude of their sum
    float scale;          // of the sum
};

// ---- Means of at most 256 bytes, by OpenCV's multiplication and shift

template <int Size> CudaKernelPtr slidingWindowOfBytes(const BoxPlan& box)
{
    const ByteBoxArithmetic mean = byteBox(box.ksize.area());
    return slidingWindowFor<std::uint8_t, std::uint8_t>(
        box, ByteBoxTaps<Size>{2 * mean.divScale, 2 * mean.divScale * mean.divDelta});
}

CudaKernelPtr mmaOfBytes(const BoxPlan& box)
{
    if (box.ksize.area() == 2) // two white pixels make 256
        return nullptr;
    return mmaBoxFor(box, mmaByteBox(box.ksize.area()));
}

CudaKernelPtr runningBoxOfBytes(const BoxPlan& box)
{
    const ByteBoxArithmetic mean = byteBox(box.ksize.area());
    if (box.ksize.area() == 2)
        return nullptr;
    return runningBoxFor<std::uint8_t, std::uint8_t>(
        box, RunningByteBox{2 * mean.divScale, 2 * mean.divScale * mean.divDelta});
}

CudaKernelPtr generalOfBytes(const BoxPlan& box)
{
    return generalSeparableFor<std::uint8_t, std::uint8_t>(box, byteBox(box.ksize.area()), UnitTaps{});
}

// ---- All others

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const ScaledBox& scaled)
{
    if constexpr (StripPair<S, D>::exists && !kHas32S<S, D>)
        if (isRoundable<D>(StripPair<S, D>::largest * (scaled.box.normalize ? 1 : scaled.area)))
            return slidingWindowFor<S, D>(scaled.box, BoxTaps<Size>{scaled.scale});
    return nullptr;
}

template <class S, class D> CudaKernelPtr mmaSeparableU8(const ScaledBox& scaled)
{
    if constexpr (std::is_same_v<S, std::uint8_t> && std::is_same_v<D, std::uint8_t>)
        if (scaled.area > 256)
            return mmaBoxFor(scaled.box, MmaScaledBox{scaled.scale});
    return nullptr;
}

// By matrix products, whose time grows with the box; not where running sums are quicker. Tensor cores truncate sums to
// 24 bits, but the contract promises means of exact sums for integers.
template <class S, class D> CudaKernelPtr mmaSplit(const ScaledBox& scaled)
{
    if constexpr (kHasMmaSplit<S, D> && sizeof(S) > 1)
    {
        constexpr int kQuickerTaps = 17;
        constexpr bool isFloat = std::is_same_v<S, float>;
        constexpr int kMostTaps = isFloat ? kMmaSplitTaps : kQuickerTaps; // no box of integers is left
        const BoxPlan& box = scaled.box;
        const bool isQuicker =
            std::max(box.ksize.width, box.ksize.height) <= kQuickerTaps && (!isFloat || CV_MAT_CN(box.srcType) <= 2);
        if ((!isFloat && scaled.largest > 16777216.) || !fitsMmaSplit(box) || (!isQuicker && fitsRunningBox<S>(box)))
            return nullptr;
        std::array<float, kMmaSplitTaps> ones;
        ones.fill(1);
        SplitTaps<SplitFactors<S, true>> taps{};
        const double gain = static_cast<double>(scaled.scale) * scaled.area;
        if (fitFactors<S>(ones.data(), box.ksize, ones.data(), gain, scaled.scale, 0, taps))
            return mmaSplitFor<S, kMostTaps>(box, taps);
    }
    return nullptr;
}

// `make` is boxMarchFor or boxMarchOfLargeFor.
template <class S, class D, CudaKernelPtr (*make)(const BoxPlan&, float)>
CudaKernelPtr boxMarch(const ScaledBox& scaled)
{
    if constexpr (std::is_same_v<S, D> && !kIsFloat<S>)
        if (scaled.largest < 2147483648.)
            return make(scaled.box, scaled.scale);
    return nullptr;
}

template <class S, class D> CudaKernelPtr runningBox(const ScaledBox& scaled)
{
    constexpr bool isFloat = kIsFloat<S>;
    if constexpr (kHasLineBuffer<S, D>)
        if (isFloat || scaled.largest < 2147483648.)
            return runningBoxFor<S, D>(scaled.box, RunningScaledBox<D>{scaled.scale});
    return nullptr;
}

template <class S, class D> CudaKernelPtr lineBuffer(const ScaledBox& scaled)
{
    if constexpr (kHasLineBuffer<S, D> && kIsFloat<S>)
        return lineBufferFor<S, D>(scaled.box, LineBufferBox<D>{scaled.scale});
    return nullptr;
}

template <class S, class D> CudaKernelPtr general(const ScaledBox& scaled)
{
    const double scale = scaled.box.normalize ? 1 / scaled.area : 1;
    using Mean = std::conditional_t<std::is_same_v<S, std::int32_t>, double, float>; // of 8 and 16 bits as OpenCV's
    if constexpr (kIsFloat<S>)
    {
        using Accumulator = AccumulatorOf<S, D>;
        using Any = AnyDepthOf<S, D>;
        const auto factor = static_cast<typename Accumulator::Real>(scale);
        return generalSeparableFor<Any, Any>(scaled.box, LinearArithmetic<Accumulator>{{factor, 0}}, UnitTaps{});
    }
    else
        return generalSeparableFor<AnyDepth<std::int32_t>, D>(
            scaled.box, BoxArithmetic<D, Mean>{{}, static_cast<Mean>(scale)}, UnitTaps{});
}

CudaKernels kernelsOfSize(const BoxPlan& box)
{
    const int srcDepth = CV_MAT_DEPTH(box.srcType), dstDepth = CV_MAT_DEPTH(box.dstType);
    const double area = static_cast<double>(box.ksize.width) * box.ksize.height;
    if (srcDepth == CV_8U && dstDepth == CV_8U && box.normalize && area > 1 && area <= 256)
        return firstThatFit(box, slidingWindowOfBytes<3>, slidingWindowOfBytes<5>, mmaOfBytes, runningBoxOfBytes,
                            generalOfBytes);
    const ScaledBox scaled{box, area, largestSum(srcDepth, area), box.normalize ? static_cast<float>(1 / area) : 1.f};
    CudaKernels kernels;
    withDepthPair<SeparableTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels = firstThatFit(scaled, slidingWindow<3, S, D>, slidingWindow<5, S, D>,
                               boxMarch<S, D, boxMarchOfLargeFor>, boxMarch<S, D, boxMarchFor>, mmaSeparableU8<S, D>,
                               mmaSplit<S, D>, runningBox<S, D>, lineBuffer<S, D>, general<S, D>);
    });
    return kernels;
}

} // namespace

CudaKernels kernelsFor(const BoxPlan& plan)
{
    return forEveryImageSize(plan, kernelsOfSize);
}

}} // namespace cv::cudatiled
