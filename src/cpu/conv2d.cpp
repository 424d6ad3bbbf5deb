// SPDX-License-Identifier: Apache-2.0
// 2-D correlations through cv::filter2D.
#include <opencv2/imgproc.hpp>

#include "../plans/conv2d_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

void correlate(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst, float delta)
{
    // From 50 taps on cv::filter2D takes a DFT, whose rounding is not that of the sum, unless src is a part of a larger
    // image.
    const bool byDft = plan.kernel.total() >= 50 && !regionOf(plan, src).isSubmatrix();
    const auto filter = [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::filter2D(from, to, to.depth(), plan.kernel, plan.anchor, delta, borderType);
    };
    if (dst.depth() != CV_32F && sumsMayLeaveInt(plan, cv::norm(plan.kernel, cv::NORM_L1), delta))
        filterInDouble(plan, src, dst, filter);
    else
        filterWithNeighbours(plan, src, dst, !byDft, filter);
}

} // namespace

void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (plan.scale == 1)
        return correlate(plan, src, dst, plan.delta);
    cv::Mat sums(src.size(), CV_MAKETYPE(CV_32F, src.channels()));
    correlate(plan, src, sums, 0);
    scaleSums(sums, plan.scale, plan.delta, dst);
}

}} // namespace cv::cudatiled
