// SPDX-License-Identifier: Apache-2.0
// Contrast between two levels on CUDA.
#include "../kernels/pointwise/contrast.cuh"
#include "../launch/pointwise.cuh"
#include "../plans/contrast_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const ContrastPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(pointwiseFor(plan, ContrastOperation(plan.lowest, plan.range)));
    return kernels;
}

}} // namespace cv::cudatiled
