// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians on CUDA.
#include "../launch/gaussian_taps.cuh"
#include "../launch/general_separable.cuh"
#include "../launch/long_separable.cuh"
#include "../launch/mma_long_u8.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/mma_split.cuh"
#include "../launch/sliding_window.cuh"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

template <class T, class Taps, int MostChannels = 4> CudaKernelPtr slidingWindow(const GaussianPlan& plan)
{
    Taps taps{};
    return fitTaps(plan, taps) ? slidingWindowFor<T, T, MostChannels>(plan, taps) : nullptr;
}

CudaKernelPtr mmaSeparableU8(const GaussianPlan& plan)
{
    if (!areBelow(plan, 8))
        return nullptr;
    return mmaSeparableU8For(plan, MmaFixedPoint{}, {plan.rowTaps.begin(), plan.rowTaps.end()},
                             {plan.columnTaps.begin(), plan.columnTaps.end()});
}

CudaKernelPtr mmaLongU8(const GaussianPlan& plan)
{
    if (!areBelow(plan, 8))
        return nullptr;
    return mmaLongU8For(plan, MmaFixedPoint{}, {plan.rowTaps.begin(), plan.rowTaps.end()},
                        {plan.columnTaps.begin(), plan.columnTaps.end()});
}

CudaKernelPtr mmaSplit(const GaussianPlan& plan)
{
    if (!fitsMmaSplit(plan) || !areBelow(plan, 16))
        return nullptr;
    SplitTaps<U8Factors> taps{};
    std::copy(plan.rowTaps.begin(), plan.rowTaps.end(), taps.row);
    std::copy(plan.columnTaps.begin(), plan.columnTaps.end(), taps.column);
    return mmaSplitFor<std::uint16_t>(plan, taps);
}

template <class T, class Arithmetic> CudaKernelPtr longSeparable(const GaussianPlan& plan)
{
    return longSeparableFor<T, T, Arithmetic>(plan, Arithmetic{}, plan.rowTaps.data(), plan.columnTaps.data());
}

template <class T, class Arithmetic> CudaKernelPtr general(const GaussianPlan& plan)
{
    return generalSeparableFor<T, T>(plan, Arithmetic{}, plan.rowTaps.data(), plan.columnTaps.data());
}

CudaKernels fixedPointKernels(const GaussianPlan& plan)
{
    using Byte = std::uint8_t;
    using Word = std::uint16_t;
    if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        return firstThatFit(plan, slidingWindow<Byte, BinomialTaps<3>>, slidingWindow<Byte, BinomialTaps<5>>,
                            slidingWindow<Byte, FixedPointTaps<3>>, slidingWindow<Byte, FixedPointTaps<5>, 1>,
                            mmaSeparableU8, mmaLongU8, longSeparable<Byte, FixedPoint8>, general<Byte, FixedPoint8>);
    return firstThatFit(plan, slidingWindow<Word, LongFixedPointTaps<3>>, slidingWindow<Word, LongFixedPointTaps<5>>,
                        mmaSplit, longSeparable<Word, FixedPoint16>, general<Word, FixedPoint16>);
}

} // namespace

CudaKernels kernelsFor(const GaussianPlan& plan)
{
    CudaKernels kernels = fixedPointKernels(plan);
    if (!plan.border.isolated && !plan.alwaysFixedPoint)
        kernels.insert(kernels.begin(), kernelsWhere([](const CudaCall& call) { return call.src.region.isSubmatrix(); },
                                                     kernelsFor(plan.floating)));
    return kernels;
}

}} // namespace cv::cudatiled
