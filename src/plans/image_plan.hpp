// SPDX-License-Identifier: Apache-2.0
// Members that all plans have: image types, the rectangle of pixels that one result needs, and how the image continues
// outside.
#pragma once

#include <opencv2/core.hpp>

#include "../core/border.hpp"

namespace cv { namespace cudatiled {

struct BorderRule
{
    Border row = Border::Reflect101;    // beyond the left and right end of a row
    Border column = Border::Reflect101; // above the first and below the last row
    bool isolated = false;              // a region of interest does not see its neighbours
    cv::Scalar outside;                 // for Border::Constant, one value per channel
};

// A plain value, complete when it is created; engines compute what it describes.
struct ImagePlan
{
    int srcType = 0, dstType = 0;
    cv::Size ksize;   // pixels
    cv::Point anchor; // of the kernel, inside it
    BorderRule border;
    bool pointwise = false; // kernels may write results over the pixels under them
};

// Whether a window is of this size and anchored at its centre.
inline bool isCentredSquare(const ImagePlan& plan, int size)
{
    return plan.ksize == cv::Size(size, size) && plan.anchor == cv::Point(size / 2, size / 2);
}

// Where a filter finds its source pixels: a rectangle of `size` at `offset` in an image of `whole` pixels. It may be a
// band of the rows of an image: what OpenCV does depends on that image.
struct Region
{
    cv::Size size, whole;
    cv::Point offset;
    cv::Size image = size;          // of which this is a band, or which this is
    bool submatrix = size != whole; // whether that image is a region of interest

    bool isSubmatrix() const { return submatrix; }

    // The region with all pixels that the window reaches; it may stick out of the whole image.
    cv::Rect reach(const ImagePlan& plan) const
    {
        return {offset.x - plan.anchor.x, offset.y - plan.anchor.y, size.width + plan.ksize.width - 1,
                size.height + plan.ksize.height - 1};
    }
};

// The image itself if the plan is isolated, else its place in the image that it is a part of.
Region regionOf(const ImagePlan& plan, const cv::Mat& src);

}} // namespace cv::cudatiled
