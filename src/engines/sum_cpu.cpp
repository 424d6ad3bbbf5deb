// SPDX-License-Identifier: Apache-2.0
// Sums along rows and columns through cv::boxFilter.
#include <opencv2/imgproc.hpp>

#include "cpu.hpp"
#include "sum.hpp"

namespace cv { namespace cudatiled {

namespace {

// cv::boxFilter adds integers up in int.
bool fitsInt(const SumPlan& plan)
{
    return static_cast<double>(plan.ksize.width) * plan.ksize.height * 65535 < 2147483648.;
}

// Floats beyond the range of int are rounded to the lowest int: keep them in it.
void convert(const cv::Mat& sums, cv::Mat& dst)
{
    cv::Mat inRange;
    if (dst.depth() == CV_32S)
        inRange = cv::min(cv::max(sums, -2147483648.), 2147483647.);
    (inRange.empty() ? sums : inRange).convertTo(dst, dst.depth());
}

} // namespace

void runOnCpu(const SumPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Mat sums;
    if (src.depth() != CV_32F && !fitsInt(plan))
    {
        cv::Mat wide;
        paddedCopy(plan, src).convertTo(wide, CV_64F);
        const cv::Mat inside = wide(insidePadding(plan, src.size()));
        cv::boxFilter(inside, sums, CV_64F, plan.ksize, plan.anchor, false, cv::BORDER_REPLICATE);
        return convert(sums, dst);
    }
    filterWithNeighbours(plan, src, dst, true, [&](const cv::Mat& from, cv::Mat& to, int borderType) {
        const bool rounds = from.depth() == CV_32F && to.depth() == CV_32S;
        cv::boxFilter(from, rounds ? sums : to, rounds ? CV_64F : to.depth(), plan.ksize, plan.anchor, false,
                      borderType);
        if (rounds)
            convert(sums, to);
    });
}

}} // namespace cv::cudatiled
