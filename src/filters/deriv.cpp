// SPDX-License-Identifier: Apache-2.0
// createDerivFilter.
#include "../api/engine.hpp"
#include "arguments.hpp"
#include "derivative.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createDerivFilter(int srcType, int dstType, int dx, int dy, int ksize, bool normalize, double scale,
                              int rowBorderMode, int columnBorderMode, double delta, Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    setDerivative(plan, __func__, {dx, dy, ksize, normalize, scale});
    setBorder(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    plan.delta = finite(__func__, "delta", delta);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
