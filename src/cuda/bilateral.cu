// SPDX-License-Identifier: Apache-2.0
// Bilateral filters on CUDA.
#include "../core/dispatch.hpp"
#include "../launch/bilateral.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

CudaKernels kernelsFor(const BilateralPlan& plan)
{
    CudaKernels kernels;
    withDepth(CV_MAT_DEPTH(plan.srcType), PickedTypes{}, [&](auto depth) {
        using T = typename decltype(depth)::type;
        if constexpr (std::is_same_v<T, Half>)
            kernels = firstThatFit(plan, bilateralTileFor<T>, bilateralFor<T>);
        else
            kernels = firstThatFit(plan, bilateralWindowFor<T, 1>, bilateralWindowFor<T, 2>, bilateralTileFor<T>,
                                   bilateralFor<T>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
