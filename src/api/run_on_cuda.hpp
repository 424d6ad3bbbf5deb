// SPDX-License-Identifier: Apache-2.0
// Running the stages of a filter on CUDA, also where source and destination overlap.
#pragma once

#include "../plans/bilateral_plan.hpp"
#include "engine.hpp"
#include "stage_clock.hpp"

namespace cv { namespace cudatiled {

// Filters device memory. dst may overlap the part of src that is read: results do not read what was written. Errors
// name `function`; `clock` may be null.
void filterDeviceImage(const Stages& stages, const char* function, const CudaCall& call, StageClock* clock);

// The same for a joint bilateral filter of two images; dst may overlap both.
void filterGuidedImage(const JointBilateralPlan& plan, const char* function, const CudaSource& joint,
                       const CudaCall& call);

// The kernels of the stages for these images, joined by " + ".
std::string kernelNames(const Stages& stages, const CudaCall& call);

// A clock of the stream's work for one run of these stages. The run begins now.
std::unique_ptr<StageClock> makeCudaClock(const Stages& stages, const char* function, CudaStream stream);

}} // namespace cv::cudatiled
