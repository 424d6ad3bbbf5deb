// SPDX-License-Identifier: Apache-2.0
// The size of a plan's result, and the source sizes that a plan takes.
#pragma once

#include "pyramid_plan.hpp"
#include "resize_plan.hpp"

namespace cv { namespace cudatiled {

inline bool resizesImages(const ImagePlan&)
{
    return false;
}
inline bool resizesImages(const PyramidPlan&)
{
    return true;
}
inline bool resizesImages(const ResizePlan&)
{
    return true;
}

inline cv::Size dstSizeOf(const ImagePlan&, cv::Size srcSize)
{
    return srcSize;
}
cv::Size dstSizeOf(const PyrDownPlan& plan, cv::Size srcSize);
cv::Size dstSizeOf(const PyrUpPlan& plan, cv::Size srcSize);
cv::Size dstSizeOf(const ResizePlan& plan, cv::Size srcSize);

// Throws unless the plan takes an image of that size, which has pixels. Errors name `function`.
inline void checkSizeFor(const ImagePlan&, const char*, cv::Size)
{}
void checkSizeFor(const PyrDownPlan& plan, const char* function, cv::Size srcSize);
void checkSizeFor(const PyrUpPlan& plan, const char* function, cv::Size srcSize);
void checkSizeFor(const ResizePlan& plan, const char* function, cv::Size srcSize);

}} // namespace cv::cudatiled
