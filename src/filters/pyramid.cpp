// SPDX-License-Identifier: Apache-2.0
// What the factories of pyramids have in common.
#include "pyramid.hpp"

#include "../core/require.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

void setLevel(PyramidPlan& plan, const char* function, int srcType, cv::Size dsize, int borderMode)
{
    setTypes(plan, function, srcType, srcType, DepthPairs::Pyramid);
    setAperture(plan, function, {5, 5}, {-1, -1});
    setBorder(plan, function, borderMode, borderMode, cv::Scalar());
    plan.border.isolated = true;
    CUDATILED_REQUIRE((dsize.width > 0 && dsize.height > 0) || dsize == cv::Size(), function, StsBadSize,
                      "dsize is %d x %d; width and height must be at least 1, or both 0", dsize.width, dsize.height);
    plan.dsize = dsize;
}

}} // namespace cv::cudatiled
