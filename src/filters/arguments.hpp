// SPDX-License-Identifier: Apache-2.0
// Checks and normal forms of the arguments that factories share. `function` is the factory that is named in errors.
#pragma once

#include "../plans/image_plan.hpp"

namespace cv { namespace cudatiled {

// Which depths a filter makes of which; see the manual in cudatiled.hpp.
enum class DepthPairs
{
    Conv2d,      // those of cv::filter2D
    Separable,   // those of cv::sepFilter2D and cv::boxFilter
    Same,        // the depth of the source
    Sum,         // 32S or 32F
    Gradient,    // of magnitudes
    Statistic,   // 32F of 8U, 16U, 16S, 32F and 16F; 16F of 8U, 32F and 16F
    Squares,     // these, and 8U, 16U and 16S of all but 16F
    SameOrFloat, // those of Statistic, and the depth of the source
    Bytes,       // 8U of 8U
    Levels,      // the depth of the source, 8U or 16U
    Pyramid,     // the depth of the source, as cv::pyrDown has it
    Color,       // the depth of the source, of cv::cvtColor
    Threshold,   // the depth of the source, of cv::threshold
    Corner,      // 32F of 8U, 32F and 16F
    ByteOrFloat  // the depth of the source, 8U, 32F or 16F
};

bool hasDepthPair(DepthPairs pairs, int srcDepth, int dstDepth);

// Fills in the types; dstType < 0 becomes srcType.
void setTypes(ImagePlan& plan, const char* function, int srcType, int dstType, DepthPairs pairs);

// Fills in size and anchor; -1 becomes the centre.
void setAperture(ImagePlan& plan, const char* function, cv::Size ksize, cv::Point anchor);

// Fills in size, anchor and borders of a filter whose results depend on the pixel under them alone.
void setPointwise(ImagePlan& plan);

// Fills in the borders; columnBorderMode < 0 becomes rowBorderMode.
void setBorder(ImagePlan& plan, const char* function, int rowBorderMode, int columnBorderMode, const cv::Scalar& value);

// The number, if it is finite.
double finite(const char* function, const char* name, double value);

// The taps as CV_32FC1, continuous: a matrix, or one row if `vector`.
cv::Mat checkedKernel(const char* function, const char* name, cv::InputArray kernel, bool vector);

}} // namespace cv::cudatiled
