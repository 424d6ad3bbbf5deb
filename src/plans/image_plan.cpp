// SPDX-License-Identifier: Apache-2.0
// Where a plan reads a host image.
#include "image_plan.hpp"

namespace cv { namespace cudatiled {

Region regionOf(const ImagePlan& plan, const cv::Mat& src)
{
    Region region{src.size(), src.size(), {0, 0}};
    if (!plan.border.isolated)
        src.locateROI(region.whole, region.offset);
    return region;
}

}} // namespace cv::cudatiled
