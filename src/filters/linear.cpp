// SPDX-License-Identifier: Apache-2.0
// createLinearFilter.
#include "../api/engine.hpp"
#include "../plans/conv2d_plan.hpp"
#include "inside.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createLinearFilter(int srcType, int dstType, InputArray kernel, Point anchor, int borderMode,
                               Scalar borderVal, double delta)
{
    Conv2dPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Conv2d);
    plan.kernel = checkedKernel(__func__, "kernel", kernel, false);
    setAperture(plan, __func__, plan.kernel.size(), anchor);
    const bool inside = setBorderOrInside(plan, __func__, borderMode, borderMode, borderVal);
    plan.delta = static_cast<float>(finite(__func__, "delta", delta));
    return inside ? makeInside(__func__, plan) : makeFilter(plan);
}

}} // namespace cv::cudatiled
