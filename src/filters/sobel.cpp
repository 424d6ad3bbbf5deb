// SPDX-License-Identifier: Apache-2.0
// createSobelFilter.
#include "../api/engine.hpp"
#include "arguments.hpp"
#include "derivative.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createSobelFilter(int srcType, int dstType, int dx, int dy, int ksize, double scale, int rowBorderMode,
                              int columnBorderMode, double delta, Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setDerivative(plan, __func__, {dx, dy, ksize, false, scale});
    setBorder(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    plan.delta = finite(__func__, "delta", delta);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
