// SPDX-License-Identifier: Apache-2.0
// The kernels of a plan, in the order in which `apply` asks whether they take the images.
#pragma once

#include "../launch/cuda_kernel.hpp"
#include "../plans/plans.hpp"

namespace cv { namespace cudatiled {

// Each file of this folder has one of these: its list of kernels.
CudaKernels kernelsFor(const AdaptiveThresholdPlan& plan);
CudaKernels kernelsFor(const BilateralPlan& plan);
CudaKernels kernelsFor(const BoxPlan& plan);
CudaKernels kernelsFor(const CannyPlan& plan);
CudaKernels kernelsFor(const Conv2dPlan& plan);
CudaKernels kernelsFor(const CornerPlan& plan);
CudaKernels kernelsFor(const GaussianPlan& plan);
CudaKernels kernelsFor(const GradientPlan& plan);
CudaKernels kernelsFor(const GrayPlan& plan);
CudaKernels kernelsFor(const InsidePlan& plan);
CudaKernels kernelsFor(const LevelsPlan& plan);
CudaKernels kernelsFor(const LocalStatisticsPlan& plan);
CudaKernels kernelsFor(const LookUpPlan& plan);
CudaKernels kernelsFor(const MedianPlan& plan);
CudaKernels kernelsFor(const MorphologyPlan& plan);
CudaKernels kernelsFor(const PyrDownPlan& plan);
CudaKernels kernelsFor(const PyrUpPlan& plan);
CudaKernels kernelsFor(const ResizePlan& plan);
CudaKernels kernelsFor(const SeparablePlan& plan);
CudaKernels kernelsFor(const SeparableSumPlan& plan);
CudaKernels kernelsFor(const SumPlan& plan);
CudaKernels kernelsFor(const ThresholdPlan& plan);
CudaKernels kernelsFor(const UnsharpPlan& plan);

}} // namespace cv::cudatiled
