// SPDX-License-Identifier: Apache-2.0
// The CPU backend: each file of this folder runs one kind of plan through OpenCV's imgproc.
#pragma once

#include <opencv2/core.hpp>

#include "../plans/plans.hpp"

namespace cv { namespace cudatiled {

// dst has the size of src and the plan's type.
void runOnCpu(const BoxPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const Conv2dPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const GaussianPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const LaplacianPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const MedianPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const MorphologyPlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const SeparablePlan& plan, const cv::Mat& src, cv::Mat& dst);
void runOnCpu(const SumPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
