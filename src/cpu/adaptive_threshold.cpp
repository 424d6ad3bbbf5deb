// SPDX-License-Identifier: Apache-2.0
// Thresholds that follow the mean around a pixel, through cv::adaptiveThreshold.
#include <opencv2/imgproc.hpp>

#include "../plans/adaptive_threshold_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const AdaptiveThresholdPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::adaptiveThreshold(src, dst, plan.maxValue, plan.adaptiveMethod, plan.thresholdType, plan.ksize.width, plan.c);
}

}} // namespace cv::cudatiled
