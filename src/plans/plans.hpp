// SPDX-License-Identifier: Apache-2.0
// The kinds of plans, for lists of functions that take one. Each has its header.
#pragma once

namespace cv { namespace cudatiled {

struct AdaptiveThresholdPlan;
struct BilateralPlan;
struct BoxPlan;
struct CannyPlan;
struct Conv2dPlan;
struct CornerPlan;
struct GaussianPlan;
struct GradientPlan;
struct GrayPlan;
struct InsidePlan;
struct LevelsPlan;
struct LocalStatisticsPlan;
struct LookUpPlan;
struct MedianPlan;
struct MorphologyPlan;
struct PyrDownPlan;
struct PyrUpPlan;
struct ResizePlan;
struct SeparablePlan;
struct SeparableSumPlan;
struct SumPlan;
struct ThresholdPlan;
struct UnsharpPlan;

}} // namespace cv::cudatiled
