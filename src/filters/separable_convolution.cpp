// SPDX-License-Identifier: Apache-2.0
// createSeparableConvolutionFilter.
#include "../api/engine.hpp"
#include "../plans/separable_plan.hpp"
#include "arguments.hpp"
#include "mask.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createSeparableConvolutionFilter(int srcType, int dstType, InputArray rowMask, InputArray columnMask,
                                             Point origin, double scale, double delta, int rowBorderMode,
                                             int columnBorderMode, Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    plan.rowKernel = turned(checkedKernel(__func__, "rowMask", rowMask, true));
    plan.columnKernel = turned(checkedKernel(__func__, "columnMask", columnMask, true));
    setOrigin(plan, __func__, {plan.rowKernel.cols, plan.columnKernel.cols}, origin);
    setBorder(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    finite(__func__, "scale", scale);
    if (areExact(srcType, plan.rowKernel) && areExact(srcType, plan.columnKernel))
        plan.scale = scale;
    else
        plan.columnKernel = scaledTaps(__func__, plan.columnKernel, scale);
    plan.delta = finite(__func__, "delta", delta);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
