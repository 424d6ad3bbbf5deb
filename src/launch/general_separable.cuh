// SPDX-License-Identifier: Apache-2.0
// Launching separableKernel, which the engines of separable, Gaussian and box filters share.
#pragma once

#include "../core/device_table.hpp"
#include "../core/dispatch.hpp"
#include "../kernels/general/separable.cuh"
#include "any_depth.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; batches of 16 source rows, cells of 16 taps: 12 KB of shared
// memory for floats.
struct GeneralTile : SeparableTile<64, 4, 8, 16, 16>
{};

} // namespace

// How taps and pixels add up.
template <class S, class D>
using AccumulatorOf = std::conditional_t<kHas32S<S, D>, DoubleAccumulator, FloatAccumulator>;
template <class S, class D> using AnyDepthOf = AnyDepth<typename AccumulatorOf<S, D>::Real>;

template <class S, class D, class Arithmetic, class Taps>
void launchSeparable(SeparableArguments<S, D, Arithmetic, Taps>& a, const CudaCall& call, const char* name)
{
    a.tilesX = tilesInRow<GeneralTile>(a.target);
    launchTiles<GeneralTile, separableKernel<GeneralTile, S, D, Arithmetic, Taps>>(name, a, call.stream);
}

template <class S, class D, class Arithmetic, class Taps>
SeparableArguments<S, D, Arithmetic, Taps> separableArguments(const ImagePlan& plan, const Arithmetic& arithmetic,
                                                              const Taps& taps)
{
    return {generalSource<S>(plan),
            generalTarget<D>(plan),
            plan.ksize.width,
            plan.ksize.height,
            plan.anchor.x,
            plan.anchor.y,
            0,
            arithmetic,
            taps};
}

template <class S, class D, class Arithmetic, class Taps>
CudaKernelPtr generalSeparableFor(const ImagePlan& plan, const Arithmetic& arithmetic, const Taps& taps)
{
    return anyImageKernel("separableKernel", separableArguments<S, D>(plan, arithmetic, taps),
                          launchSeparable<S, D, Arithmetic, Taps>);
}

// Taps that do not fit into the arguments of a kernel are put into the memory of the current device.
template <class S, class D, class T, class Arithmetic>
CudaKernelPtr generalSeparableFor(const ImagePlan& plan, const Arithmetic& arithmetic, const T* row, const T* column)
{
    if (plan.ksize.width + plan.ksize.height <= InlineTaps<T>::kCapacity)
    {
        InlineTaps<T> inlined{};
        std::copy_n(row, plan.ksize.width, inlined.value);
        std::copy_n(column, plan.ksize.height, inlined.value + plan.ksize.width);
        return generalSeparableFor<S, D>(plan, arithmetic, inlined);
    }
    std::vector<T> taps(row, row + plan.ksize.width);
    taps.insert(taps.end(), column, column + plan.ksize.height);
    using Stored = StoredTaps<T>;
    const auto table = std::make_shared<const DeviceTable>(taps);
    return anyImageKernel(
        "separableKernel", separableArguments<S, D>(plan, arithmetic, Stored{}),
        [table](SeparableArguments<S, D, Arithmetic, Stored>& a, const CudaCall& call, const char* name) {
            a.taps.value = table->template on<T>();
            launchSeparable(a, call, name);
        });
}

}} // namespace cv::cudatiled
