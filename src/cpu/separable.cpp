// SPDX-License-Identifier: Apache-2.0
// Separable correlations through cv::sepFilter2D.
#include <opencv2/imgproc.hpp>

#include "../plans/separable_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const SeparablePlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const auto filter = [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::sepFilter2D(from, to, to.depth(), plan.rowKernel, plan.columnKernel, plan.anchor, plan.delta, borderType);
    };
    if (has32S(plan))
        filterInDouble(plan, src, dst, filter);
    else
        filterWithNeighbours(plan, src, dst, true, filter);
}

}} // namespace cv::cudatiled
