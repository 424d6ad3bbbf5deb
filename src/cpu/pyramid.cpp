// SPDX-License-Identifier: Apache-2.0
// Pyramids through cv::pyrDown and cv::pyrUp.
#include <opencv2/imgproc.hpp>

#include "../plans/pyramid_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

namespace {

// `make` to dst, or where that shares memory with src to a new image.
template <class Make> void apart(const cv::Mat& src, cv::Mat& dst, Make make)
{
    cv::Mat result = src.datastart < dst.dataend && dst.datastart < src.dataend ? cv::Mat(dst.size(), dst.type()) : dst;
    make(result);
    if (result.data != dst.data)
        result.copyTo(dst);
}

} // namespace

void runOnCpu(const PyrDownPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    apart(src, dst,
          [&](cv::Mat& result) { cv::pyrDown(src, result, result.size(), static_cast<int>(plan.border.row)); });
}

void runOnCpu(const PyrUpPlan&, const cv::Mat& src, cv::Mat& dst)
{
    apart(src, dst, [&](cv::Mat& result) {
        if (src.cols > 1 || result.cols < 3)
            return cv::pyrUp(src, result, result.size());
        cv::Mat two = result.colRange(0, 2), last = result.col(2); // cv::pyrUp does not fill the last one
        cv::pyrUp(src, two, two.size());
        two.col(1).copyTo(last);
    });
}

}} // namespace cv::cudatiled
