// SPDX-License-Identifier: Apache-2.0
// What launches of morphology with centred squares have in common.
#pragma once

#include "../core/dispatch.hpp"
#include "../kernels/minmax/window.cuh"
#include "minmax.cuh"

namespace cv { namespace cudatiled {

// Returns make(arguments, channels) for a step with a centred square, whose extremes are the results, and whose borders
// never win; else null. `channels` is the number as a type.
template <class Make> CudaKernelPtr squareKernel(const StepPlan& step, const Make& make)
{
    const MorphologyPlan& plan = step.plan;
    if (step.combination != Combination::None || !plan.element.empty() || !isCentredSquare(plan, plan.ksize.width))
        return nullptr;
    return withBitsOfMany(CV_MAT_DEPTH(plan.srcType), [&](auto bits) {
        using T = decltype(bits);
        if (!bordersNeverWin<T>(plan, step.step))
            return CudaKernelPtr();
        const ImagePlan image = plan.planOf(step.step);
        MinmaxWindowArguments<T, NoExtra> a{};
        a.source = bitsView<T>(image);
        a.target = batchTarget<T>(image);
        a.flip = flipOf(CV_MAT_DEPTH(image.srcType), step.step);
        return withChannels(a.source.channels, [&](auto channels) { return make(a, channels); });
    });
}

}} // namespace cv::cudatiled
