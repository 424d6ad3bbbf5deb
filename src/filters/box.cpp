// SPDX-License-Identifier: Apache-2.0
// createBoxFilter.
#include "../engines/box.hpp"
#include "arguments.hpp"
#include "engine.hpp"

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
