// SPDX-License-Identifier: Apache-2.0
// Views of images for kernels that are told their depth when they run.
#pragma once

#include "../core/any_depth.hpp"
#include "launch.cuh"

namespace cv { namespace cudatiled {

// Sets the part of the views that is known when a filter is created. S and D may be AnyDepth.
template <class S> SourceView<S> generalSource(const ImagePlan& plan)
{
    if constexpr (kIsAnyDepth<S>)
    {
        using Value = typename S::Value;
        SourceView<S> view{sourceView<Value>(plan), static_cast<Depth>(CV_MAT_DEPTH(plan.srcType))};
        withScalarType<Value>(view.depth, [&](auto scalar) {
            for (int c = 0; c < 4; ++c)
                view.outside[c] = static_cast<Value>(cv::saturate_cast<decltype(scalar)>(plan.border.outside[c]));
        });
        return view;
    }
    else
        return sourceView<S>(plan);
}

template <class D> TargetView<D> generalTarget(const ImagePlan& plan)
{
    if constexpr (kIsAnyDepth<D>)
        return {targetView<typename D::Value>(plan), static_cast<Depth>(CV_MAT_DEPTH(plan.dstType))};
    else
        return targetView<D>(plan);
}

}} // namespace cv::cudatiled
