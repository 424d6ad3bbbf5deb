// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians on CUDA.
#include "band_launch.cuh"
#include "gaussian.hpp"
#include "ring_launch.cuh"
#include "separable_launch.cuh"
#include "split_band_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

template <int Size>
bool tryBinomialStrips(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const auto isBinomial = [](const std::vector<std::uint32_t>& taps) {
        for (int i = 0; i < Size; ++i)
            if (taps[i] != BinomialTaps<Size>::tap(i) * 256 / BinomialTaps<Size>::rowSum)
                return false;
        return true;
    };
    return plan.ksize == cv::Size(Size, Size) && isBinomial(plan.rowTaps) && isBinomial(plan.columnTaps) &&
           tryStrips<std::uint8_t, std::uint8_t>(plan, BinomialTaps<Size>{}, src, dst, stream);
}

template <int Size, int MostChannels>
bool tryByteStrips(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    FixedPointTaps<Size> taps{};
    for (int i = 0; i < Size; ++i)
    {
        if (plan.rowTaps[i] > 255 || plan.columnTaps[i] > 255) // no blur at all
            return false;
        taps.row[i / 4] |= plan.rowTaps[i] << (i % 4 * 8);
        taps.column[i / 2] |= plan.columnTaps[i] << (i % 2 * 8);
    }
    taps.column[Size / 2] <<= 8;
    return tryStrips<std::uint8_t, std::uint8_t, MostChannels>(plan, taps, src, dst, stream);
}

template <int Size>
bool tryWordStrips(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    LongFixedPointTaps<Size> taps;
    std::copy_n(plan.rowTaps.data(), Size, taps.row);
    std::copy_n(plan.columnTaps.data(), Size, taps.column);
    return tryStrips<std::uint16_t, std::uint16_t>(plan, taps, src, dst, stream);
}

bool tryByteBand(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const auto isByte = [](std::uint32_t tap) {
        return tap <= 255;
    };
    if (!std::all_of(plan.rowTaps.begin(), plan.rowTaps.end(), isByte) ||
        !std::all_of(plan.columnTaps.begin(), plan.columnTaps.end(), isByte)) // no blur at all
        return false;
    const auto fill = [&](std::uint8_t* row, std::uint8_t* column) {
        std::copy(plan.rowTaps.begin(), plan.rowTaps.end(), row);
        std::copy(plan.columnTaps.begin(), plan.columnTaps.end(), column);
    };
    return tryBand(plan, BandFixedPoint{}, fill, src, dst, stream);
}

bool tryWordBand(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    const auto hasFraction = [](std::uint32_t tap) {
        return tap < 1 << 16;
    };
    if (!fitsSplitBand(plan, src.region) || !std::all_of(plan.rowTaps.begin(), plan.rowTaps.end(), hasFraction) ||
        !std::all_of(plan.columnTaps.begin(), plan.columnTaps.end(), hasFraction)) // no blur at all
        return false;
    WordFactors factors{};
    std::copy(plan.rowTaps.begin(), plan.rowTaps.end(), factors.row);
    std::copy(plan.columnTaps.begin(), plan.columnTaps.end(), factors.column);
    return runSplitBand<std::uint16_t>(plan, factors, src, dst, stream);
}

template <class T, class Arithmetic>
bool tryLong(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    Arithmetic taps{};
    if (plan.ksize.width > kRingTaps || plan.ksize.height > kRingTaps)
        return false;
    std::copy_n(plan.rowTaps.data(), plan.ksize.width, taps.row);
    std::copy_n(plan.columnTaps.data(), plan.ksize.height, taps.column);
    return tryRing<T, T>(plan, taps, src, dst, stream);
}

} // namespace

void prepareForCuda(GaussianPlan& plan)
{
    plan.storedTaps = storeIfMany(plan, plan.rowTaps.data(), plan.columnTaps.data());
    prepareForCuda(plan.floating);
}

void runOnCuda(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (!plan.fixedPointFor(src.region))
        runOnCuda(plan.floating, src, dst, stream);
    else if (CV_MAT_DEPTH(plan.srcType) == CV_8U &&
             (tryBinomialStrips<3>(plan, src, dst, stream) || tryBinomialStrips<5>(plan, src, dst, stream) ||
              tryByteStrips<3, 4>(plan, src, dst, stream) || tryByteStrips<5, 1>(plan, src, dst, stream) ||
              tryByteBand(plan, src, dst, stream) ||
              tryLong<std::uint8_t, RingFixedPoint<std::uint8_t, 8, std::uint32_t>>(plan, src, dst, stream)))
        return;
    else if (CV_MAT_DEPTH(plan.srcType) == CV_16U &&
             (tryWordStrips<3>(plan, src, dst, stream) || tryWordStrips<5>(plan, src, dst, stream) ||
              tryWordBand(plan, src, dst, stream) ||
              tryLong<std::uint16_t, RingFixedPoint<std::uint16_t, 16, std::uint64_t>>(plan, src, dst, stream)))
        return;
    else if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        launchSeparable<std::uint8_t, std::uint8_t>(plan, FixedPoint8{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                    plan.columnTaps.data(), src, dst, stream);
    else
        launchSeparable<std::uint16_t, std::uint16_t>(plan, FixedPoint16{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                      plan.columnTaps.data(), src, dst, stream);
}

}} // namespace cv::cudatiled
