// SPDX-License-Identifier: Apache-2.0
// The engine of cv::GaussianBlur's fixed-point arithmetic, for 8U and 16U images.
#pragma once

#include "separable.hpp"

namespace cv { namespace cudatiled {

struct GaussianPlan : ImagePlan
{
    double sigmaX = 0, sigmaY = 0;                  // as given; 0 has been replaced for sigmaY only
    std::vector<std::uint32_t> rowTaps, columnTaps; // fixed point, each set sums to 1
    std::shared_ptr<const DeviceTable> storedTaps;  // see prepareForCuda
    SeparablePlan floating; // the same blur in float taps, which OpenCV uses for a region that reads its neighbours

    bool fixedPointFor(const Region& region) const { return border.isolated || !region.isSubmatrix(); }
};

// Puts taps that do not fit into the arguments of a kernel into the memory of the current device.
void prepareForCuda(GaussianPlan& plan);

void runOnCuda(const GaussianPlan& plan, const CudaSource& src, const CudaTarget& dst, CudaStream stream);
void runOnCpu(const GaussianPlan& plan, const cv::Mat& src, cv::Mat& dst);

}} // namespace cv::cudatiled
