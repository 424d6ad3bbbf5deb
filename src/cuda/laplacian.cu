// SPDX-License-Identifier: Apache-2.0
// Laplacians on CUDA, both derivatives in one pass over the image.
#include "../launch/general_separable.cuh"
#include "../plans/laplacian_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Those of the row, then those of the column: the same ones.
template <class Real> struct LaplacianTaps
{
    static constexpr int kLargestAperture = 31;
    LaplacianTap<Real> value[2 * kLargestAperture];
    CUDATILED_HOST_DEVICE LaplacianTap<Real> operator[](int i) const { return value[i]; }
};

template <class Real> LaplacianTaps<Real> tapsOf(const LaplacianPlan& plan)
{
    LaplacianTaps<Real> taps{};
    const int size = plan.ksize.width;
    for (int i = 0; i < size; ++i)
        taps.value[i] = taps.value[size + i] = {static_cast<Real>(plan.derivative.at<double>(i)),
                                                static_cast<Real>(plan.smoothing.at<double>(i))};
    return taps;
}

} // namespace

CudaKernels kernelsFor(const LaplacianPlan& plan)
{
    CudaKernels kernels;
    withDepthPair<SeparableTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        using Accumulator = AccumulatorOf<S, D>;
        using Real = typename Accumulator::Real;
        const LaplacianArithmetic<D, Accumulator> arithmetic{static_cast<Real>(plan.scale),
                                                             static_cast<Real>(plan.delta)};
        kernels.push_back(generalSeparableFor<S, D>(plan, arithmetic, tapsOf<Real>(plan)));
    });
    return kernels;
}

}} // namespace cv::cudatiled
