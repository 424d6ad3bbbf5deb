// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians on CUDA.
#include "gaussian.hpp"
#include "separable_launch.cuh"

namespace cv { namespace cudatiled {

void prepareForCuda(GaussianPlan& plan)
{
    plan.storedTaps = storeIfMany(plan, plan.rowTaps.data(), plan.columnTaps.data());
    prepareForCuda(plan.floating);
}

void runOnCuda(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (!plan.fixedPointFor(src.region))
        runOnCuda(plan.floating, src, dst, stream);
    else if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        launchSeparable<std::uint8_t, std::uint8_t>(plan, FixedPoint8{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                    plan.columnTaps.data(), src, dst, stream);
    else
        launchSeparable<std::uint16_t, std::uint16_t>(plan, FixedPoint16{}, plan.storedTaps.get(), plan.rowTaps.data(),
                                                      plan.columnTaps.data(), src, dst, stream);
}

}} // namespace cv::cudatiled
