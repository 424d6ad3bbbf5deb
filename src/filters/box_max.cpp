// SPDX-License-Identifier: Apache-2.0
// createBoxMaxFilter.
#include "../api/engine.hpp"
#include "../plans/morphology_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createBoxMaxFilter(int srcType, Size ksize, Point anchor, int borderMode, Scalar borderVal)
{
    MorphologyPlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Same);
    setAperture(plan, __func__, ksize, anchor);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    plan.operation = MorphologyOperation::Dilate;
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
