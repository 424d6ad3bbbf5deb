// SPDX-License-Identifier: Apache-2.0
// 2-D correlations through cv::filter2D.
#include <opencv2/imgproc.hpp>

#include "../plans/conv2d_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    // From 50 taps on cv::filter2D takes a DFT, whose rounding is not that of the sum, unless src is a part of a larger
    // image.
    const bool byDft = plan.kernel.total() >= 50 && !regionOf(plan, src).isSubmatrix();
    filterWithNeighbours(plan, src, dst, !byDft, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::filter2D(from, to, to.depth(), plan.kernel, plan.anchor, plan.delta, borderType);
    });
}

}} // namespace cv::cudatiled
