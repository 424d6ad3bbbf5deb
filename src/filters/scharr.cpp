// SPDX-License-Identifier: Apache-2.0
// createScharrFilter.
#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "arguments.hpp"
#include "derivative.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createScharrFilter(int srcType, int dstType, int dx, int dy, double scale, int rowBorderMode,
                               int columnBorderMode, double delta, Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setDerivative(plan, __func__, {dx, dy, cv::FILTER_SCHARR, false, scale});
    setBorder(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    plan.delta = finite(__func__, "delta", delta);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
