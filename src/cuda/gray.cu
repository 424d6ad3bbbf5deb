// SPDX-License-Identifier: Apache-2.0
// Gray images on CUDA.
#include "../core/dispatch.hpp"
#include "../kernels/pointwise/gray.cuh"
#include "../launch/pointwise.cuh"
#include "../plans/gray_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const GrayPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.srcType), ColorTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        const GrayWeights<T> weights(plan.blueFirst);
        kernels.push_back(CV_MAT_CN(plan.srcType) == 3 ? pointwiseFor(plan, GrayOperation<T, 3>{weights})
                                                       : pointwiseFor(plan, GrayOperation<T, 4>{weights}));
    });
    return kernels;
}

}} // namespace cv::cudatiled
