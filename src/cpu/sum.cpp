// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns through cv::boxFilter.
#include <opencv2/imgproc.hpp>

#include "../plans/sum_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// cv::boxFilter adds integers up in int.
bool fitsInt(const SumPlan& plan)
{
    return static_cast<double>(plan.ksize.width) * plan.ksize.height * 65535 < 2147483648.;
}

} // namespace

void runOnCpu(const SumPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const auto filter = [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::boxFilter(from, to, to.depth(), plan.ksize, plan.anchor, false, borderType);
    };
    if (src.depth() == CV_32F ? dst.depth() == CV_32S : !fitsInt(plan))
        filterInDouble(plan, src, dst, filter);
    else
        filterWithNeighbours(plan, src, dst, true, filter);
}

}} // namespace cv::cudatiled
