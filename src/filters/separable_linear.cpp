// SPDX-License-Identifier: Apache-2.0
// createSeparableLinearFilter.
#include "../api/engine.hpp"
#include "../plans/separable_plan.hpp"
#include "inside.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createSeparableLinearFilter(int srcType, int dstType, InputArray rowKernel, InputArray columnKernel,
                                        Point anchor, int rowBorderMode, int columnBorderMode, double delta,
                                        Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    plan.rowKernel = checkedKernel(__func__, "rowKernel", rowKernel, true);
    plan.columnKernel = checkedKernel(__func__, "columnKernel", columnKernel, true);
    setAperture(plan, __func__, {plan.rowKernel.cols, plan.columnKernel.cols}, anchor);
    const bool inside = setBorderOrInside(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    plan.delta = finite(__func__, "delta", delta);
    return inside ? makeInside(__func__, plan) : makeFilter(plan);
}

}} // namespace cv::cudatiled
