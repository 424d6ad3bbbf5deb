// SPDX-License-Identifier: Apache-2.0
// Medians on CUDA: small ones by sorting networks; larger squares of bytes by moving histograms, of others by ranks, as long as shared memory
// has room for the window; what is left bit by bit.
#include "median.hpp"

#include "../core/device.hpp"
#include "../core/dispatch.hpp"
#include "median_launch.cuh"

namespace cv { namespace cudatiled {

void prepareForCuda(MedianPlan& plan)
{
    plan.sharedMemory = lowestSharedMemory("createMedianFilter");
}

void runOnCuda(const MedianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{},
              [&](auto depth) { launchMedian<typename decltype(depth)::type>(plan, src, dst, stream); });
}

}} // namespace cv::cudatiled
