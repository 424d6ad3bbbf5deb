// SPDX-License-Identifier: Apache-2.0
// createRobertsFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/conv2d_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createRobertsFilter(int srcType, int dstType, int direction, double scale, int borderMode, Scalar borderVal,
                                double delta)
{
    CUDATILED_REQUIRE(direction == ROBERTS_DOWN || direction == ROBERTS_UP, __func__, StsBadArg,
                      "direction is %d; it must be ROBERTS_DOWN (0) or ROBERTS_UP (1)", direction);
    Conv2dPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Conv2d);
    const float weight = static_cast<float>(finite(__func__, "scale", scale));
    cv::Mat_<float> kernel(3, 3, 0.f); // a centred square of 3x3 has a fast kernel
    kernel(1, 1) = weight;
    kernel(2, direction == ROBERTS_DOWN ? 2 : 0) = -weight;
    plan.kernel = kernel;
    setAperture(plan, __func__, {3, 3}, {-1, -1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    plan.delta = static_cast<float>(finite(__func__, "delta", delta));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
