// SPDX-License-Identifier: Apache-2.0
// createGrayFilter.
#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "../plans/gray_plan.hpp"
#include "arguments.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createGrayFilter(int srcType, int code)
{
    GrayPlan plan;
    setTypes(plan, __func__, srcType, -1, DepthPairs::Color);
    setPointwise(plan);
    const int channels = CV_MAT_CN(srcType);
    CUDATILED_REQUIRE(channels == 3 || channels == 4, __func__, BadNumChannels,
                      "srcType is %s; images of 3 or 4 channels are supported", typeName(srcType).c_str());
    plan.blueFirst = code == cv::COLOR_BGR2GRAY || code == cv::COLOR_BGRA2GRAY;
    CUDATILED_REQUIRE(plan.blueFirst || code == cv::COLOR_RGB2GRAY || code == cv::COLOR_RGBA2GRAY, __func__, StsBadFlag,
                      "code is %d; it must be COLOR_BGR2GRAY (6), COLOR_RGB2GRAY (7), COLOR_BGRA2GRAY (10) or "
                      "COLOR_RGBA2GRAY (11)",
                      code);
    plan.dstType = CV_MAT_DEPTH(srcType);
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
