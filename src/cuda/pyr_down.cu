// SPDX-License-Identifier: Apache-2.0
// The next smaller level of a pyramid on CUDA: one kernel for each depth and number of channels.
#include "../launch/pyramid.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const PyrDownPlan& plan)
{
    CudaKernels kernels;
    kernels.push_back(pyrDownFor(plan));
    return kernels;
}

}} // namespace cv::cudatiled
