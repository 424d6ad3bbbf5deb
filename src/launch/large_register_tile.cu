// SPDX-License-Identifier: Apache-2.0
// Launching registerTileKernel with taps in device memory.
#include "large_register_tile.hpp"

#include "../core/device_table.hpp"
#include "register_tile.cuh"

namespace cv { namespace cudatiled {

namespace {

template <class S, int Channels, bool Sparse>
struct Tile : RegisterTile<kRegisterTileWarps, kLargeRegisterTile.size, kLargeRegisterTile.rowsAtOnce, true,
                           registerTileBlocks(sizeof(S), Channels, Sparse)>
{};

// clang-format off

// The depths that slidingWindowKernel makes in 2-D correlations.
template <class S> struct LargeTargets { using list = Types<S>; };
template <> struct LargeTargets<std::uint8_t> { using list = Types<std::uint8_t, std::int16_t, float>; };
template <> struct LargeTargets<std::int8_t> { using list = Types<>; };
template <> struct LargeTargets<std::int32_t> { using list = Types<>; };

// clang-format on

template <bool Sparse, class S, class D> CudaKernelPtr largeRegisterTile(const Conv2dPlan& plan)
{
    using Epilogue = std::conditional_t<kIsFloat<S>, AddDelta<float>, ScaleAddDelta<float>>;
    DenseFloatGroups<D, Sparse, Epilogue, StoredGroups> arithmetic{};
    if constexpr (kIsFloat<S>)
        arithmetic.epilogue = {plan.delta};
    else
        arithmetic.epilogue = {plan.scale, plan.delta};
    const auto a = registerTileArguments<S, D>(plan, arithmetic);
    const auto table = std::make_shared<const DeviceTable>(groupsOf(plan.kernel));
    return withChannels(a.source.channels, [&](auto channels) {
        return fastKernel("registerTileKernel", a, [table](auto& arguments, const CudaCall& call, const char* name) {
            arguments.arithmetic.taps.value = table->template on<FourTaps>();
            constexpr int Channels = decltype(channels)::value;
            launchRegisterTile<Tile<S, Channels, Sparse>, Channels>(arguments, call, name);
        });
    });
}

} // namespace

CudaKernelPtr largeRegisterTileFor(const Conv2dPlan& plan, const TapSums& sums)
{
    CudaKernelPtr kernel;
    if (plan.ksize.width > kLargeRegisterTile.size || plan.ksize.height > kLargeRegisterTile.size)
        return kernel;
    withDepthPair<LargeTargets>(CV_MAT_DEPTH(plan.srcType), CV_MAT_DEPTH(plan.dstType), [&](auto s, auto d) {
        using S = typename decltype(s)::type;
        using D = typename decltype(d)::type;
        if constexpr (kIsFloat<S>)
            kernel = sums.hasZeros ? largeRegisterTile<true, S, D>(plan) : largeRegisterTile<false, S, D>(plan);
        else
            kernel = largeRegisterTile<false, S, D>(plan);
    });
    return kernel;
}

}} // namespace cv::cudatiled
