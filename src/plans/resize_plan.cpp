// SPDX-License-Identifier: Apache-2.0
// The sizes that cv::resize makes, and its choice of a method.
#include "resize_plan.hpp"

#include <cfloat>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "../core/require.hpp"
#include "dst_size.hpp"

namespace cv { namespace cudatiled {

namespace {

// The number, if cv::resize takes it for a whole one; else 0.
int wholeFactor(double scale)
{
    const int whole = cv::saturate_cast<int>(scale);
    return std::abs(scale - whole) < DBL_EPSILON ? whole : 0;
}

} // namespace

cv::Size dstSizeOf(const ResizePlan& plan, cv::Size srcSize)
{
    if (!plan.dsize.empty())
        return plan.dsize;
    return {cv::saturate_cast<int>(srcSize.width * plan.fx), cv::saturate_cast<int>(srcSize.height * plan.fy)};
}

Resizing resizingOf(const ResizePlan& plan, cv::Size srcSize)
{
    const cv::Size size = dstSizeOf(plan, srcSize);
    const auto scale = [&](int source, int target, double factor) {
        return size == srcSize ? 1. : 1. / (plan.dsize.empty() ? factor : static_cast<double>(target) / source);
    };
    Resizing resizing{ResizeMethod::Linear,
                      {scale(srcSize.width, size.width, plan.fx), srcSize.width, size.width, plan.alignCorners},
                      {scale(srcSize.height, size.height, plan.fy), srcSize.height, size.height, plan.alignCorners},
                      false};
    const int factorX = wholeFactor(resizing.x.scale), factorY = wholeFactor(resizing.y.scale);
    resizing.whole = factorX > 0 && factorY > 0;
    if (plan.interpolation == cv::INTER_NEAREST)
        resizing.method = ResizeMethod::Nearest;
    else if (plan.alignCorners)
        resizing.method = ResizeMethod::Corners;
    else if (plan.interpolation == cv::INTER_AREA || (factorX == 2 && factorY == 2)) // so does cv::resize
        resizing.method = ResizeMethod::Area;
    if (resizing.whole)
    {
        resizing.x.scale = factorX;
        resizing.y.scale = factorY;
    }
    return resizing;
}

void checkSizeFor(const ResizePlan& plan, const char* function, cv::Size srcSize)
{
    const double most = 2147483647.;
    CUDATILED_REQUIRE(!plan.dsize.empty() || (srcSize.width * plan.fx <= most && srcSize.height * plan.fy <= most),
                      function, StsOutOfRange, "src is %d x %d, fx is %g and fy is %g; results must stay below 2^31",
                      srcSize.width, srcSize.height, plan.fx, plan.fy);
    const cv::Size size = dstSizeOf(plan, srcSize);
    CUDATILED_REQUIRE(size.width > 0 && size.height > 0, function, StsBadSize,
                      "src is %d x %d, fx is %g and fy is %g; results must have at least one pixel", srcSize.width,
                      srcSize.height, plan.fx, plan.fy);
    CUDATILED_REQUIRE(plan.interpolation != cv::INTER_AREA || resizingOf(plan, srcSize).whole, function,
                      StsUnmatchedSizes,
                      "src is %d x %d, and INTER_AREA makes %d x %d pixels of it; it must shrink by whole factors",
                      srcSize.width, srcSize.height, size.width, size.height);
}

}} // namespace cv::cudatiled
