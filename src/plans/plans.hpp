// SPDX-License-Identifier: Apache-2.0
// The kinds of plans, for lists of functions that take one. Each has its header.
#pragma once

namespace cv { namespace cudatiled {

struct AdaptiveThresholdPlan;
struct BilateralPlan;
struct BoxPlan;
struct CannyPlan;
struct Conv2dPlan;
struct GaussianPlan;
struct GradientPlan;
struct GrayPlan;
struct InsidePlan;
struct LaplacianPlan;
struct LevelsPlan;
struct LocalStatisticsPlan;
struct LookUpPlan;
struct MedianPlan;
struct MorphologyPlan;
struct PyrDownPlan;
struct PyrUpPlan;
struct SeparablePlan;
struct SumPlan;
struct ThresholdPlan;
struct UnsharpPlan;

}} // namespace cv::cudatiled
