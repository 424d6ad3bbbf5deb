// SPDX-License-Identifier: Apache-2.0
// 2-D correlations on CUDA.
#include "../core/dispatch.hpp"
#include "../kernels/conv2d_kernel.cuh"
#include "conv2d.hpp"
#include "dense_band_launch.cuh"
#include "dense_launch.cuh"
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

bool hasByteTaps(const Conv2dPlan& plan)
{
    return plan.sums.fitBytes && plan.delta == std::floor(plan.delta) && std::abs(plan.delta) <= 65536;
}

std::uint32_t byteTap(float tap)
{
    return static_cast<std::uint8_t>(static_cast<std::int8_t>(tap));
}

template <int Size, class S, class D>
bool tryByteTaps(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    DenseByteTaps<Size> taps{};
    if (!hasByteTaps(plan))
        return false;
    for (int j = 0; j < Size; ++j)
        for (int i = 0; i < Size; ++i)
            taps.tap[j * taps.Groups + i / 4] |= byteTap(plan.kernel.ptr<float>()[j * Size + i]) << (i % 4 * 8);
    taps.delta = static_cast<int>(plan.delta);
    return tryStrips<S, D>(plan, taps, src, dst, stream);
}

template <int Size, bool Sparse, class S, class D>
bool tryFloats(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    DenseTaps<Size, Sparse> taps;
    std::copy_n(plan.kernel.ptr<float>(), Size * Size, taps.tap);
    taps.delta = plan.delta;
    return tryStrips<S, D>(plan, taps, src, dst, stream);
}

template <int Size, class S, class D>
bool tryDenseStrips(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (plan.ksize != cv::Size(Size, Size) ||
        !isRoundable<D>(StripPair<S, D>::largest * plan.sums.magnitude() + std::abs(plan.delta)))
        return false;
    if constexpr (sizeof(S) == 1 && sizeof(D) <= 2)
        if (tryByteTaps<Size, S, D>(plan, src, dst, stream))
            return true;
    if constexpr (std::is_same_v<S, float>)
        if (plan.sums.hasZeros)
            return tryFloats<Size, true, S, D>(plan, src, dst, stream);
    return tryFloats<Size, false, S, D>(plan, src, dst, stream);
}

template <bool Sparse, class S, class D>
void runDenseFloats(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    DenseFloatGroups<D, Sparse> taps{};
    const int width = plan.ksize.width, groups = (width + 3) / 4;
    for (int i = 0; i < plan.ksize.area(); ++i)
        taps.tap[i / width * groups + i % width / 4].value[i % width % 4] = plan.kernel.ptr<float>()[i];
    taps.delta = plan.delta;
    runDense<S, D>(plan, taps, src, dst, stream);
}

// Depth pairs with a dense kernel.
template <class S, class D> constexpr bool kHasDense = StripPair<S, D>::exists;

template <class S, class D>
bool tryDense(const Conv2dPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (!fitsDense(plan, src.region))
        return false;
    if constexpr (std::is_same_v<S, float>)
        if (plan.sums.hasZeros)
        {
            runDenseFloats<true, S, D>(plan, src, dst, stream);
            return true;
        }
    runDenseFloats<false, S, D>(plan, src, dst, stream);
    return true;
}

// Whether denseBandKernel may get the plan: it has kernels for the depths, and stripKernel does not come first.
bool wantsDenseBands(const Conv2dPlan& plan)
{
    const int dstDepth = CV_MAT_DEPTH(plan.dstType), size = plan.ksize.width;
    const bool strips = (size == 3 || size == 5) && plan.ksize.height == size &&
                        plan.anchor == cv::Point(size / 2, size / 2) &&
                        isRoundable<std::uint8_t>(255 * plan.sums.magnitude() + std::abs(plan.delta));
    return CV_MAT_DEPTH(plan.srcType) == CV_8U && (dstDepth == CV_8U || dstDepth == CV_16S) && !strips;
}

} // namespace

void prepareForCuda(Conv2dPlan& plan)
{
    plan.sums = sumTaps(plan.kernel.ptr<float>(), static_cast<int>(plan.kernel.total()));
    if (wantsDenseBands(plan))
        plan.bands = makeDenseBands(plan.kernel, CV_MAT_CN(plan.srcType));
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
            if (tryDenseStrips<3, S, D>(plan, src, dst, stream))
                return;
        // From 8U to 32F they would spill registers.
        if constexpr (StripPair<S, D>::exists && (std::is_same_v<S, D> || !std::is_same_v<D, float>))
            if (tryDenseStrips<5, S, D>(plan, src, dst, stream))
                return;
        if constexpr (std::is_same_v<S, D> && sizeof(S) > 1)
            if (tryDenseStrips<7, S, D>(plan, src, dst, stream))
                return;
        // Floats of such sizes are as quick in denseKernel.
        if constexpr (std::is_same_v<S, D> && sizeof(S) == 2)
            if (tryDenseStrips<9, S, D>(plan, src, dst, stream) || tryDenseStrips<11, S, D>(plan, src, dst, stream))
                return;
        if constexpr (kHasDenseBand<S, D>)
            if (tryDenseBand<D>(plan, plan.bands, plan.delta, src, dst, stream))
                return;
        if constexpr (kHasDense<S, D>)
            if (tryDense<S, D>(plan, src, dst, stream))
                return;
        if (plan.storedTaps)
            return launchConv2d<S, D>(plan, StoredTaps<float>{plan.storedTaps->on<float>()}, src, dst, stream);
        InlineTaps<float> inlined{};
        std::copy_n(plan.kernel.ptr<float>(), plan.kernel.total(), inlined.value);
        launchConv2d<S, D>(plan, inlined, src, dst, stream);
    });
}

}} // namespace cv::cudatiled
