// SPDX-License-Identifier: Apache-2.0
// The levels of pyramids on CUDA: one kernel for each depth and number of channels.
#include "../launch/pyramid.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const PyrDownPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(pyrDownFor(plan));
    return kernels;
}

CudaKernels kernelsFor(const PyrUpPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(pyrUpFor(plan));
    return kernels;
}

}} // namespace cv::cudatiled
