// SPDX-License-Identifier: Apache-2.0
// createResizeFilter.
#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/resize_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createResizeFilter(int srcType, Size dsize, double fx, double fy, int interpolation, bool alignCorners)
{
    ResizePlan plan;
    setTypes(plan, __func__, srcType, srcType, DepthPairs::Pyramid);
    setAperture(plan, __func__, {1, 1}, {0, 0});
    plan.border.row = plan.border.column = Border::Replicate;
    plan.border.isolated = true;
    CUDATILED_REQUIRE((dsize.width > 0 && dsize.height > 0) || dsize == cv::Size(), __func__, StsBadSize,
                      "dsize is %d x %d; width and height must be at least 1, or both 0", dsize.width, dsize.height);
    plan.dsize = dsize;
    if (dsize.empty())
    {
        plan.fx = finite(__func__, "fx", fx);
        plan.fy = finite(__func__, "fy", fy);
        CUDATILED_REQUIRE(fx > 0 && fy > 0, __func__, StsBadArg,
                          "fx is %g and fy is %g; without a dsize both must be above 0", fx, fy);
    }
    CUDATILED_REQUIRE(
        interpolation == cv::INTER_NEAREST || interpolation == cv::INTER_LINEAR || interpolation == cv::INTER_AREA,
        __func__, StsBadFlag, "interpolation is %d; it must be INTER_NEAREST (0), INTER_LINEAR (1) or INTER_AREA (3)",
        interpolation);
    CUDATILED_REQUIRE(!alignCorners || interpolation == cv::INTER_LINEAR, __func__, StsBadArg,
                      "alignCorners is true and interpolation %d; it must be INTER_LINEAR (1)", interpolation);
    plan.interpolation = interpolation;
    plan.alignCorners = alignCorners;
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
