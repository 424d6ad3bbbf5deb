// SPDX-License-Identifier: Apache-2.0
// Fixed-point Gaussians on CUDA.
#include "../launch/general_separable.cuh"
#include "../launch/line_buffer.cuh"
#include "../launch/mma_separable_u8.cuh"
#include "../launch/mma_split.cuh"
#include "../launch/sliding_window.cuh"
#include "../plans/gaussian_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// Whether all taps are below 2^bits: a tap of 1 is no blur at all.
bool areBelow(const GaussianPlan& plan, int bits)
{
    const auto fits = [&](std::uint32_t tap) {
        return tap < 1u << bits;
    };
    return std::all_of(plan.rowTaps.begin(), plan.rowTaps.end(), fits) &&
           std::all_of(plan.columnTaps.begin(), plan.columnTaps.end(), fits);
}

template <int Size> CudaKernelPtr slidingWindowBinomial(const GaussianPlan& plan)
{
    const auto isBinomial = [](const std::vector<std::uint32_t>& taps) {
        for (int i = 0; i < Size; ++i)
            if (taps[i] != BinomialTaps<Size>::tap(i) * 256 / BinomialTaps<Size>::rowSum)
                return false;
        return true;
    };
    if (plan.ksize != cv::Size(Size, Size) || !isBinomial(plan.rowTaps) || !isBinomial(plan.columnTaps))
        return nullptr;
    return slidingWindowFor<std::uint8_t, std::uint8_t>(plan, BinomialTaps<Size>{});
}

template <int Size, int MostChannels> CudaKernelPtr slidingWindowBytes(const GaussianPlan& plan)
{
    if (plan.ksize != cv::Size(Size, Size) || !areBelow(plan, 8))
        return nullptr;
    FixedPointTaps<Size> taps{};
    for (int i = 0; i < Size; ++i)
    {
        taps.row[i / 4] |= plan.rowTaps[i] << (i % 4 * 8);
        taps.column[i / 2] |= plan.columnTaps[i] << (i % 2 * 8);
    }
    taps.column[Size / 2] <<= 8;
    return slidingWindowFor<std::uint8_t, std::uint8_t, MostChannels>(plan, taps);
}

template <int Size> CudaKernelPtr slidingWindow16U(const GaussianPlan& plan)
{
    if (plan.ksize != cv::Size(Size, Size))
        return nullptr;
    LongFixedPointTaps<Size> taps;
    std::copy_n(plan.rowTaps.data(), Size, taps.row);
    std::copy_n(plan.columnTaps.data(), Size, taps.column);
    return slidingWindowFor<std::uint16_t, std::uint16_t>(plan, taps);
}

CudaKernelPtr mmaSeparableU8(const GaussianPlan& plan)
{
    if (!areBelow(plan, 8))
        return nullptr;
    return mmaSeparableU8For(plan, MmaFixedPoint{}, {plan.rowTaps.begin(), plan.rowTaps.end()},
                             {plan.columnTaps.begin(), plan.columnTaps.end()});
}

CudaKernelPtr mmaSplit(const GaussianPlan& plan)
{
    if (!fitsMmaSplit(plan) || !areBelow(plan, 16))
        return nullptr;
    U8Factors factors{};
    std::copy(plan.rowTaps.begin(), plan.rowTaps.end(), factors.row);
    std::copy(plan.columnTaps.begin(), plan.columnTaps.end(), factors.column);
    return mmaSplitFor<std::uint16_t>(plan, factors);
}

template <class T, class Arithmetic> CudaKernelPtr lineBuffer(const GaussianPlan& plan)
{
    Arithmetic taps{};
    if (plan.ksize.width > kLineBufferTaps || plan.ksize.height > kLineBufferTaps)
        return nullptr;
    std::copy_n(plan.rowTaps.data(), plan.ksize.width, taps.row);
    std::copy_n(plan.columnTaps.data(), plan.ksize.height, taps.column);
    return lineBufferFor<T, T>(plan, taps);
}

template <class T, class Arithmetic> CudaKernelPtr general(const GaussianPlan& plan)
{
    return generalSeparableFor<T, T>(plan, Arithmetic{}, plan.rowTaps.data(), plan.columnTaps.data());
}

CudaKernels fixedPointKernels(const GaussianPlan& plan)
{
    if (CV_MAT_DEPTH(plan.srcType) == CV_8U)
        return firstThatFit(plan, slidingWindowBinomial<3>, slidingWindowBinomial<5>, slidingWindowBytes<3, 4>,
                            slidingWindowBytes<5, 1>, mmaSeparableU8,
                            lineBuffer<std::uint8_t, LineBufferFixedPoint<std::uint8_t, 8, std::uint32_t>>,
                            general<std::uint8_t, FixedPoint8>);
    return firstThatFit(plan, slidingWindow16U<3>, slidingWindow16U<5>, mmaSplit,
                        lineBuffer<std::uint16_t, LineBufferFixedPoint<std::uint16_t, 16, std::uint64_t>>,
                        general<std::uint16_t, FixedPoint16>);
}

} // namespace

CudaKernels kernelsFor(const GaussianPlan& plan)
{
    CudaKernels kernels = fixedPointKernels(plan);
    if (!plan.border.isolated)
        kernels.insert(kernels.begin(), kernelsWhere([](const CudaCall& call) { return call.src.region.isSubmatrix(); },
                                                     kernelsFor(plan.floating)));
    return kernels;
}

}} // namespace cv::cudatiled
