// SPDX-License-Identifier: Apache-2.0
// 2-D correlations on CUDA.
#include "../core/dispatch.hpp"
#include "../core/tap_sums.hpp"
#include "../kernels/general/conv2d.cuh"
#include "../launch/mma_dense_u8.cuh"
#include "../launch/register_tile.cuh"
#include "../launch/sliding_window.cuh"
#include "../plans/conv2d_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; cells of 16 x 16 taps: 23 KB of shared memory.
struct Tile : Conv2dTile<64, 4, 8, 16, 16>
{};

// A plan with what its kernels ask of its taps.
struct SummedPlan
{
    const Conv2dPlan& plan;
    TapSums sums;
};

template <int Size, class S, class D> CudaKernelPtr slidingWindowBytes(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    if (!summed.sums.fitBytes || plan.delta != std::floor(plan.delta) || std::abs(plan.delta) > 65536)
        return nullptr;
    const auto byteTap = [](float tap) -> std::uint32_t {
        return static_cast<std::uint8_t>(static_cast<std::int8_t>(tap));
    };
    DenseByteTaps<Size> taps{};
    for (int j = 0; j < Size; ++j)
        for (int i = 0; i < Size; ++i)
            taps.tap[j * taps.Groups + i / 4] |= byteTap(plan.kernel.ptr<float>()[j * Size + i]) << (i % 4 * 8);
    taps.delta = static_cast<int>(plan.delta);
    return slidingWindowFor<S, D>(plan, taps);
}

template <int Size, bool Sparse, class S, class D> CudaKernelPtr slidingWindowFloats(const Conv2dPlan& plan)
{
    DenseTaps<Size, Sparse> taps;
    std::copy_n(plan.kernel.ptr<float>(), Size * Size, taps.tap);
    taps.delta = plan.delta;
    return slidingWindowFor<S, D>(plan, taps);
}

// Depth pairs with strips of a size: those of 5x5 from 8U to 32F would spill registers, 7x7 bytes are quicker as
// products of matrices, and floats of 9x9 are as quick in registerTileKernel.
template <int Size, class S, class D>
constexpr bool kHasStrips = StripPair<S, D>::exists && (Size <= 3   ? true
                                                        : Size == 5 ? std::is_same_v<S, D> || !std::is_same_v<D, float>
                                                        : Size == 7 ? std::is_same_v<S, D> && sizeof(S) > 1
                                                                    : std::is_same_v<S, D> && sizeof(S) == 2);

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const SummedPlan& summed)
{
    if constexpr (kHasStrips<Size, S, D>)
    {
        const Conv2dPlan& plan = summed.plan;
        if (!isCentredSquare(plan, Size) ||
            !isRoundable<D>(StripPair<S, D>::largest * summed.sums.magnitude() + std::abs(plan.delta)))
            return nullptr;
        CudaKernelPtr kernel;
        if constexpr (sizeof(S) == 1 && sizeof(D) <= 2)
            kernel = slidingWindowBytes<Size, S, D>(summed);
        if constexpr (std::is_same_v<S, float>)
            if (summed.sums.hasZeros)
                kernel = slidingWindowFloats<Size, true, S, D>(plan);
        return kernel ? std::move(kernel) : slidingWindowFloats<Size, false, S, D>(plan);
    }
    return nullptr;
}

template <class S, class D> CudaKernelPtr mmaDenseU8(const SummedPlan& summed)
{
    if constexpr (kHasMmaDense<S, D>)
        return mmaDenseU8For<D>(summed.plan, summed.plan.kernel, summed.plan.delta);
    return nullptr;
}

template <bool Sparse, class S, class D> CudaKernelPtr registerTileFloats(const Conv2dPlan& plan)
{
    DenseFloatGroups<D, Sparse> taps{};
    const int width = plan.ksize.width, groups = (width + 3) / 4;
    for (int i = 0; i < plan.ksize.area(); ++i)
        taps.tap[i / width * groups + i % width / 4].value[i % width % 4] = plan.kernel.ptr<float>()[i];
    taps.delta = plan.delta;
    return registerTileFor<S, D>(plan, taps);
}

template <class S, class D> CudaKernelPtr registerTile(const SummedPlan& summed)
{
    if constexpr (StripPair<S, D>::exists)
    {
        const Conv2dPlan& plan = summed.plan;
        if (plan.ksize.width > kRegisterTileSize || plan.ksize.height > kRegisterTileSize)
            return nullptr;
        if constexpr (std::is_same_v<S, float>)
            if (summed.sums.hasZeros)
                return registerTileFloats<true, S, D>(plan);
        return registerTileFloats<false, S, D>(plan);
    }
    return nullptr;
}

template <class S, class D, class Taps>
void launchConv2d(Conv2dArguments<S, D, Taps>& a, const CudaCall& call, const char* name)
{
    a.tilesX = tilesInRow<Tile>(a.target);
    launchTiles<Tile, conv2dKernel<Tile, S, D, Taps>>(name, a, call.stream);
}

template <class S, class D, class Taps>
Conv2dArguments<S, D, Taps> conv2dArguments(const Conv2dPlan& plan, const Taps& taps)
{
    return {sourceView<S>(plan),
            targetView<D>(plan),
            plan.ksize.width,
            plan.ksize.height,
            plan.anchor.x,
            plan.anchor.y,
            plan.delta,
            0,
            taps};
}

// Taps that do not fit into the arguments of a kernel are put into the memory of the current device.
template <class S, class D> CudaKernelPtr general(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    const float* const taps = plan.kernel.ptr<float>();
    if (plan.kernel.total() <= InlineTaps<float>::kCapacity)
    {
        InlineTaps<float> inlined{};
        std::copy_n(taps, plan.kernel.total(), inlined.value);
        return anyImageKernel("conv2dKernel", conv2dArguments<S, D>(plan, inlined),
                              launchConv2d<S, D, InlineTaps<float>>);
    }
    using Stored = StoredTaps<float>;
    const auto table = std::make_shared<const DeviceTable>(std::vector<float>(taps, taps + plan.kernel.total()));
    return anyImageKernel("conv2dKernel", conv2dArguments<S, D>(plan, Stored{}),
                          [table](Conv2dArguments<S, D, Stored>& a, const CudaCall& call, const char* name) {
                              a.taps.value = table->template on<float>();
                              launchConv2d(a, call, name);
                          });
}

} // namespace

CudaKernels kernelsFor(const Conv2dPlan& plan)
{
    const SummedPlan summed{plan, sumTaps(plan.kernel.ptr<float>(), static_cast<int>(plan.kernel.total()))};
    CudaKernels kernels;
    withDepthPair<Conv2dTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels = firstThatFit(summed, slidingWindow<3, S, D>, slidingWindow<5, S, D>, slidingWindow<7, S, D>,
                               slidingWindow<9, S, D>, slidingWindow<11, S, D>, mmaDenseU8<S, D>, registerTile<S, D>,
                               general<S, D>);
    });
    return kernels;
}

}} // namespace cv::cudatiled
