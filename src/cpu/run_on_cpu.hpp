// SPDX-License-Identifier: Apache-2.0
// The CPU backend: each file of this folder runs one kind of plan through OpenCV's imgproc.
#pragma once

#include <vector>

#include <opencv2/core.hpp>

#include "../plans/plans.hpp"

namespace cv { namespace cudatiled {

// dst has the plan's type, and the size that the plan makes of src.
void runOnCpu(const AdaptiveThresholdPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const BilateralPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const CannyPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const CornerPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const GaussianPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const GradientPlan& plan, const cv::Mat& src, cv::Mat& dst); // the magnitude
void runOnCpu(const GrayPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const InsidePlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const LevelsPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const LocalStatisticsPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const LookUpPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const MorphologyPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const PyrDownPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const PyrUpPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const ResizePlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const SeparablePlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const SeparableSumPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const SumPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const ThresholdPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const UnsharpPlan& plan, const cv::Mat& src, cv::Mat& dst);

// From derivatives, 16SC1 or 16SC3.
void runOnCpu(const CannyPlan& plan, const cv::Mat& dx, const cv::Mat& dy, cv::Mat& dst);

// The results have that size and their types, in the order of targetsOf(); those that are not wanted are empty.
void runOnCpu(const GradientPlan& plan, const cv::Mat& src, std::vector<cv::Mat>& results);

}} // namespace cv::cudatiled
