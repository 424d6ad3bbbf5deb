// SPDX-License-Identifier: Apache-2.0
// createPrewittFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/separable_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createPrewittFilter(int srcType, int dstType, int dx, int dy, double scale, int rowBorderMode,
                                int columnBorderMode, double delta, Scalar borderVal)
{
    SeparablePlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Separable);
    CUDATILED_REQUIRE(std::max(dx, dy) == 1 && std::min(dx, dy) == 0, __func__, StsBadArg,
                      "(dx, dy) is (%d, %d); it must be (1, 0) or (0, 1)", dx, dy);
    const cv::Mat derivative(cv::Matx13f(-1, 0, 1)),
        smoothing = cv::Mat::ones(1, 3, CV_32F) * finite(__func__, "scale", scale);
    CUDATILED_REQUIRE(cv::checkRange(smoothing), __func__, StsOutOfRange,
                      "scale is %g; the taps times scale must be finite floats", scale);
    plan.rowKernel = dx == 1 ? derivative : smoothing;
    plan.columnKernel = dx == 1 ? smoothing : derivative;
    setAperture(plan, __func__, {3, 3}, {-1, -1});
    setBorder(plan, __func__, rowBorderMode, columnBorderMode, borderVal);
    plan.delta = finite(__func__, "delta", delta);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
