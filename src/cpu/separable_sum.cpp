// SPDX-License-Identifier: Apache-2.0
// Sums of two separable correlations: Laplacians through cv::Laplacian, others through cv::sepFilter2D.
#include <opencv2/imgproc.hpp>

#include "../plans/separable_sum_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// OpenCV rounds floats beyond the range of int to the lowest int: keep them in it.
void saturate(const cv::Mat& sums, cv::Mat& dst)
{
    constexpr double kBeyondEveryDepth = 1e6;
    cv::Mat inRange;
    cv::min(sums, kBeyondEveryDepth, inRange);
    cv::max(inRange, -kBeyondEveryDepth, inRange);
    inRange.convertTo(dst, dst.depth());
}

void laplacian(const SeparableSumPlan& plan, const cv::Mat& src, cv::Mat& dst, int borderType)
{
    // The small ones come here for the depth pairs that cv::filter2D lacks; sums of the large ones may be beyond int.
    const int ksize = plan.laplacian;
    const bool small = ksize <= 3, large = ksize > 9;
    if (dst.depth() == CV_32F || !(small || large))
        return cv::Laplacian(src, dst, dst.depth(), ksize, plan.scale, plan.delta, borderType);
    cv::Mat sums;
    cv::Laplacian(src, sums, CV_32F, ksize, plan.scale, plan.delta, borderType);
    saturate(sums, dst);
}

cv::Mat sumOfBoth(const SeparableSumPlan& plan, const cv::Mat& src, int depth, int borderType)
{
    cv::Mat sums, others;
    cv::sepFilter2D(src, sums, depth, plan.first.row, plan.first.column, plan.anchor, 0, borderType);
    cv::sepFilter2D(src, others, depth, plan.second.row, plan.second.column, plan.anchor, 0, borderType);
    return sums + others;
}

} // namespace

void runOnCpu(const SeparableSumPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    if (has32S(plan))
        return filterInDouble(plan, src, dst, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
            if (plan.laplacian)
                cv::Laplacian(from, to, CV_64F, plan.laplacian, 1, 0, borderType); // it has the small ones in float
            else
                to = sumOfBoth(plan, from, CV_64F, borderType);
            to.convertTo(to, CV_64F, plan.scale, plan.delta);
        });
    filterWithNeighbours(plan, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        if (plan.laplacian)
            laplacian(plan, from, to, borderType);
        else
            scaleSums(sumOfBoth(plan, from, CV_32F, borderType), plan.scale, plan.delta, to);
    });
}

}} // namespace cv::cudatiled
