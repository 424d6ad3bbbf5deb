// SPDX-License-Identifier: Apache-2.0
// createBoxFilter.
#include "../api/engine.hpp"
#include "../plans/box_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createBoxFilter(int srcType, int dstType, Size ksize, Point anchor, int borderMode, Scalar borderVal,
                            bool normalize)
{
    BoxPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setAperture(plan, __func__, ksize, anchor);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    plan.normalize = normalize;
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
