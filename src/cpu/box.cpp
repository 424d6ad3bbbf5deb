// SPDX-License-Identifier: Apache-2.0
// Boxes through cv::boxFilter.
#include <opencv2/imgproc.hpp>

#include "../plans/box_plan.hpp"
#include "imgproc.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// Whether cv::boxFilter makes 32S of the pixels, and adds them up without an overflow of int.
bool imgprocMakes32S(const BoxPlan& box)
{
    return CV_MAT_DEPTH(box.srcType) <= CV_16S && box.ksize.width * 65535. * box.ksize.height < 2147483648.;
}

} // namespace

void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const BoxPlan box = plan.forImage(src.size());
    if (has32S(box) && !imgprocMakes32S(box))
        return filterInDouble(box, src, dst, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
            cv::boxFilter(from, to, CV_64F, box.ksize, box.anchor, box.normalize, borderType);
        });
    filterWithNeighbours(box, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        cv::Mat wide;
        if (box.normalize && box.ksize.area() == 2 && from.depth() == CV_8U && to.depth() == CV_8U)
        {
            // cv::boxFilter makes sum / 2 + 1 of two bytes, but 0 of two white ones in the last columns.
            cv::boxFilter(from, wide, CV_16S, box.ksize, box.anchor, false, borderType);
            wide.convertTo(to, CV_8U, 0.5, 0.75);
        }
        else if (from.depth() == CV_16S && (to.depth() == CV_8U || to.depth() == CV_16U))
        {
            // cv::boxFilter saturates negative sums to the highest value, not to 0, but in the last columns.
            cv::boxFilter(from, wide, CV_32F, box.ksize, box.anchor, box.normalize, borderType);
            wide.convertTo(to, to.depth());
        }
        else
            cv::boxFilter(from, to, to.depth(), box.ksize, box.anchor, box.normalize, borderType);
    });
}

}} // namespace cv::cudatiled
