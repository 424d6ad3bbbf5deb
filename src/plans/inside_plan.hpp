// SPDX-License-Identifier: Apache-2.0
// The plan of weighted means that count only the pixels inside the image: BORDER_INSIDE.
#pragma once

#include <array>
#include <variant>

#include "box_plan.hpp"
#include "conv2d_plan.hpp"
#include "gaussian_plan.hpp"

namespace cv { namespace cudatiled {

// dst = delta + (sum of tap * pixel) / (sum of taps), both over the taps that lie on a pixel of the image. No tap is
// negative, and the one on the result is positive, so that no sum of taps is 0.
struct InsidePlan : ImagePlan
{
    std::variant<BoxPlan, Conv2dPlan, GaussianPlan, SeparablePlan> within; // where the whole window lies inside
    cv::Mat kernel;                  // the taps elsewhere: CV_32FC1, continuous; or empty, if they are the product of
    cv::Mat rowKernel, columnKernel; // a row and a column
    double delta = 0;
};

// The results whose windows lie inside the image, and the rectangles around them: above, below, left and right.
struct WindowParts
{
    cv::Rect within;
    std::array<cv::Rect, 4> around;
};

WindowParts windowParts(const ImagePlan& plan, const Region& region);

}} // namespace cv::cudatiled
