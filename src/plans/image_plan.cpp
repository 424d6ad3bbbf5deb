// SPDX-License-Identifier: Apache-2.0
// Where a plan reads a host image.
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

Region regionOf(const ImagePlan& plan, const cv::Mat& src)
{
    cv::Size whole = src.size();
    cv::Point offset;
    if (!plan.border.isolated)
        src.locateROI(whole, offset);
    return {src.size(), whole, offset};
}

}} // namespace cv::cudatiled
