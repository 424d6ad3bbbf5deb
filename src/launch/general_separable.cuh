// SPDX-License-Identifier: Apache-2.0
// Launching separableKernel, which the engines of separable, Gaussian and box filters share.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/general/separable.cuh"
#include "launch.cuh"
#include "tap_list.hpp"

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
    return {sourceView<S>(plan),
            targetView<D>(plan),
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

template <class S, class D, class T, class Arithmetic>
CudaKernelPtr generalSeparableFor(const ImagePlan& plan, const Arithmetic& arithmetic, const T* row, const T* column)
{
    std::vector<T> all(row, row + plan.ksize.width);
    all.insert(all.end(), column, column + plan.ksize.height);
    TapList<T> taps{};
    const auto table = fillTaps(taps, all);
    using Arguments = SeparableArguments<S, D, Arithmetic, TapList<T>>;
    return anyImageKernel("separableKernel", separableArguments<S, D>(plan, arithmetic, taps),
                          [table](Arguments& a, const CudaCall& call, const char* name) {
                              findTaps(a.taps, table);
                              launchSeparable(a, call, name);
                          });
}

}} // namespace cv::cudatiled
