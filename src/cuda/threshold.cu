// SPDX-License-Identifier: Apache-2.0
// Thresholds on CUDA.
#include "../core/dispatch.hpp"
#include "../kernels/pointwise/threshold.cuh"
#include "../launch/pointwise.cuh"
#include "../plans/threshold_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const ThresholdPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.srcType), ThresholdTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        kernels.push_back(pointwiseFor(plan, ThresholdOperation<T>(plan.threshold)));
    });
    return kernels;
}

}} // namespace cv::cudatiled
