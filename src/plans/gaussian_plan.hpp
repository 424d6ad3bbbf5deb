// SPDX-License-Identifier: Apache-2.0
// The plan of cv::GaussianBlur: for 8U and 16U images its fixed-point arithmetic, for others float taps.
#pragma once

#include "separable_plan.hpp"

namespace cv { namespace cudatiled {

struct GaussianPlan : ImagePlan
{
    double sigmaX = 0, sigmaY = 0;                  // as given; 0 has been replaced for sigmaY only
    std::vector<std::uint32_t> rowTaps, columnTaps; // fixed point, each set sums to 1; empty for other images
    SeparablePlan floating; // the same blur in float taps, which OpenCV uses for a region that reads its neighbours

    bool alwaysFixedPoint = false; // also for such a region

    bool isFixedPoint() const { return !rowTaps.empty(); }
    bool fixedPointFor(const Region& region) const
    {
        return alwaysFixedPoint || border.isolated || !region.isSubmatrix();
    }
};

}} // namespace cv::cudatiled
