// SPDX-License-Identifier: Apache-2.0
// createGradientFilter.
#include <opencv2/imgproc.hpp>

#include "../api/apply_gradient.hpp"
#include "../core/require.hpp"
#include "arguments.hpp"
#include "derivative.hpp"
#include "gradient.hpp"

namespace cv { namespace cudatiled {

void setDerivatives(GradientPlan& plan, const char* function, int ksize, double scale)
{
    static_cast<ImagePlan&>(plan.dx) = plan;
    if (CV_MAT_DEPTH(plan.dstType) == CV_8U)
        plan.dx.dstType = CV_MAKETYPE(CV_16S, CV_MAT_CN(plan.srcType));
    static_cast<ImagePlan&>(plan.dy) = plan.dx;
    setDerivative(plan.dx, function, {1, 0, ksize, false, scale});
    setDerivative(plan.dy, function, {0, 1, ksize, false, scale});
    const cv::Size window(std::max(plan.dx.ksize.width, plan.dy.ksize.width),
                          std::max(plan.dx.ksize.height, plan.dy.ksize.height));
    setAperture(plan, function, window, {-1, -1});
}

Ptr<GradientFilter> createGradientFilter(int srcType, int dstType, int ksize, int norm, bool angleInDegrees,
                                         double scale, int borderMode, Scalar borderVal)
{
    GradientPlan plan;
    setTypes(plan, __func__, srcType, dstType, DepthPairs::Gradient);
    setBorder(plan, __func__, borderMode, borderMode, borderVal);
    CUDATILED_REQUIRE(norm == cv::NORM_L1 || norm == cv::NORM_L2, __func__, StsBadArg,
                      "norm is %d; it must be NORM_L1 (%d) or NORM_L2 (%d)", norm, cv::NORM_L1, cv::NORM_L2);
    plan.norm = norm == cv::NORM_L1 ? GradientNorm::L1 : GradientNorm::L2;
    plan.degrees = angleInDegrees;
    setDerivatives(plan, __func__, ksize, scale);
    return makeGradientFilter(plan);
}

}} // namespace cv::cudatiled
