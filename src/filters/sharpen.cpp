// SPDX-License-Identifier: Apache-2.0
// createSharpenFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/conv2d_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createSharpenFilter(int srcType, int dstType, int neighbours, double k, int borderMode, Scalar borderVal,
                                double delta)
{
    CUDATILED_REQUIRE(neighbours == SHARPEN_4 || neighbours == SHARPEN_8, __func__, StsBadArg,
                      "neighbours is %d; it must be SHARPEN_4 (4) or SHARPEN_8 (8)", neighbours);
    CUDATILED_REQUIRE(finite(__func__, "k", k) >= 0, __func__, StsBadArg, "k is %g; it must not be negative", k);
    const float side = static_cast<float>(-k), corner = neighbours == SHARPEN_8 ? side : 0.f;
    const float centre = static_cast<float>(finite(__func__, "1 + neighbours * k", 1 + neighbours * k));

    Conv2dPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Conv2d);
    plan.kernel = cv::Mat(cv::Matx33f(corner, side, corner, side, centre, side, corner, side, corner));
    setAperture(plan, __func__, {3, 3}, {1, 1});
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    plan.delta = static_cast<float>(finite(__func__, "delta", delta));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
