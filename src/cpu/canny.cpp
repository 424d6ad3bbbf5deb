// SPDX-License-Identifier: Apache-2.0
// Canny's edge detector through cv::Canny.
#include <opencv2/imgproc.hpp>

#include "../plans/canny_plan.hpp"
#include "run_on_cpu.hpp"

namespace cv { namespace cudatiled {

void runOnCpu(const CannyPlan& plan, const cv::Mat& src, cv::Mat& dst)
{
    cv::Canny(src, dst, plan.threshold1, plan.threshold2, plan.apertureSize, plan.norm == GradientNorm::L2);
}

void runOnCpu(const CannyPlan& plan, const cv::Mat& dx, const cv::Mat& dy, cv::Mat& dst)
{
    cv::Canny(dx, dy, dst, plan.threshold1, plan.threshold2, plan.norm == GradientNorm::L2);
}

}} // namespace cv::cudatiled
