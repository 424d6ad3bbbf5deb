// SPDX-License-Identifier: Apache-2.0
// 2-D correlations on CUDA.
#include <optional>

#include "../core/dispatch.hpp"
#include "../core/kernel_choice.hpp"
#include "../core/tap_sums.hpp"
#include "../kernels/general/conv2d.cuh"
#include "../launch/any_depth.hpp"
#include "../launch/dense_march.hpp"
#include "../launch/epilogue.hpp"
#include "../launch/large_register_tile.hpp"
#include "../launch/mma_dense_u8.cuh"
#include "../launch/mma_march_u8.hpp"
#include "../launch/register_tile.cuh"
#include "../launch/sliding_window.cuh"
#include "../plans/conv2d_plan.hpp"
#include "../plans/rank_one.hpp"
#include "../plans/separable_plan.hpp"
#include "kernels_for.hpp"

namespace cv { namespace cudatiled {

namespace {

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; cells of 16 x 16 taps: 23 KB of shared memory.
struct Tile : Conv2dTile<64, 4, 8, 16, 16>
{};

template <class S, int Channels, bool Sparse>
struct RegisterTileBlock
    : RegisterTile<kRegisterTileWarps, kRegisterTileSize, 4, false, registerTileBlocks(sizeof(S), Channels, Sparse)>
{};

// A plan with sums of its taps, which its kernels need.
struct SummedPlan
{
    const Conv2dPlan& plan;
    TapSums sums;
};

template <int Size, class S, class D, class Epilogue>
CudaKernelPtr slidingWindowBytes(const Conv2dPlan& plan, const Epilogue& epilogue)
{
    const auto byteTap = [](float tap) -> std::uint32_t {
        return static_cast<std::uint8_t>(static_cast<std::int8_t>(tap));
    };
    DenseByteTaps<Size, Epilogue> taps{{}, epilogue};
    for (int j = 0; j < Size; ++j)
        for (int i = 0; i < Size; ++i)
            taps.tap[j * taps.Groups + i / 4] |= byteTap(plan.kernel.ptr<float>()[j * Size + i]) << (i % 4 * 8);
    return slidingWindowFor<S, D>(plan, taps);
}

template <int Size, class S, class D> CudaKernelPtr slidingWindowBytes(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    if (!summed.sums.fitBytes)
        return nullptr;
    if (plan.scale != 1)
        return slidingWindowBytes<Size, S, D>(plan, ScaleAddDelta<float>{plan.scale, plan.delta});
    if (plan.delta != std::floor(plan.delta) || std::abs(plan.delta) > 65536)
        return nullptr;
    return slidingWindowBytes<Size, S, D>(plan, AddDelta<int>{static_cast<int>(plan.delta)});
}

// Halves would spill some registers beside taps of 0.
template <int Channels>
constexpr SlidingWindowTuning kSlidingWindow<Half, Half, Channels, DenseTaps<3, true>> = [] {
    SlidingWindowTuning tuning = kSlidingWindow<Half, Half, Channels, DenseTaps<3>>;
    tuning.minBlocks = 1;
    return tuning;
}();

// With two channels it would spill a register.
template <>
constexpr SlidingWindowTuning kSlidingWindow<std::uint8_t, std::uint8_t, 2, DenseTaps<5>> = [] {
    SlidingWindowTuning tuning = kSlidingWindow<std::uint8_t, std::uint8_t, 2, DenseTaps<5, true>>;
    tuning.minBlocks = 1;
    return tuning;
}();

template <int Size, bool Sparse, class S, class D> CudaKernelPtr slidingWindowFloats(const Conv2dPlan& plan)
{
    // Bytes to integers have scaled strips only for taps of a byte (slidingWindowBytes).
    constexpr bool canScale = (sizeof(S) == 2 && !kIsFloat<S>) || (sizeof(S) == 1 && std::is_same_v<D, float>);
    return withLeastEpilogue<canScale>(plan.scale, plan.delta, [&](const auto& epilogue) {
        DenseTaps<Size, Sparse, std::decay_t<decltype(epilogue)>> taps{{}, epilogue};
        std::copy_n(plan.kernel.ptr<float>(), Size * Size, taps.tap);
        return slidingWindowFor<S, D>(plan, taps);
    });
}

// Depth pairs with strips of a size: those of 5x5 from 8U to 32F would spill registers, 7x7 bytes are quicker as
// products of matrices, and registerTileKernel has halves from 7x7 on.
template <int Size, class S, class D>
constexpr bool kHasStrips = StripPair<S, D>::exists &&
                            (Size <= 3   ? true
                             : Size == 5 ? std::is_same_v<S, D> || !std::is_same_v<D, float>
                                         : std::is_same_v<S, D> && sizeof(S) > 1 && !std::is_same_v<S, Half>);

template <int Size, class S, class D> CudaKernelPtr slidingWindow(const SummedPlan& summed)
{
    if constexpr (kHasStrips<Size, S, D>)
    {
        const Conv2dPlan& plan = summed.plan;
        if (!isCentredSquare(plan, Size) ||
            !isRoundable<D>(
                largestWithEpilogue(StripPair<S, D>::largest * summed.sums.magnitude(), plan.scale, plan.delta)))
            return nullptr;
        CudaKernelPtr kernel;
        if constexpr (sizeof(S) == 1 && sizeof(D) <= 2)
            kernel = slidingWindowBytes<Size, S, D>(summed);
        if constexpr (kIsFloat<S>)
            if (summed.sums.hasZeros)
            {
                if constexpr (std::is_same_v<S, Half> && Size > 3) // registerTileKernel has them
                    return nullptr;
                else
                    kernel = slidingWindowFloats<Size, true, S, D>(plan);
            }
        return kernel ? std::move(kernel) : slidingWindowFloats<Size, false, S, D>(plan);
    }
    return nullptr;
}

template <class S, class D> CudaKernelPtr mmaMarchU8(const SummedPlan& summed)
{
    if constexpr (std::is_same_v<S, D> && sizeof(S) <= 2 && std::is_integral_v<S> && !std::is_same_v<S, std::int8_t>)
        return mmaMarchU8For<S>(summed.plan);
    return nullptr;
}

// A tap of 0 would make infinite pixels count.
template <class S, class D> CudaKernelPtr denseMarch(const SummedPlan& summed)
{
    if constexpr (std::is_same_v<S, float> && std::is_same_v<D, float>)
        return summed.sums.hasZeros ? nullptr : denseMarchFor(summed.plan);
    return nullptr;
}

template <class S, class D> CudaKernelPtr mmaDenseU8(const SummedPlan& summed)
{
    if constexpr (kHasMmaDense<S, D>)
        return mmaDenseU8For<D>(summed.plan);
    return nullptr;
}

template <bool Sparse, class S, class D> CudaKernelPtr registerTileFloats(const Conv2dPlan& plan)
{
    return withEpilogue<!kIsFloat<S>>(plan.scale, plan.delta, [&](const auto& epilogue) {
        using Arithmetic = DenseFloatGroups<D, Sparse, std::decay_t<decltype(epilogue)>>;
        Arithmetic arithmetic{{}, epilogue};
        const std::vector<FourTaps> groups = groupsOf(plan.kernel);
        std::copy(groups.begin(), groups.end(), arithmetic.taps.value);
        const auto a = registerTileArguments<S, D>(plan, arithmetic);
        return withChannels(a.source.channels, [&](auto channels) {
            constexpr int Channels = decltype(channels)::value;
            return fastKernel("registerTileKernel", a,
                              launchRegisterTile<RegisterTileBlock<S, Channels, Sparse>, Channels, S, D, Arithmetic>);
        });
    });
}

template <class S, class D> CudaKernelPtr registerTile(const SummedPlan& summed)
{
    if constexpr (StripPair<S, D>::exists)
    {
        const Conv2dPlan& plan = summed.plan;
        if (plan.ksize.width > kRegisterTileSize || plan.ksize.height > kRegisterTileSize)
            return nullptr;
        if constexpr (kIsFloat<S>)
            if (summed.sums.hasZeros)
                return registerTileFloats<true, S, D>(plan);
        return registerTileFloats<false, S, D>(plan);
    }
    return nullptr;
}

CudaKernelPtr largeRegisterTile(const SummedPlan& summed)
{
    return largeRegisterTileFor(summed.plan, summed.sums);
}

template <class Taps> void launchConv2d(Conv2dArguments<Taps>& a, const CudaCall& call, const char* name)
{
    a.tilesX = tilesInRow<Tile>(a.target);
    launchTiles<Tile, conv2dKernel<Tile, Taps>>(name, a, call.stream);
}

template <class Taps> Conv2dArguments<Taps> conv2dArguments(const Conv2dPlan& plan, const Taps& taps)
{
    return {generalSource<AnyDepth<float>>(plan),
            generalTarget<AnyDepth<float>>(plan),
            plan.ksize.width,
            plan.ksize.height,
            plan.anchor.x,
            plan.anchor.y,
            {plan.scale, plan.delta},
            0,
            taps};
}

// Taps that do not fit into the arguments of a kernel are put into the memory of the current device.
CudaKernelPtr general(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    const float* const taps = plan.kernel.ptr<float>();
    if (plan.kernel.total() <= InlineTaps<float>::kCapacity)
    {
        InlineTaps<float> inlined{};
        std::copy_n(taps, plan.kernel.total(), inlined.value);
        return anyImageKernel("conv2dKernel", conv2dArguments(plan, inlined), launchConv2d<InlineTaps<float>>);
    }
    using Stored = StoredTaps<float>;
    const auto table = std::make_shared<const DeviceTable>(std::vector<float>(taps, taps + plan.kernel.total()));
    return anyImageKernel("conv2dKernel", conv2dArguments(plan, Stored{}),
                          [table](Conv2dArguments<Stored>& a, const CudaCall& call, const char* name) {
                              a.taps.value = table->template on<float>();
                              launchConv2d(a, call, name);
                          });
}

// Whether filtering along rows and columns gives the same bits by a kernel that was measured to be quicker.
template <class T> bool isQuickerAlongAxes(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    const double largest = StripPair<T, T>::largest * summed.sums.magnitude();
    const bool isExact = summed.sums.integers && largest + std::abs(plan.delta) < (1 << 24) &&
                         (plan.scale != 1 || plan.delta == std::floor(plan.delta));
    PairSums pairs;
    const bool isScaledPairs =
        sizeof(T) == 1 && plan.scale != 1 && isCentredSquare(plan, 5) && fitPairs<T>(summed.sums, 0, pairs);
    const bool isSlidingWindow = sizeof(T) == 2 && (isCentredSquare(plan, 5) || isCentredSquare(plan, 7));
    const bool isMmaSplit = largest < (1 << 22);
    constexpr RankOneTuning tuning = rankOneTuning(sizeof(T));
    const auto [least, most] = std::minmax(plan.ksize.width, plan.ksize.height);
    const bool isOfSide = least >= tuning.leastSide && most <= tuning.mostSide;
    return isExact && (isScaledPairs || (isOfSide && (isSlidingWindow || isMmaSplit)));
}

// The same filter along rows and columns, if its taps are a product of integers and two passes are quicker.
std::optional<SeparablePlan> alongAxes(const SummedPlan& summed)
{
    const Conv2dPlan& plan = summed.plan;
    bool isQuicker = false;
    if (plan.srcType == plan.dstType && fastKernels())
        withDepth(CV_MAT_DEPTH(plan.srcType), Types<std::uint8_t, std::uint16_t, std::int16_t>{},
                  [&](auto t) { isQuicker = isQuickerAlongAxes<typename decltype(t)::type>(summed); });
    if (!isQuicker)
        return std::nullopt;
    const auto factors = integerFactors(cv::Mat1d(plan.kernel));
    if (!factors)
        return std::nullopt;
    SeparablePlan separable;
    static_cast<ImagePlan&>(separable) = plan;
    factors->row.convertTo(separable.rowKernel, CV_32F);
    factors->column.reshape(1, 1).convertTo(separable.columnKernel, CV_32F);
    separable.scale = plan.scale;
    separable.delta = plan.delta;
    return separable;
}

} // namespace

CudaKernels kernelsFor(const Conv2dPlan& plan)
{
    const SummedPlan summed{plan, sumTaps(plan.kernel.ptr<float>(), static_cast<int>(plan.kernel.total()))};
    if (const auto separable = alongAxes(summed))
        return kernelsFor(*separable);
    CudaKernels kernels;
    withDepthPair<Conv2dTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        kernels =
            firstThatFit(summed, slidingWindow<3, S, D>, mmaMarchU8<S, D>, slidingWindow<5, S, D>, denseMarch<S, D>,
                         slidingWindow<7, S, D>, mmaDenseU8<S, D>, registerTile<S, D>, largeRegisterTile, general);
    });
    return kernels;
}

}} // namespace cv::cudatiled
