// SPDX-License-Identifier: Apache-2.0
// createBoxFilter.
#include "../api/engine.hpp"
#include "../plans/box_plan.hpp"
#include "inside.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor, int borderMode, Scalar borderVal,
                            bool normalize)
{
    BoxPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setAperture(plan, __func__, ksize, anchor);
    const bool inside = setBorderOrInside(plan, __func__, borderMode, borderMode, borderVal);
    plan.normalize = normalize;
    return inside ? makeInside(__func__, plan) : makeFilter(plan);
}

}} // namespace cv::cudatiled
