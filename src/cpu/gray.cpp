// SPDX-License-Identifier: Apache-2.0
// Gray images through cv::cvtColor.
#include <opencv2/imgproc.hpp>

#include "../plans/gray_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const GrayPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    const bool alpha = src.channels() == 4;
    cv::cvtColor(src, dst,
                 plan.blueFirst ? alpha ? cv::COLOR_BGRA2GRAY : cv::COLOR_BGR2GRAY
                 : alpha        ? cv::COLOR_RGBA2GRAY
                                : cv::COLOR_RGB2GRAY);
}

}} // namespace cv::cudatiled
