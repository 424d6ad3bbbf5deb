// SPDX-License-Identifier: Apache-2.0
// Medians on CUDA: small windows by sorting networks; larger ones by moving histograms (bytes) or by ranks, as long as
// shared memory has room; all others bit by bit.
#include "../plans/median_plan.hpp"
#include "kernels_for.hpp"

#include "../core/dispatch.hpp"
#include "../launch/median.cuh"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const MedianPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{},
              [&](auto depth) { kernels = medianKernels<typename decltype(depth)::type>(plan); });
    return kernels;
}

}} // namespace cv::cudatiled
