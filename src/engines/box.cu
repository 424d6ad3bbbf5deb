// SPDX-License-Identifier: Apache-2.0
// Means and sums of rectangles on CUDA.
#include <array>
#include <limits>

#include "../core/device.hpp"
#include "band_launch.cuh"
#include "box.hpp"
#include "ring_launch.cuh"
#include "running_box_launch.cuh"
#include "separable_launch.cuh"
#include "split_band_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// The constants of OpenCV's ColumnSum<ushort, uchar>: division by `area` as a multiplication and a shift by 23.
ByteBoxArithmetic byteBox(int area)
{
    const double reciprocal = static_cast<double>(1 << 23) / area;
    const unsigned whole = static_cast<unsigned>(reciprocal);
    const bool roundUp = reciprocal - whole >= 0.5;
    ByteBoxArithmetic arithmetic{};
    arithmetic.divScale = roundUp ? whole + 1 : whole;
    arithmetic.divDelta = static_cast<unsigned>(roundUp ? area / 2 : area / 2 + 1);
    return arithmetic;
}

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

template <int Size>
bool tryByteStrips(const BoxPlan& box, const ByteBoxArithmetic& mean, const CudaSource& src, const CudaTarget& dst,
                   CudaStream stream)
{
    const ByteBoxTaps<Size> taps{2 * mean.divScale, 2 * mean.divScale * mean.divDelta};
    return tryStrips<std::uint8_t, std::uint8_t>(box, taps, src, dst, stream);
}

template <class Finish>
bool tryByteBand(const BoxPlan& box, const Finish& finish, const CudaSource& src, const CudaTarget& dst,
                 CudaStream stream)
{
    const auto fill = [&](std::uint8_t* row, std::uint8_t* column) {
        std::fill_n(row, box.ksize.width, std::uint8_t(1));
        std::fill_n(column, box.ksize.height, std::uint8_t(1));
    };
    return tryBand(box, finish, fill, src, dst, stream);
}

// By matrix products, whose time grows with the box; not where running sums are quicker. Tensor cores cut sums off after
// 24 bits, but the contract promises means of exact sums for integers.
template <class T>
bool tryMedium(const BoxPlan& box, double largest, float scale, const CudaSource& src, const CudaTarget& dst,
               CudaStream stream)
{
    if (!std::is_same_v<T, float> && largest > 16777216.)
        return false;
    constexpr int kQuickerTaps = 17;
    constexpr int kMostTaps = std::is_same_v<T, float> ? kSplitBandTaps : kQuickerTaps; // no box of integers is left
    const bool isQuicker = std::max(box.ksize.width, box.ksize.height) <= kQuickerTaps &&
                           (!std::is_same_v<T, float> || CV_MAT_CN(box.srcType) <= 2);
    if (!fitsSplitBand(box, src.region) || (!isQuicker && fitsRunningBox<T>(box)))
        return false;
    std::array<float, kSplitBandTaps> ones;
    ones.fill(1);
    SplitFactors<T, true> factors{};
    return fitFactors<T>(ones.data(), box.ksize, ones.data(), static_cast<double>(scale) * box.ksize.area(), scale, 0,
                         factors) &&
           runSplitBand<T, kMostTaps>(box, factors, src, dst, stream);
}

template <class S, class D>
bool tryLong(const BoxPlan& box, bool fitsInt, float scale, const CudaSource& src, const CudaTarget& dst,
             CudaStream stream)
{
    const RunningScaledBox<D> running{scale};
    if constexpr (std::is_same_v<S, float>)
        return tryRunningBox<S, D>(box, running, src, dst, stream) ||
               tryRing<S, D>(box, RingFloatBox<D>{scale}, src, dst, stream);
    else
        return fitsInt && tryRunningBox<S, D>(box, running, src, dst, stream);
}

template <class S, class D>
void launchGeneral(const BoxPlan& box, double scale, const CudaSource& src, const CudaTarget& dst,
                   CudaStream stream)
{
    const auto launch = [&](const auto& arithmetic) {
        launchSeparable<S, D>(box, arithmetic, UnitTaps{}, src, dst, stream);
    };
    using Accumulator = AccumulatorOf<S, D>;
    using Mean = std::conditional_t<std::is_same_v<S, std::int32_t>, double, float>; // of 8 and 16 bits as OpenCV's
    if constexpr (std::is_same_v<S, float>)
        launch(RealBoxArithmetic<D, Accumulator>{{0}, static_cast<typename Accumulator::Real>(scale)});
    else
        launch(BoxArithmetic<D, Mean>{{}, static_cast<Mean>(scale)});
}

} // namespace

void prepareForCuda(BoxPlan& plan)
{
    plan.sharedMemory = lowestSharedMemory("createBoxFilter");
}

void runOnCuda(const BoxPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const BoxPlan box = plan.forImage(src.region.size);
    const int srcDepth = CV_MAT_DEPTH(box.srcType), dstDepth = CV_MAT_DEPTH(box.dstType);
    const double area = static_cast<double>(box.ksize.width) * box.ksize.height;
    if (srcDepth == CV_8U && dstDepth == CV_8U && box.normalize && area > 1 && area <= 256)
    {
        const ByteBoxArithmetic mean = byteBox(static_cast<int>(area));
        const BandByteBox band{2 * mean.divScale, 2 * mean.divScale * mean.divDelta};
        const RunningByteBox running{band.twiceScale, band.offset};
        if (!tryByteStrips<3>(box, mean, src, dst, stream) && !tryByteStrips<5>(box, mean, src, dst, stream) &&
            !(area > 2 && (tryByteBand(box, band, src, dst, stream) || // two white pixels make 256
                           tryRunningBox<std::uint8_t, std::uint8_t>(box, running, src, dst, stream))))
            launchSeparable<std::uint8_t, std::uint8_t>(box, mean, UnitTaps{}, src, dst, stream);
        return;
    }

    const float scale = box.normalize ? static_cast<float>(1 / area) : 1.f;
    const double largest = largestSum(srcDepth, area);
    if (srcDepth == CV_8U && dstDepth == CV_8U && area > 256 &&
        tryByteBand(box, BandScaledBox{scale}, src, dst, stream))
        return;
    withDepthPair<SeparableTargets>(srcDepth, dstDepth, [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (StripPair<S, D>::exists && !kHas32S<S, D>)
            if (isRoundable<D>(StripPair<S, D>::largest * (box.normalize ? 1 : area)) &&
                (tryStrips<S, D>(box, BoxTaps<3>{scale}, src, dst, stream) ||
                 tryStrips<S, D>(box, BoxTaps<5>{scale}, src, dst, stream)))
                return;
        if constexpr (kHasSplitBand<S, D> && sizeof(S) > 1)
            if (tryMedium<S>(box, largest, scale, src, dst, stream))
                return;
        if constexpr (kHasRing<S, D>)
            if (tryLong<S, D>(box, largest < 2147483648., scale, src, dst, stream))
                return;
        launchGeneral<S, D>(box, box.normalize ? 1 / area : 1, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
