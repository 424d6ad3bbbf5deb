// SPDX-License-Identifier: Apache-2.0
// createEmbossFilter.
#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/conv2d_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

namespace {

double midGrayOf(int depth)
{
    switch (depth)
    {
    case CV_8U: return 128;
    case CV_16U: return 32768;
    case CV_16F:
    case CV_32F: return 0.5;
    default: return 0; // signed depths have their middle at 0
    }
}

// The side next to the centre that the light comes from, for each EmbossDirection.
const cv::Point kTowardsLight[] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}};

} // namespace

Ptr<Filter> createEmbossFilter(int srcType, int dstType, int direction, double strength, bool midGray, int borderMode,
                               Scalar borderVal, double delta)
{
    CUDATILED_REQUIRE(direction >= EMBOSS_NORTH_WEST && direction <= EMBOSS_WEST, __func__, StsBadArg,
                      "direction is %d; it must be one of EMBOSS_NORTH_WEST (0) to EMBOSS_WEST (7)", direction);
    const float weight = static_cast<float>(finite(__func__, "strength", strength));
    const float towards = static_cast<float>(finite(__func__, "2 * strength", 2 * strength));

    Conv2dPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Conv2d);
    const cv::Point centre(1, 1), light = kTowardsLight[direction];
    cv::Mat_<float> kernel(3, 3, 0.f);
    kernel(centre + light) = towards;
    kernel(centre) = -weight;
    kernel(centre - light) = -weight;
    plan.kernel = kernel;
    setAperture(plan, __func__, {3, 3}, centre);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    const double offset = midGray ? midGrayOf(CV_MAT_DEPTH(plan.dstType)) : 0;
    plan.delta = static_cast<float>(offset + finite(__func__, "delta", delta));
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
