// SPDX-License-Identifier: Apache-2.0
// createAutoThresholdFilter.
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../api/engine.hpp"
#include "../core/require.hpp"
#include "levels.hpp"

namespace cv { namespace cudatiled {

Ptr<Filter> createAutoThresholdFilter(int srcType, double maxval, int type)
{
    const int method = type & (cv::THRESH_OTSU | cv::THRESH_TRIANGLE), comparison = type & ~method;
    LevelsPlan plan = levelsPlan(__func__, srcType,
                                 method == cv::THRESH_OTSU ? LevelsRule::OtsuThreshold : LevelsRule::TriangleThreshold,
                                 DepthPairs::Levels);
    CUDATILED_REQUIRE(
        (method == cv::THRESH_OTSU || method == cv::THRESH_TRIANGLE) && comparison >= 0 &&
            comparison <= cv::THRESH_TOZERO_INV,
        __func__, StsBadArg,
        "type is %d; it must be THRESH_OTSU (8) or THRESH_TRIANGLE (16), with THRESH_BINARY (0), BINARY_INV "
        "(1), TRUNC (2), TOZERO (3) or TOZERO_INV (4)",
        type);
    CUDATILED_REQUIRE(std::abs(maxval) < 2147483648., __func__, StsOutOfRange,
                      "maxval is %g; it must lie between -2^31 and 2^31", maxval);
    const bool bytes = CV_MAT_DEPTH(srcType) == CV_8U;
    plan.threshold = {comparison,
                      bytes ? cv::saturate_cast<std::uint8_t>(maxval) : cv::saturate_cast<std::uint16_t>(maxval)};
    return makeFilter(plan);
}

}} // namespace cv::cudatiled
