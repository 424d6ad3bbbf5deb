// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians on CUDA.
#include "gaussian.hpp"
#include "separable_launch.cuh"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// In float, which is exact: the sums of 8-bit pixels and taps that add up to 2^8, twice, stay below 2^24.
template <int Size>
bool tryByteStrips(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    SeparableTaps<Size> taps;
    std::copy_n(plan.rowTaps.data(), Size, taps.row);
    std::copy_n(plan.columnTaps.data(), Size, taps.column);
    return tryStrips<std::uint8_t, std::uint8_t>(plan, taps, FixedPointStrip{}, 0, src, dst, stream);
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
             (tryByteStrips<3>(plan, src, dst, stream) || tryByteStrips<5>(plan, src, dst, stream) ||
              tryByteStrips<7>(plan, src, dst, stream)))
        return;
    else if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        launchSeparable<std::uint8_t, std::uint8_t>(plan, FixedPoint8{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                    plan.columnTaps.data(), src, dst, stream);
    else
        launchSeparable<std::uint16_t, std::uint16_t>(plan, FixedPoint16{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                      plan.columnTaps.data(), src, dst, stream);
}

}} // namespace cv::cudatiled
