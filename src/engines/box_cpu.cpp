// SPDX-License-Identifier: Apache-2.0
// Boxes through cv::boxFilter.
#include <opencv2/imgproc.hpp>

#include "box.hpp"
#include "cpu.hpp"

namespace cv { namespace cudatiled {

BoxPlan BoxPlan::forImage(cv::Size size) const
{
    BoxPlan plan = *this;
    if (!normalize || !border.isolated)
        return plan;
    if (size.height == 1 && border.column != Border::Constant)
        plan.ksize.height = 1, plan.anchor.y = 0;
    if (size.width == 1 && border.row != Border::Constant)
        plan.ksize.width = 1, plan.anchor.x = 0;
    return plan;
}

void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const BoxPlan box = plan.forImage(src.size());
    filterWithNeighbours(box, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::boxFilter(from, to, to.depth(), box.ksize, box.anchor, box.normalize, borderType);
    });
}

}} // namespace cv::cudatiled
