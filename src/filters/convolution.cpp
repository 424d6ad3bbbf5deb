// SPDX-License-Identifier: Apache-2.0
// createConvolutionFilter.
#include "../api/engine.hpp"
#include "../plans/conv2d_plan.hpp"
#include "arguments.hpp"
#include "mask.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createConvolutionFilter(int srcType, int dstType, InputArray mask, Point origin, double scale, double delta,
                                    int borderMode, Scalar borderVal)
{
    Conv2dPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Conv2d);
    plan.kernel = turned(checkedKernel(__func__, "mask", mask, false));
    setOrigin(plan, __func__, plan.kernel.size(), origin);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    finite(__func__, "scale", scale);
    if (areExact(srcType, plan.kernel))
        plan.scale = static_cast<float>(scale);
    else
        plan.kernel = scaledTaps(__func__, plan.kernel, scale);
    plan.delta = static_cast<float>(finite(__func__, "delta", delta));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
