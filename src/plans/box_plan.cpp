// SPDX-License-Identifier: Apache-2.0
// How a box follows the size of an image.
#include "box_plan.hpp"

namespace cv { namespace cudatiled {

BoxPlan BoxPlan::forImage(cv::Size size) const
{
    BoxPlan plan = *this;
    if (!normalize || !border.isolated)
        return plan;
    if (size.height == 1)
        plan.ksize.height = 1, plan.anchor.y = 0;
    if (size.width == 1)
        plan.ksize.width = 1, plan.anchor.x = 0;
    return plan;
}

}} // namespace cv::cudatiled
