// SPDX-License-Identifier: Apache-2.0
// 2-D correlations on CUDA.
#include "../core/dispatch.hpp"
#include "../kernels/conv2d_kernel.cuh"
#include "conv2d.hpp"
#include "strip_launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; cells of 16 x 16 taps: 23 KB of shared memory.
struct Tile : Conv2dTile<64, 4, 8, 16, 16>
{};

template <class S, class D, class Taps>
void launchConv2d(const Conv2dPlan& plan, const Taps& taps, const CudaSource& src, const CudaTarget& dst,
                  CudaStream stream)
{
    Conv2dArguments<S, D, Taps> a{sourceView<S>(plan, src),
                                  targetView<D>(plan, src, dst),
                                  plan.ksize.width,
                                  plan.ksize.height,
                                  plan.anchor.x,
                                  plan.anchor.y,
                                  plan.delta,
                                  0,
                                  taps};
    a.tilesX = tilesInRow<Tile>(a.target);
    launchTiles<Tile>("conv2dKernel", conv2dKernel<Tile, S, D, Taps>, a, stream);
}

template <int Size, class S, class D>
bool tryDenseStrips(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size))
        return false;
    // Taps of 0 must not count, also over infinite pixels: only conv2dKernel leaves them out.
    if (std::is_same_v<S, float> && cv::countNonZero(plan.kernel) < Size * Size)
        return false;
    DenseTaps<Size> taps;
    std::copy_n(plan.kernel.ptr<float>(), Size * Size, taps.tap);
    const double largest = StripPair<S, D>::largest * cv::norm(plan.kernel, cv::NORM_L1) + std::abs(plan.delta);
    return tryStrips<S, D>(plan, taps, RoundedStrip{plan.delta}, largest, src, dst, stream);
}

} // namespace

void prepareForCuda(Conv2dPlan& plan)
{
    if (plan.kernel.total() > InlineTaps<float>::kCapacity)
        plan.storedTaps = std::make_shared<DeviceTable>(
            std::vector<float>(plan.kernel.ptr<float>(), plan.kernel.ptr<float>() + plan.kernel.total()));
}

void runOnCuda(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    withDepthPair<Conv2dTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (StripPair<S, D>::exists)
            if (tryDenseStrips<3, S, D>(plan, src, dst, stream) || tryDenseStrips<5, S, D>(plan, src, dst, stream))
                return;
        if (plan.storedTaps)
            return launchConv2d<S, D>(plan, StoredTaps<float>{plan.storedTaps->on<float>()}, src, dst, stream);
        InlineTaps<float> inlined{};
        std::copy_n(plan.kernel.ptr<float>(), plan.kernel.total(), inlined.value);
        launchConv2d<S, D>(plan, inlined, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
