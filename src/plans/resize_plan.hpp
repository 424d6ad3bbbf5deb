// SPDX-License-Identifier: Apache-2.0
// The plan of images of any other size.
#pragma once

#include "../core/resize.hpp"
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

struct ResizePlan : ImagePlan
{
    cv::Size dsize;        // of all results; empty: by the factors
    double fx = 0, fy = 0; // pixels of results for one of the source; 0 where dsize counts
    int interpolation = 0; // a cv::InterpolationFlags
    bool alignCorners = false;
};

enum class ResizeMethod
{
    Nearest,
    Linear,  // bytes in fixed point
    Corners, // linear interpolation in float
    Area     // means of whole rectangles
};

// How a plan filters a source of some size.
struct Resizing
{
    ResizeMethod method;
    ResizeAxis x, y;
    bool whole; // both scales are whole numbers

    bool shrinksBy(int factor) const { return whole && x.scale == factor && y.scale == factor; }
};

// The plan must take a source of that size.
Resizing resizingOf(const ResizePlan& plan, cv::Size srcSize);

}} // namespace cv::cudatiled
