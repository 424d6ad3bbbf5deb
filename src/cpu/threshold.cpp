// SPDX-License-Identifier: Apache-2.0
// Thresholds through cv::threshold.
#include <opencv2/imgproc.hpp>

#include "../plans/threshold_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const ThresholdPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::threshold(src, dst, plan.thresh, plan.maxval, plan.type);
}

}} // namespace cv::cudatiled
