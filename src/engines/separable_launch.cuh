// SPDX-License-Identifier: Apache-2.0
// Launching separableKernel, which the engines of separable, Gaussian and box filters share.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/separable_kernel.cuh"
#include "launch.cuh"

namespace cv { namespace cudatiled {

namespace {

// 64 x 4 threads, 8 rows each: 64 x 32 scalars a block; batches of 16 source rows, cells of 16 taps: 12 KB of shared memory for floats.
struct GeneralTile : SeparableTile<64, 4, 8, 16, 16>
{};

} // namespace

// How taps and pixels add up.
template <class S, class D>
using AccumulatorOf = std::conditional_t<kHas32S<S, D>, DoubleAccumulator, FloatAccumulator>;

template <class S, class D, class Arithmetic, class Taps>
void launchSeparable(const ImagePlan& plan, const Arithmetic& arithmetic, const Taps& taps, const CudaSource& src,
                     const CudaTarget& dst, CudaStream stream)
{
    SeparableArguments<S, D, Arithmetic, Taps> a{sourceView<S>(plan, src),
                                                 targetView<D>(plan, src, dst),
                                                 plan.ksize.width,
                                                 plan.ksize.height,
                                                 plan.anchor.x,
                                                 plan.anchor.y,
                                                 0,
                                                 arithmetic,
                                                 taps};
    a.tilesX = tilesInRow<GeneralTile>(a.target);
    launchTiles<GeneralTile>("separableKernel", separableKernel<GeneralTile, S, D, Arithmetic, Taps>, a, stream);
}

// The taps of rows and columns one after the other, as separableKernel takes them; null if they fit into its arguments.
template <class T> std::shared_ptr<const DeviceTable> storeIfMany(const ImagePlan& plan, const T* row, const T* column)
{
    if (plan.ksize.width + plan.ksize.height <= InlineTaps<T>::kCapacity)
        return nullptr;
    std::vector<T> taps(row, row + plan.ksize.width);
    taps.insert(taps.end(), column, column + plan.ksize.height);
    return std::make_shared<DeviceTable>(taps);
}

template <class S, class D, class T, class Arithmetic>
void launchSeparable(const ImagePlan& plan, const Arithmetic& arithmetic, const DeviceTable* table, const T* row,
                     const T* column, const CudaSource& src, const CudaTarget& dst, CudaStream stream)
{
    if (table)
        return launchSeparable<S, D>(plan, arithmetic, StoredTaps<T>{table->on<T>()}, src, dst, stream);
    InlineTaps<T> inlined{};
    std::copy_n(row, plan.ksize.width, inlined.value);
    std::copy_n(column, plan.ksize.height, inlined.value + plan.ksize.width);
    launchSeparable<S, D>(plan, arithmetic, inlined, src, dst, stream);
}

}} // namespace cv::cudatiled
