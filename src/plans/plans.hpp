// SPDX-License-Identifier: Apache-2.0
// The kinds of plans, for lists of functions that take one. Each has its header.
#pragma once

namespace cv { namespace cudatiled {

struct BilateralPlan;
struct BoxPlan;
struct CannyPlan;
struct Conv2dPlan;
struct GaussianPlan;
struct GradientPlan;
struct LaplacianPlan;
struct MedianPlan;
struct MorphologyPlan;
struct SeparablePlan;
struct SumPlan;
struct UnsharpPlan;

}} // namespace cv::cudatiled
