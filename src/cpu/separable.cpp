// SPDX-License-Identifier: Apache-2.0
// Separable correlations through cv::sepFilter2D.
#include <opencv2/imgproc.hpp>

#include "../plans/separable_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

cv::Mat exactSums(const SeparablePlan& plan, const cv::Mat& src, const ImgprocFilter& filter)
{
    if (has32S(plan))
        return sumsInDouble(plan, src, filter);
    cv::Mat sums(src.size(), CV_MAKETYPE(CV_32F, src.channels()));
    filterWithNeighbours(plan, src, sums, true, filter);
    return sums;
}

// The sum of the magnitudes of all taps.
double magnitude(const SeparablePlan& plan)
{
    return cv::norm(plan.rowKernel, cv::NORM_L1) * cv::norm(plan.columnKernel, cv::NORM_L1);
}

} // namespace

void runOnCpu(const SeparablePlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const auto filter = [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        const double delta = plan.scale == 1 ? plan.delta : 0;
        cv::sepFilter2D(from, to, to.depth(), plan.rowKernel, plan.columnKernel, plan.anchor, delta, borderType);
    };
    if (plan.scale != 1)
        scaleSums(exactSums(plan, src, filter), plan.scale, plan.delta, dst);
    else if (has32S(plan) || sumsMayLeaveInt(plan, magnitude(plan), plan.delta))
        filterInDouble(plan, src, dst, filter);
    else
        filterWithNeighbours(plan, src, dst, true, filter);
}

}} // namespace cv::cudatiled
